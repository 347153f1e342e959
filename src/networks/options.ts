// The options of a post on a network: those of the network, and `fit`, which Crier adds.
import { Type, type TObject } from "@sinclair/typebox";
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

/** The schema of an account's `options` in a post. It contains `fit` if the network limits the aspect ratio. */
export function optionsOf({ options, kinds }: Pick<Network, "options" | "kinds">, rules: Rules): TObject {
  const all = [rules, ...Object.values(kinds?.all ?? {}).map((kind) => withChanges(rules, kind.rules))];
  return all.some(limitsRatio) ? { ...options, properties: { ...options.properties, fit } } : options;
}

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

/** Separates `fit` from the network's options, which are all that the connector gets. */
export function splitOptions(options: Json): { readonly framing: Framing | null; readonly own: Json } {
  if (!isObject(options)) return { framing: null, own: options };
  const { fit: chosen, ...own } = options;
  return { framing: chosen === "crop" || chosen === "pad" ? chosen : null, own };
}
