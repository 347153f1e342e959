// The public view of a checked post: what each network would be sent, and what is wrong.
import { Type, type Static } from "@sinclair/typebox";
import { LENGTH_UNITS } from "../../domain/rules.ts";
import type { PostCheck } from "../../publishing/check/index.ts";
import { SEGMENT_KINDS } from "../../publishing/check/segments.ts";
import type { MediaCheck, TargetCheck, TargetProblem } from "../../publishing/check/target.ts";
import { LinkCardView } from "./link-card.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

const mediaIds = Type.Array(uuid);
const ratio = nullable(Type.Number(), "width ÷ height");

const Fix = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal("cut"), caption: Type.String() },
      { description: "a shorter text for this account" },
    ),
    Type.Object({ kind: Type.Literal("leave_out_account") }),
    Type.Object({ kind: Type.Literal("leave_out_media"), mediaIds }, { description: "for this account" }),
    Type.Object({ kind: Type.Literal("set_option"), option: Type.String(), title: Type.String() }),
    Type.Object({ kind: Type.Literal("add_media") }),
    Type.Object(
      { kind: Type.Literal("crop"), ratios: Type.Object({ min: ratio, max: ratio }) },
      { description: "to a shape that the network accepts" },
    ),
  ],
  { title: "Fix" },
);

const ruleLimit = nullable(Type.Union([Type.Number(), Type.String()]));

const CheckedProblem = Type.Object({
  rule: Type.String({ description: "a stable word, as in pre-flight" }),
  message: Type.String(),
  limit: ruleLimit,
  actual: ruleLimit,
  field: nullable(Type.String(), "the field of the request, such as `caption` or `options.board_id`"),
  mediaId: nullable(uuid),
  fix: nullable(Fix, "what would mend it; null where only the author knows"),
});

const Segment = Type.Object({
  from: Type.Integer({ description: "offset in `text`, in UTF-16 code units" }),
  to: Type.Integer({ description: "end, exclusive" }),
  kind: words(SEGMENT_KINDS),
  shown: Type.String(),
  href: nullable(Type.String(), "of a link"),
});

const CheckedMedia = Type.Object({
  mediaId: uuid,
  sends: Type.Object(
    { mime: Type.String(), width: nullable(Type.Integer()), height: nullable(Type.Integer()) },
    { description: "the file that the network gets; a converted one is at most this large" },
  ),
  why: nullable(Type.String(), "what is converted, and why; null if nothing is"),
  altText: nullable(Type.String(), "as it is sent; null if none is"),
});

const CheckedTarget = Type.Object(
  {
    accountId: uuid,
    platform: Type.String(),
    handle: Type.String(),
    simulated: Type.Boolean(),
    ok: Type.Boolean({ description: "nothing prevents it" }),
    kind: nullable(Type.String(), "the kind of post it would be; null if the network has only one kind"),
    text: Type.String({ description: "what this network will be sent" }),
    segments: Type.Array(Segment, {
      description:
        "the first 100 links, mentions and hashtags, and what is `over` the limit, in order; `over` may overlap others",
    }),
    length: Type.Integer(),
    limit: Type.Integer(),
    unit: words(LENGTH_UNITS),
    media: Type.Array(CheckedMedia, { description: "in the order in which it is sent" }),
    needs: Type.Array(Type.String(), { description: "options that are required and missing" }),
    problems: Type.Array(CheckedProblem),
    warnings: Type.Array(Type.Object({ rule: Type.String(), message: Type.String() })),
    card: nullable(
      LinkCardView,
      "of the link whose card this network would be sent, as `GET /link-card` fetched it within the last day; the check fetches nothing",
    ),
  },
  { title: "CheckedTarget" },
);

const candidate = Type.Object({ id: uuid, platform: Type.String(), handle: Type.String() });

export const PostCheckView = Type.Object(
  {
    scheduledFor: nullable(time, "null for now and for a draft"),
    slot: nullable(Type.Object({ at: time, slotId: uuid }), "the place in the queue that it would take now"),
    plan: nullable(Type.String(), "why the plan allows no publishing now; null if it does"),
    targets: Type.Array(CheckedTarget),
    unknown: Type.Array(
      Type.Object({
        name: Type.String(),
        rule: words(["unknown_accounts", "ambiguous_account"]),
        message: Type.String(),
        candidates: Type.Array(candidate, { description: "the accounts that it may mean, if several" }),
      }),
      { description: "entries of `accounts` that name no account, or several" },
    ),
    problems: Type.Array(
      Type.Object({
        rule: Type.String({ description: "the code of the error that creating would answer" }),
        message: Type.String(),
        field: Type.String(),
        mediaId: nullable(uuid),
      }),
      { description: "what is wrong with the post itself" },
    ),
  },
  { title: "PostCheck" },
);

type View = Static<typeof PostCheckView>;

export function postCheckView(check: PostCheck): View {
  return {
    scheduledFor: isoOrNull(check.scheduledFor),
    slot: check.slot && { at: iso(check.slot.at), slotId: check.slot.slotId },
    plan: check.plan,
    targets: check.targets.map(targetView),
    unknown: check.unknown.map(({ name, problem, candidates }) => ({
      name,
      rule: problem.code === "ambiguous_account" ? problem.code : "unknown_accounts",
      message: problem.detail,
      candidates: candidates.map(({ id, platform, handle }) => ({ id, platform, handle })),
    })),
    problems: [...check.problems],
  };
}

function targetView({
  segments,
  media,
  needs,
  problems,
  warnings,
  ...target
}: TargetCheck): View["targets"][number] {
  return {
    ...target,
    segments: [...segments],
    media: media.map((file: MediaCheck) => ({ ...file, sends: { ...file.sends } })),
    needs: [...needs],
    problems: problems.map(problemView),
    warnings: [...warnings],
  };
}

function problemView({
  mediaId,
  fix,
  ...problem
}: TargetProblem): View["targets"][number]["problems"][number] {
  return { ...problem, mediaId: mediaId ?? null, fix: fix && fixView(fix) };
}

function fixView(fix: NonNullable<TargetProblem["fix"]>): Static<typeof Fix> {
  return fix.kind === "leave_out_media" ? { ...fix, mediaIds: [...fix.mediaIds] } : fix;
}
