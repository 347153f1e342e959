// POST /v1/posts/check: what every network would be sent of a post that is being written, and what is still wrong with it.
import { Elysia } from "elysia";
import { jsonUpTo } from "../http/body.ts";
import { callerOf, operation } from "../http/caller.ts";
import { inPieces } from "../http/long-answer.ts";
import { MAX_POST_BYTES, MAX_POST_CHARACTERS, PostToCheck } from "../requests/post-input.ts";
import { checkFromCall, type PostsDeps } from "../requests/posts.ts";
import { PostCheckView, postCheckView } from "../views/post-check.ts";

const ABOUT = `For programs that help people to write: send it as often as the text changes. Nothing is stored, no network is asked, and a plan is not needed.

The answer is 200 whatever is wrong with the post. \`targets\` has one entry for each account, made by the same functions that create and send posts: \`text\`, \`media\` and their alternative texts are what the network would be sent. \`problems\` prevent publishing, \`warnings\` do not. A \`fix\`, where there is one, mends a problem with a single change.

Names that fit no account are in \`unknown\`; what else creating would refuse with 400 is in \`problems\` of the post, by the code of that error. Choices that only the network can judge, such as a board, are checked against what it said last (\`GET /accounts/{id}/options\` asks it).`;

export const postCheckRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/posts" })
    .mapResponse(inPieces)
    .post(
      "/check",
      async ({ body, request }) => postCheckView(await checkFromCall(callerOf(request), body, deps)),
      {
        ...operation({
          id: "checkPost",
          tag: "Posts",
          scope: "read",
          permission: "read",
          summary: "Check a post that is being written",
          description: ABOUT,
        }),
        parse: jsonUpTo(MAX_POST_BYTES, MAX_POST_CHARACTERS),
        body: PostToCheck,
        response: PostCheckView,
      },
    );
