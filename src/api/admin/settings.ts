// /admin/settings: how the server is set up, and where each setting comes from.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { nullable, words } from "../views/shapes.ts";
import { personOperation } from "./owner.ts";

const SOURCES = ["environment", "file", "default"] as const;

const SettingsView = Type.Object({
  settings: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        help: nullable(Type.String(), "null for those of a single network"),
        value: nullable(Type.String(), "null: not set, or a secret"),
        isSecret: Type.Boolean({ description: "its value is never shown" }),
        source: words(SOURCES),
        line: nullable(Type.Integer(), "of crier.env"),
      },
      { title: "Setting" },
    ),
  ),
});

/** A setting with where it comes from. */
interface Origin {
  readonly name: string;
  readonly help: string | null;
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly source: (typeof SOURCES)[number];
  readonly line: number | null;
}

export interface SettingsRouteDeps {
  readonly settings: readonly Origin[];
}

export const settingsRoutes = (deps: SettingsRouteDeps) =>
  new Elysia({ prefix: "/settings" }).get(
    "",
    () => ({ settings: deps.settings.map((each) => ({ ...each })) }),
    {
      ...personOperation({
        id: "listSettings",
        permission: "administer",
        tag: "System",
        summary: "List the settings, and where each comes from",
        description:
          "Read only: they come from the environment, from crier.env in the data folder, or are the usual ones. Changes need a restart.",
      }),
      response: SettingsView,
    },
  );
