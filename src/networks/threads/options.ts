// The options of a post on Threads (networks/threads.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, WITH_MEDIA, WITHOUT_MEDIA, type Condition } from "../option-form.ts";

/** Characters. */
const POLL_ANSWER_MAX = 25;
const id = { pattern: "^[0-9]{1,32}$" };

const NOT_GHOST: Condition = { option: "is_ghost_post", not: [true] };
const STAYS: Condition[] = [WITHOUT_MEDIA, NOT_GHOST];

export const options = optionsSchema({
  reply_control: Type.Optional(
    choice(
      {
        everyone: "Everyone",
        accounts_you_follow: "People this account follows",
        mentioned_only: "Mentioned people",
        parent_post_author_only: "The author of the post it replies to",
        followers_only: "Followers",
      },
      { title: "Who can reply", description: "Default: everyone." },
    ),
  ),
  enable_reply_approvals: Type.Optional(
    Type.Boolean({ title: "Approve replies", description: "Replies show once you have approved them." }),
  ),
  topic_tag: Type.Optional(
    Type.String({
      pattern: "^[^.&]{1,50}$",
      title: "Topic",
      description: "Without `#`. Default: the first hashtag of the text.",
    }),
  ),
  link_attachment: Type.Optional(
    Type.String({
      pattern: "^https?://[\\x21-\\x7e]+$",
      maxLength: 2048,
      ...form({ widget: "url", when: { shown: STAYS } }),
      title: "Link card",
      description: "Link that is shown as a card. Only for posts without files.",
    }),
  ),
  poll: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: POLL_ANSWER_MAX }), {
      minItems: 2,
      maxItems: 4,
      ...form({ when: { shown: STAYS } }),
      title: "Poll",
      description: "Two to four answers of up to 25 characters. Only for posts without files.",
    }),
  ),
  gif_id: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9]{1,64}$",
      ...form({ when: { shown: STAYS } }),
      title: "GIF",
      description: "Id of a GIF at Giphy. Only for posts without files.",
    }),
  ),
  quote_post_id: Type.Optional(
    Type.String({ ...id, title: "Quote", description: "Id of the post that is quoted." }),
  ),
  reply_to_id: Type.Optional(
    Type.String({
      ...id,
      ...form({ when: { shown: [NOT_GHOST] } }),
      title: "Reply to",
      description: "Id of the post that this one replies to.",
    }),
  ),
  is_spoiler_media: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: [WITH_MEDIA] } }),
      title: "Hide files as spoilers",
      description: "Files are blurred until tapped.",
    }),
  ),
  is_ghost_post: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: [WITHOUT_MEDIA] } }),
      title: "Disappears after 24 hours",
      description: "Only for a text: without files, card, poll or GIF, and not for a reply.",
    }),
  ),
  location_id: Type.Optional(
    Type.String({
      ...id,
      title: "Location",
      description: "Id from Threads' location search; the application needs threads_location_tagging.",
    }),
  ),
  allowlisted_country_codes: Type.Optional(
    Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
      minItems: 1,
      maxItems: 250,
      ...form({ widget: "country" }),
      title: "Countries",
      description:
        "Country codes, for example `DE`: shown only there. Only for accounts that Threads allows it.",
    }),
  ),
  crossreshare_to_ig: Type.Optional(
    Type.Boolean({
      title: "Share to Instagram",
      description: "Also publishes it as a story of the linked Instagram account.",
    }),
  ),
});

export type Options = Static<typeof options>;
