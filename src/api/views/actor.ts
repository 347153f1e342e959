// Who did something, as responses show it.
import { Type, type Static } from "@sinclair/typebox";
import type { EventActor } from "../../domain/event.ts";
import { nullable, words } from "./shapes.ts";

export const ActorView = Type.Object(
  {
    kind: words(["person", "key", "command", "crier"]),
    name: nullable(Type.String(), "the person, or the name of the key; null if there is none (any more)"),
  },
  { title: "Actor", description: "who did it" },
);

export const actorView = ({ kind, name }: EventActor): Static<typeof ActorView> => ({ kind, name });
