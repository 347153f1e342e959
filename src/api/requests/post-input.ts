// The bodies and headers of requests about posts, and what can be wrong with them.
import { Type, type TObject } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { unitsIn } from "../../domain/json.ts";
import type { Code } from "../../errors.ts";
import { shareLoop } from "../../event-loop.ts";
import { MAX_LABELS_OF_POST } from "../../domain/label.ts";
import { fieldsIn } from "../http/field-errors.ts";
import { MAX_KEY_LENGTH } from "../http/idempotency.ts";
import { isLenient } from "../http/prefer.ts";
import { invalidRequest } from "../http/problem.ts";
import { IfMatch } from "../http/revision.ts";
import { idParam, strict, uuid } from "../views/shapes.ts";
import { freeValue, text, textCheckedLater, VALUE_BOUNDS } from "../views/text.ts";

const MAX_CAPTION = 20_000;
const MAX_ACCOUNTS = 50;
const MAX_KEYS = 50;
const MAX_MEDIA = 20;
const MAX_NAME = 500;
/** All options of a post together, as JSON. */
export const MAX_OPTIONS = 200_000;

const MAX_CHARACTERS =
  MAX_CAPTION + MAX_KEYS * (MAX_CAPTION + 2 * MAX_NAME) + MAX_ACCOUNTS * MAX_NAME + MAX_OPTIONS;
const BETWEEN_TEXTS = 64 * 1024;
/** Of the longest body that the schema allows. */
export const MAX_POST_CHARACTERS = MAX_CHARACTERS + BETWEEN_TEXTS;
/**
 * The same in bytes: a character is at most two UTF-16 units, and a unit is written with at most six bytes (an escape such
 * as \\ud83d).
 */
export const MAX_POST_BYTES = 12 * MAX_CHARACTERS + BETWEEN_TEXTS;

const captionOf = (least: 0 | 1) => text({ minLength: least, maxLength: MAX_CAPTION });

/** @param least 0 where captions and accounts may still be missing */
const contentOf = (least: 0 | 1) => ({
  accounts: Type.Optional(
    Type.Union(
      [
        Type.Literal("all"),
        Type.Array(text({ minLength: 1, maxLength: MAX_NAME }), {
          minItems: least,
          maxItems: MAX_ACCOUNTS,
          uniqueItems: true,
        }),
      ],
      { description: "ids, platforms, handles or platform:handle; default: every active account" },
    ),
  ),
  media: Type.Optional(
    Type.Array(uuid, { maxItems: MAX_MEDIA, uniqueItems: true, description: "in carousel order" }),
  ),
  labels: Type.Optional(
    Type.Array(uuid, {
      maxItems: MAX_LABELS_OF_POST,
      uniqueItems: true,
      description: "ids of labels; not published",
    }),
  ),
  overrides: Type.Optional(
    Type.Record(Type.String(), captionOf(least), {
      maxProperties: MAX_KEYS,
      description: "a different caption for an account id, handle or platform; the most specific key wins",
    }),
  ),
  options: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Record(Type.String(), freeValue, { maxProperties: VALUE_BOUNDS.properties }),
      {
        maxProperties: MAX_KEYS,
        description:
          "options of a network, by account id, handle or platform. Networks that limit the aspect ratio of files also accept " +
          "`fit`: `crop` or `pad` a file that is too wide or too tall. Crier does neither unless you ask. " +
          `Limits: ${MAX_OPTIONS} characters as JSON in all, ${VALUE_BOUNDS.items} items in a list and ${VALUE_BOUNDS.properties} fields in an object.`,
      },
    ),
  ),
});

export const Schedule = Type.String({
  description:
    "`now`, `draft`, or a time with an offset such as 2027-01-31T09:00:00+01:00; default: the next free slot in the queue",
});

const newPost = (least: 0 | 1) => ({
  caption: captionOf(least),
  ...contentOf(least),
  schedule: Type.Optional(Schedule),
  dryRun: Type.Optional(
    // No `default`: to fill it in, Elysia copies whatever the body is, key by key, before it looks at it.
    Type.Boolean({ description: "only validate: store and publish nothing; default: false" }),
  ),
});
const change = (least: 0 | 1) => ({ caption: Type.Optional(captionOf(least)), ...contentOf(least) });

export const NewPost = Type.Object(newPost(1), { ...strict, title: "NewPost" });

/** A time for a post that exists; at most one of them. */
export const NewTime = Type.Object(
  {
    schedule: Type.Optional(Schedule),
    slotAt: Type.Optional(
      text({ maxLength: 40, description: "the time of a slot of the queue, with an offset" }),
    ),
    swapWith: Type.Optional({ ...uuid, description: "id of a waiting post to exchange times with" }),
  },
  { ...strict, title: "NewTime" },
);

/** What is left out stays as it is. */
export const PostChange = Type.Object(change(1), { ...strict, minProperties: 1, title: "PostChange" });

/** The bodies over HTTP: whether they may be unfinished is in a header, which no schema sees. */
export const NewPostBody = Type.Object(newPost(0), { ...strict, title: "NewPost" });
export const PostChangeBody = Type.Object(change(0), { ...strict, minProperties: 1, title: "PostChange" });

const unfinished = text({ maxLength: MAX_CAPTION });
const name = text({ minLength: 1, maxLength: MAX_NAME });

/** A post that is being written: everything may still be missing. */
export const PostToCheck = Type.Object(
  {
    caption: Type.Optional(unfinished),
    accounts: Type.Optional(
      Type.Union([Type.Literal("all"), Type.Array(name, { maxItems: MAX_ACCOUNTS })], {
        description: "as in a new post; an empty list means none yet",
      }),
    ),
    media: Type.Optional(Type.Array(uuid, { maxItems: MAX_MEDIA, description: "in carousel order" })),
    overrides: Type.Optional(Type.Record(Type.String(), unfinished, { maxProperties: MAX_KEYS })),
    options: contentOf(0).options,
    schedule: Type.Optional(Schedule),
  },
  { ...strict, title: "PostToCheck" },
);

const WAITING =
  "`respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`)";
const LENIENT =
  "`handling=lenient` accepts an unfinished draft: an empty caption, no accounts, and whatever pre-flight would refuse, which " +
  "`problems` of the post lists. A post with media may go out without a caption";
const prefer = Type.Optional(Type.String({ description: WAITING }));
export const Prefer = Type.Object({ prefer });
export const CreateHeaders = Type.Object({
  prefer: Type.Optional(Type.String({ description: `${WAITING}; ${LENIENT}` })),
  "idempotency-key": Type.Optional(
    textCheckedLater({
      minLength: 1,
      maxLength: MAX_KEY_LENGTH,
      description:
        "Identifies one logical post. Repeat a request only with its key; the same request then returns " +
        "the existing post, and nothing is sent again.",
    }),
  ),
});

export const EditHeaders = Type.Object({
  ...IfMatch.properties,
  prefer: Type.Optional(Type.String({ description: LENIENT })),
});

/**
 * Refuses what a body may only lack where the caller asked for lenient handling (D46), in the same words as ever.
 * @param whole the schema without that leniency
 * @returns a hook that runs before the body is checked; throws Problem invalid_request
 */
export function refuseUnfinished(
  whole: TObject,
): (call: { request: Request; params?: object | undefined; body: unknown }) => Promise<void> {
  const checker = TypeCompiler.Compile(whole);
  return async ({ request, params, body }) => {
    if (isLenient(request)) return;
    // The body is checked once more, in this turn of the loop, unless it is long.
    if (checker.Check(body)) return await shareLoop(unitsIn(body));
    // What is wrong with the address comes first, and is found later.
    if (params && !Value.Check(idParam, params)) return;
    throw invalidRequest(fieldsIn(checker.Errors(body)));
  };
}

/** What can be wrong with the names in a post. */
export const RESOLVING: readonly Code[] = [
  "no_accounts",
  "unknown_accounts",
  "ambiguous_account",
  "unknown_override",
  "unknown_option",
  "unknown_media",
  "unknown_label",
  "preflight_failed",
];

/** What can keep a post from getting its time. */
export const SCHEDULING: readonly Code[] = [
  "invalid_schedule",
  "queue_has_no_slots",
  "payment_required",
  "too_many_accounts",
];
