// crier post show: one post, its files, and where it stands on each network.
import { Command } from "@commander-js/extra-typings";
import { postView } from "../../api/views/post.ts";
import type { Post } from "../../domain/post.ts";
import { answer, globalsOf, type Context } from "../context.ts";
import { outcomeTable } from "../outcome.ts";
import { openRecords } from "../records.ts";
import { findPost } from "./find.ts";
import { mayBeLive } from "./may-be-live.ts";

export function showCommand(context: Context) {
  return new Command("show")
    .description("show a post: its text, its files, and its status on each network")
    .argument("<id>", "id of the post, or the first characters of it")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using records = await openRecords(context, globals);
      const { post, profile } = await findPost(id, records);
      const display = { columns: context.columns, zone: profile.timezone, now: records.clock.now() };
      const lines = [
        post.caption,
        ...post.media.map(mediaLine),
        "",
        outcomeTable(post, display),
        ...(await mayBeLive(post, records.store.accounts, context)),
      ];
      answer(context, globals, postView(post, records.links), lines.join("\n"));
    });
}

const mediaLine = ({ filename, altText }: Post["media"][number]) =>
  `  ${filename}${altText === null ? "" : `: ${altText}`}`;
