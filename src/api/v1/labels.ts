// /v1/labels: the labels with which people sort their posts.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { COLOURS, MAX_LABEL_NAME, MAX_LABELS, type Label } from "../../domain/label.ts";
import { changeLabel, createLabel, deleteLabel } from "../../publishing/labels.ts";
import { strictJson } from "../http/body.ts";
import { actorOf, callerOf, operation } from "../http/caller.ts";
import type { PostsDeps } from "../requests/posts.ts";
import { idParam, strict, uuid, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";

const name = text({
  minLength: 1,
  maxLength: MAX_LABEL_NAME,
  description: "unique in the profile, whatever its case",
});
const colour = words(COLOURS);

const LabelView = Type.Object({ id: uuid, name: Type.String(), colour }, { title: "Label" });
const OneLabel = Type.Object({ label: LabelView });

export const labelRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/labels" })
    .get(
      "",
      async ({ request }) => ({
        labels: (await deps.labels.list(callerOf(request).profileId)).map(labelView),
      }),
      LIST_LABELS,
    )
    .post(
      "",
      async ({ body, request, status }) =>
        status(201, { label: labelView(await createLabel(actorOf(callerOf(request)), body, deps)) }),
      CREATE_LABEL,
    )
    .patch(
      "/:id",
      async ({ params, body, request }) => ({
        label: labelView(await changeLabel(actorOf(callerOf(request)), params.id.toLowerCase(), body, deps)),
      }),
      EDIT_LABEL,
    )
    .delete(
      "/:id",
      async ({ params, request, set }) => {
        await deleteLabel(actorOf(callerOf(request)), params.id.toLowerCase(), deps);
        set.status = 204;
      },
      DELETE_LABEL,
    );

const labelView = ({ id, name: given, colour: chosen }: Label): Static<typeof LabelView> => ({
  id,
  name: given,
  colour: chosen,
});

const tag = "Labels";

const LIST_LABELS = {
  ...operation({
    id: "listLabels",
    tag,
    scope: "read",
    permission: "read",
    summary: "List the labels of the profile, by name",
  }),
  response: Type.Object({ labels: Type.Array(LabelView) }),
};

const CREATE_LABEL = {
  ...operation({
    id: "createLabel",
    tag,
    scope: "write",
    permission: "draft",
    summary: "Create a label",
    description: `A profile has at most ${MAX_LABELS} labels. Put them on posts with \`labels\` when you create or edit a post.`,
    problems: ["already_exists", "too_many_labels"],
  }),
  parse: strictJson,
  body: Type.Object({ name, colour }, { ...strict, title: "NewLabel" }),
  response: { 201: OneLabel },
};

const EDIT_LABEL = {
  ...operation({
    id: "editLabel",
    tag,
    scope: "write",
    permission: "publish",
    summary: "Edit a label",
    problems: ["already_exists"],
  }),
  parse: strictJson,
  params: idParam,
  body: Type.Object(
    { name: Type.Optional(name), colour: Type.Optional(colour) },
    { ...strict, minProperties: 1, title: "LabelChange" },
  ),
  response: OneLabel,
};

const DELETE_LABEL = {
  ...operation({
    id: "deleteLabel",
    tag,
    scope: "write",
    permission: "publish",
    summary: "Delete a label",
    description: "Posts that have it lose it, and nothing else changes about them.",
  }),
  params: idParam,
  response: { 204: Type.Void() },
};
