// /admin/log: what the server writes down about its work.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { LogTail } from "../../ops/log-tail.ts";
import { iso, nullable, strict, time, words } from "../views/shapes.ts";
import { personOperation } from "./owner.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;
const MOST = 200;

const LogView = Type.Object({
  process: nullable(
    Type.String(),
    "whose log this is, where several processes share a database: each has its own, and its own `seq`",
  ),
  lines: Type.Array(
    Type.Object(
      {
        seq: Type.Integer({ description: "counts from 1 since the server started" }),
        at: time,
        level: words(LEVELS),
        event: Type.String(),
        text: Type.String({ description: "with its facts; the cause of an error on lines of its own" }),
      },
      { title: "LogLine" },
    ),
    { description: `oldest first; at most the latest ${MOST}` },
  ),
});

export interface LogRouteDeps {
  readonly logTail: Pick<LogTail, "read">;
  /** Null where only one process can serve the store. */
  readonly processName: string | null;
}

const tag = "System";

export const logRoutes = (deps: LogRouteDeps) =>
  new Elysia({ prefix: "/log" }).get(
    "",
    ({ query }) => ({
      process: deps.processName,
      lines: deps.logTail
        .read(query.level ?? "info", query.after === undefined ? null : Number(query.after), MOST)
        .map(({ at, level, ...line }) => ({ ...line, at: iso(at), level: levelOf(level) })),
    }),
    {
      ...personOperation({
        id: "getLog",
        permission: "administer",
        tag,
        summary: "Read the newest lines of the log",
        description:
          "The last 1,000 lines since the server started, from memory: `info` and above, and `debug` where CRIER_LOG asks for it. They hold no secrets.",
      }),
      query: Type.Object(
        {
          level: Type.Optional({ ...words(LEVELS), description: "this level and above; default: `info`" }),
          after: Type.Optional(
            Type.String({ pattern: "^\\d{1,15}$", description: "only lines after this `seq`" }),
          ),
        },
        strict,
      ),
      response: LogView,
    },
  );

/** Nothing is written as `silent`. */
const levelOf = (level: string) => LEVELS.find((each) => each === level) ?? "error";
