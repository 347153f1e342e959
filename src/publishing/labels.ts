// Labels of a profile: made, changed and removed by people and programs, and put on posts in any state.
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import { MAX_LABELS, MAX_LABELS_OF_POST, type Label } from "../domain/label.ts";
import { requireOwn } from "../domain/person.ts";
import { statusOf, type Post } from "../domain/post.ts";
import type { Labels } from "../domain/store/labels.ts";
import type { NewId } from "../id.ts";
import { auditEntry, requirePublish, type Actor } from "./actor.ts";
import { revise } from "./existing-post.ts";
import type { Precondition } from "./precondition.ts";
import type { PublishingDeps } from "./targets.ts";
import { unknownLabels } from "./unknown-media.ts";

export interface LabelDeps {
  readonly labels: Labels;
  readonly clock: Clock;
  readonly newId: NewId;
}

type LabelInput = Pick<Label, "name" | "colour">;

/** @throws Problem already_exists, too_many_labels, invalid_request */
export async function createLabel(actor: Actor, input: LabelInput, deps: LabelDeps): Promise<Label> {
  const at = deps.clock.now();
  const { profileId } = actor;
  const label = {
    id: deps.newId(),
    profileId,
    createdAt: at,
    colour: input.colour,
    name: nameOf(input.name),
  };
  const detail = { name: label.name };
  const audit = auditEntry(actor, { action: "label.create", subject: label.id, at, detail });
  const result = await deps.labels.add(label, audit);
  if (result === "name_taken") throw nameTaken(label.name);
  if (result === "too_many")
    throw new Problem("too_many_labels", `The profile has ${MAX_LABELS} labels, which is the maximum.`);
  return label;
}

/** @throws Problem not_found, already_exists, invalid_request */
export async function changeLabel(
  actor: Actor,
  id: string,
  { name, colour }: { readonly name?: string | undefined; readonly colour?: Label["colour"] | undefined },
  { labels, clock }: LabelDeps,
): Promise<Label> {
  const changes = { ...(name !== undefined && { name: nameOf(name) }), ...(colour && { colour }) };
  const audit = auditEntry(actor, { action: "label.update", subject: id, at: clock.now(), detail: changes });
  const label = await labels.change(actor.profileId, id, changes, audit);
  if (label === "missing") throw noLabel();
  if (label === "name_taken") throw nameTaken(name ?? "");
  return label;
}

/** Posts lose it. @throws Problem not_found */
export async function deleteLabel(actor: Actor, id: string, { labels, clock }: LabelDeps): Promise<void> {
  const audit = auditEntry(actor, { action: "label.delete", subject: id, at: clock.now() });
  if (!(await labels.remove(actor.profileId, id, audit))) throw noLabel();
}

/** Replaces the labels of a post, whatever has happened to it. @throws Problem not_found, unknown_label */
export const setLabels = (
  actor: Actor,
  id: string,
  labels: readonly string[],
  deps: PublishingDeps,
  precondition: Precondition,
): Promise<Post> => label(actor, id, () => labels, deps, precondition);

/** Gives a post some labels and takes others from it. @throws Problem not_found, unknown_label, too_many_labels */
export async function changeLabels(
  actor: Actor,
  id: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
  deps: PublishingDeps,
  precondition: Precondition,
): Promise<Post> {
  const decide = ({ labels: before }: Post) => {
    const labels = [...new Set([...before, ...add])].filter((each) => !remove.includes(each));
    if (labels.length <= MAX_LABELS_OF_POST) return labels;
    throw new Problem(
      "too_many_labels",
      `The post would have ${labels.length} labels; at most ${MAX_LABELS_OF_POST} are possible.`,
    );
  };
  return await label(actor, id, decide, deps, precondition);
}

async function label(
  actor: Actor,
  id: string,
  decide: (post: Post) => readonly string[],
  deps: PublishingDeps,
  precondition: Precondition,
): Promise<Post> {
  const at = deps.clock.now();
  return await revise(actor, id, deps, (post) => {
    precondition(post);
    requireOwn(actor, post.createdBy);
    if (actor.role !== null && statusOf(post) !== "draft") requirePublish(actor, "This post is not a draft.");
    const labels = decide(post);
    if (labels.join() === post.labels.join()) return { at };
    const fields = ["labels"];
    return {
      at,
      post: { labels },
      event: { kind: "edited", detail: "labels", data: { fields } },
      audit: auditEntry(actor, { action: "post.edit", subject: id, at, detail: { fields } }),
    };
  });
}

/** @throws Problem unknown_label */
export async function requireLabels(
  profileId: string,
  ids: readonly string[],
  { labels }: Pick<LabelDeps, "labels">,
): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await labels.list(profileId)).map(({ id }) => id));
  const missing = ids.flatMap((id, position) => (known.has(id) ? [] : [position]));
  if (missing.length > 0) throw unknownLabels(missing);
}

function nameOf(name: string): string {
  const text = name.trim().replaceAll(/\s+/g, " ");
  if (text !== "") return text;
  throw new Problem("invalid_request", "A label needs a name.", {
    errors: [{ pointer: "/name", message: "must not be empty" }],
  });
}

const nameTaken = (name: string) => new Problem("already_exists", `A label named ${name} already exists.`);
const noLabel = () => new Problem("not_found", "This profile has no label with this id.");
