// A form can be drawn from the options of every network: each has a name, an explanation and a widget, and live values fit.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { networks } from "../../networks/index.ts";
import {
  MEDIA_KINDS,
  type Condition,
  type OptionValues,
  type When,
  type Widget,
} from "../../networks/option-form.ts";
import { openWorld, type World } from "../support/world.ts";

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly "x-widget"?: Widget;
  readonly "x-order"?: readonly string[];
  readonly "x-values"?: OptionValues;
  readonly "x-when"?: When;
  readonly "x-unit"?: string;
  readonly "x-preset"?: string;
  readonly "x-locked"?: string;
  readonly "x-groups"?: readonly { readonly options: readonly string[] }[];
  readonly "x-consent"?: readonly {
    readonly text: string;
    readonly links: readonly { readonly url: string }[];
  }[];
}
interface Form {
  readonly options: Schema;
  readonly values: Readonly<Record<string, unknown>>;
}

let world: World;
const forms = new Map<string, Form>();
beforeAll(async () => {
  world = await openWorld();
  for (const { id } of networks.list) forms.set(id, await formOf(await world.account(id, "ok")));
});
afterAll(() => world[Symbol.asyncDispose]());

async function formOf(accountId: string): Promise<Form> {
  const { status, json } = await world.ask("GET", `/accounts/${accountId}/options`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json as unknown as Form;
}
const form = (network: string): Form => {
  const found = forms.get(network);
  if (!found) throw new Error(`no form of ${network}`);
  return found;
};
const all = networks.list.map(({ id }) => id);

/** Every option with its name, and the fields of those that have rows. */
function optionsIn({ properties = {} }: Schema): (readonly [name: string, schema: Schema])[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    [name, schema] as const,
    ...(schema.items?.properties
      ? optionsIn(schema.items).map(([field, each]) => [`${name}.${field}`, each] as const)
      : []),
  ]);
}

/** RFC 6901, without escapes; undefined where there is nothing. */
const at = (values: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values);

const isChoice = (schema: Schema | undefined) =>
  schema?.const !== undefined || (schema?.anyOf?.every((each) => each.const !== undefined) ?? false);
const choicesOf = ({ anyOf = [], const: only }: Schema) => [
  ...anyOf.map((each) => each.const),
  ...(only === undefined ? [] : [only]),
];

/** What kind of value each widget is for. */
const FITS: Record<Widget, (schema: Schema) => boolean> = {
  switch: ({ type }) => type === "boolean",
  yesNo: ({ type, default: standard }) => type === "boolean" && standard === undefined,
  select: (schema) => isChoice(schema) || (schema.type === "string" && schema["x-values"] !== undefined),
  choices: ({ type, items }) => type === "array" && isChoice(items),
  list: ({ type, items }) => type === "array" && items?.type === "string" && !isChoice(items),
  rows: ({ type, items }) => type === "array" && items?.type === "object",
  // Pinterest has one text for all files, which takes a text for each of them, too.
  text: ({ type, anyOf }) => type === "string" || anyOf?.[0]?.type === "string",
  multiline: ({ type }) => type === "string",
  number: ({ type }) => type === "integer" || type === "number",
  url: ({ type }) => type === "string",
  language: ({ type, items }) => type === "string" || (type === "array" && items?.type === "string"),
  country: ({ type, items }) => type === "array" && items?.type === "string",
  colour: ({ type }) => type === "string",
  board: (schema) => schema.type === "string" && schema["x-values"] !== undefined,
  mediaIndex: ({ type, minimum }) => type === "integer" && (minimum === 0 || minimum === 1),
  files: ({ type, items }) => type === "array" && items?.type === "string",
  altTexts: ({ type }) => type === "object",
  videoTime: (schema) => schema.type === "integer" && ["ms", "s"].includes(schema["x-unit"] ?? ""),
};

describe.each(all)("the form of %s", (network) => {
  test("every option has a name, an explanation and a widget that fits its type", () => {
    const options = optionsIn(form(network).options);
    expect(options.length).toBeGreaterThan(2);
    for (const [name, schema] of options) {
      const { title = "", description = "", "x-widget": widget } = schema;
      expect({ name, title }).toEqual({ name, title: expect.stringMatching(/^[A-Z][^.]{0,60}$/) });
      expect({ name, description }).toEqual({
        name,
        description: expect.stringMatching(/^[A-Z`][\s\S]*[.]$/),
      });
      expect({ name, widget, fits: widget !== undefined && FITS[widget](schema) }).toEqual({
        name,
        widget,
        fits: true,
      });
    }
  });

  test("every choice has a name", () => {
    for (const [name, schema] of optionsIn(form(network).options))
      for (const each of [schema, schema.items].filter((one) => isChoice(one)))
        for (const { const: value, title = "" } of each?.anyOf ?? [])
          expect({ name, value, title }).toEqual({ name, value, title: expect.stringMatching(/^[A-Z]/) });
  });

  test("the order names every option once, and required ones come before the others", () => {
    const { properties = {}, required = [], "x-order": order = [] } = form(network).options;
    // What every network shares comes last.
    const own = networks.find(network)?.options.properties ?? {};
    expect(order.toSorted()).toEqual(Object.keys(own).toSorted());
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(own)));
    for (const name of required) expect(order.indexOf(name)).toBeLessThan(2);
  });

  test("live values are where the schema says, and the option accepts them", () => {
    const { options, values } = form(network);
    const ajv = new Ajv2020({ strict: false });
    for (const [name, schema] of Object.entries(options.properties ?? {})) {
      const { "x-values": found, "x-preset": preset, "x-locked": locked } = schema;
      if (preset !== undefined)
        expect({ name, preset, value: at(values, preset) }).not.toMatchObject({ value: undefined });
      if (locked !== undefined)
        expect({ name, value: at(values, locked) }).toEqual({ name, value: expect.any(Boolean) });
      if (!found) continue;
      const { pointer, id, label, within, more } = found;
      const list = at(values, pointer) as Record<string, unknown>[];
      const entries = within ? list.flatMap((each) => each[within.field] as Record<string, unknown>[]) : list;
      expect({ name, found: entries.length > 0 }).toEqual({ name, found: true });
      for (const entry of entries) {
        expect({ name, right: ajv.validate(schema, id === undefined ? entry : entry[id]) }).toEqual({
          name,
          right: true,
        });
        if (label !== undefined) expect(entry[label]).toBeString();
      }
      if (within) expect(Object.keys(options.properties ?? {})).toContain(within.option);
      const rest = within
        ? list.map((each) => each[more ?? ""])
        : [more === undefined ? false : at(values, more)];
      if (more !== undefined)
        expect({ name, rest }).toEqual({ name, rest: rest.map(() => expect.any(Boolean)) });
    }
    // The other way round: no list of the network is left unused.
    const pointers = optionsIn(options).flatMap(([, schema]) => schema["x-values"]?.pointer ?? []);
    const lists = Object.entries(values).flatMap(([name, value]) =>
      Array.isArray(value) ? [`/${name}`] : [],
    );
    expect(lists.filter((pointer) => !pointers.includes(pointer))).toEqual([]);
  });

  test("conditions name options and values that exist", () => {
    const { properties = {} } = form(network).options;
    const allows = (name: string, value: unknown) => {
      const schema = properties[name];
      return schema?.type === "boolean"
        ? typeof value === "boolean"
        : choicesOf(schema ?? {}).includes(value);
    };
    const isRight = (condition: Condition) => {
      if ("media" in condition)
        return condition.media.length > 0 && condition.media.every((each) => MEDIA_KINDS.includes(each));
      if ("given" in condition) return condition.option in properties;
      return ("is" in condition ? condition.is : condition.not).every((value) =>
        allows(condition.option, value),
      );
    };
    for (const [name, { "x-when": when, ...schema }] of Object.entries(properties)) {
      const { shown = [], required = [], choices = {} } = when ?? {};
      const conditions = [...shown, ...required, ...Object.values(choices).flat()];
      expect({ name, wrong: conditions.filter((each) => !isRight(each)) }).toEqual({ name, wrong: [] });
      const values = schema.type === "boolean" ? ["true", "false"] : choicesOf(schema);
      expect({ name, unknown: Object.keys(choices).filter((value) => !values.includes(value)) }).toEqual({
        name,
        unknown: [],
      });
    }
  });
});

describe("the form of a TikTok post", () => {
  test("it has what TikTok's guidelines want beside the options", () => {
    const { options, values } = form("tiktok");
    const { properties = {}, "x-groups": groups = [], "x-consent": consent = [] } = options;
    expect(values).toMatchObject({
      creator_nickname: "Simulated ok",
      creator_avatar_url: expect.stringMatching(/^https:/),
    });
    expect(properties["privacy_level"]).not.toHaveProperty("default");
    for (const name of ["comment", "duet", "stitch"])
      expect(properties[`disable_${name}`]).toMatchObject({ default: true, "x-locked": `/${name}_disabled` });
    expect(groups).toMatchObject([
      { options: ["brand_organic_toggle", "brand_content_toggle"], needsOne: true },
    ]);
    for (const { text, links } of consent) {
      expect([...text.matchAll(/\{\d\}/g)].map(String)).toEqual(links.map((_, index) => `{${index}}`));
      for (const { url } of links) expect(url).toStartWith("https://www.tiktok.com/legal/");
    }
    // Without a condition, so that there is always one.
    expect(consent.at(-1)).not.toHaveProperty("when");
  });

  test("the conditions on a paid partnership are those of the check", async () => {
    const { properties = {} } = form("tiktok").options;
    const [privacy, paid] = [properties["privacy_level"], properties["brand_content_toggle"]];
    expect(privacy?.["x-when"]?.choices).toEqual({
      SELF_ONLY: [{ option: "brand_content_toggle", not: [true] }],
    });
    expect(paid?.["x-when"]?.choices).toEqual({ true: [{ option: "privacy_level", not: ["SELF_ONLY"] }] });
    const options = { tiktok: { privacy_level: "SELF_ONLY", brand_content_toggle: true } };
    const { status, json } = await world.ask("POST", "/posts", {
      caption: "a",
      accounts: ["tiktok"],
      options,
      dryRun: true,
    });
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain("options.brand_content_toggle");
  });
});
