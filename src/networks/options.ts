// The options of a post on a network: those of the network, and those that Crier adds: `fit`, `media` and `alt_text`.
import { Type, type TObject, type TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isObject } from "./client/json.ts";
import type { Json, Network } from "./network.ts";
import { choice, form } from "./option-form.ts";
import { withChanges, type Rules } from "../domain/rules.ts";
import type { Framing } from "../domain/target-format.ts";

const fit = Type.Optional(
  choice(
    { crop: "Crop", pad: "Add bars" },
    {
      ...form({ widget: "select" }),
      title: "Fit",
      description:
        "How to fit a file that is too wide or too tall for this network: `crop` cuts off as much as needed, evenly on both " +
        "sides; `pad` adds bars, white for an image and black for a video. Default: neither.",
    },
  ),
);

const UUID = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";

const media = Type.Optional(
  Type.Array(Type.String({ pattern: UUID }), {
    ...form({ widget: "files" }),
    maxItems: 20,
    uniqueItems: true,
    title: "Files",
    description:
      "Ids of the files to send here, in order, instead of those of the post. An empty list: no files.",
  }),
);

const altText = Type.Record(Type.String({ pattern: UUID }), Type.String({ minLength: 1, maxLength: 1500 }), {
  ...form({ widget: "altTexts" }),
  additionalProperties: false,
  title: "Alternative texts",
  description: "Other alternative texts than those of the files, by file id.",
});

/**
 * The schema of an account's `options` in a post. It contains `fit` if the network limits the aspect ratio, and `alt_text`
 * if it shows alternative texts. A network that has one text for all files takes that under the same name.
 */
export function optionsOf({ options, kinds }: Pick<Network, "options" | "kinds">, rules: Rules): TObject {
  const all = [rules, ...Object.values(kinds?.all ?? {}).map((kind) => withChanges(rules, kind.rules))];
  const { alt_text: own } = options.properties;
  const properties = {
    ...options.properties,
    ...(all.some(limitsRatio) && { fit }),
    media,
    ...(all.some(({ media: { altTextMax } }) => altTextMax !== null) && {
      alt_text: Type.Optional(
        own ? Type.Union([own, altText], { ...describe(own), ...form({ widget: "text" }) }) : altText,
      ),
    }),
  };
  return { ...options, properties };
}

const describe = ({ title = "", description = "" }: TSchema) => ({ title, description });

function limitsRatio({ media: { image, video } }: Rules): boolean {
  return [image, video].some((rule) => rule?.minRatio !== undefined || rule?.maxRatio !== undefined);
}

/** Whether options match their schema. */
export function areValid(schema: TObject, options: Json): boolean {
  return Value.Check(schema, asCharacters(options));
}

/**
 * The options with one UTF-16 unit per character: JSON Schema counts characters, but the library that checks here counts
 * UTF-16 units.
 */
export function asCharacters(options: Json): Json {
  if (typeof options === "string") return options.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ue000");
  if (Array.isArray(options)) return options.map((each: Json) => asCharacters(each));
  if (!isObject(options)) return options;
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, asCharacters(value)]));
}

/** What Crier itself reads in the options of a target, and the network's own, which are all that the connector gets. */
export interface TargetOptions {
  readonly framing: Framing | null;
  /** Ids of the files in small letters, in order; null: those of the post. */
  readonly media: readonly string[] | null;
  /** By id of the file in small letters. */
  readonly altTexts: ReadonlyMap<string, string>;
  readonly own: Json;
}

/** Most targets have none, and a check looks at them many times. */
const NOTHING_CHOSEN: TargetOptions = { framing: null, media: null, altTexts: new Map(), own: {} };

/** Options of a wrong shape count as not given: they are a problem of their own. */
export function splitOptions(options: Json): TargetOptions {
  if (!isObject(options)) return { framing: null, media: null, altTexts: new Map(), own: options };
  if (Object.keys(options).length === 0) return NOTHING_CHOSEN;
  const { fit: framing, media: ids, alt_text: words, ...others } = options;
  return {
    framing: framing === "crop" || framing === "pad" ? framing : null,
    media: ids !== undefined && Value.Check(media, ids) ? ids.map((id) => id.toLowerCase()) : null,
    altTexts: new Map(
      words !== undefined && Value.Check(altText, words)
        ? Object.entries(words).map(([id, text]) => [id.toLowerCase(), text])
        : [],
    ),
    own: isObject(words) || words === undefined ? others : { ...others, alt_text: words },
  };
}
