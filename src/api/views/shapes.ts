// Pieces that several resources of the API share.
import { Type, type TSchema } from "@sinclair/typebox";

export const uuid = Type.String({
  format: "uuid",
  pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
  description: "a uuid",
});
export const time = Type.String({ format: "date-time", description: "ISO 8601, UTC, milliseconds" });
export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** One of a few words. */
export const words = <const W extends readonly string[]>(list: W) =>
  Type.Unsafe<W[number]>(Type.Union(list.map((word) => Type.Literal(word))));

/** Every object of a request: what it does not name is refused (D3). */
export const strict = { additionalProperties: false } as const;

export const idParam = Type.Object({ id: uuid });

export { iso, isoOrNull } from "../../time.ts";
