// The tasks: what has to be there first, what somebody does, and what has to be true afterwards.
import { rename } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { SAMPLES } from "../../media/samples/index.ts";
import { uncertainPost, upload } from "../../tests/support/posting.ts";
import type { PostBody, World } from "../../tests/support/world.ts";
import type { Person } from "./person.ts";

export interface Task {
  readonly name: string;
  /** @returns what it is done with */
  readonly prepare: (world: World) => Promise<Ready>;
}

interface Ready {
  /** Below the profile, where it begins. */
  readonly path: string;
  readonly act: (person: Person) => Promise<void>;
  /** Whether it is done. */
  readonly isDone: () => Promise<boolean>;
}

export const NETWORKS = ["bluesky", "instagram", "linkedin", "mastodon", "threads"] as const;
const TEXT = "The boats are back. Come and see them on Sunday.";

const postsOf = async (world: World, query: string): Promise<readonly PostBody[]> =>
  (await world.ask("GET", `/posts?limit=100&${query}`)).json["posts"] as readonly PostBody[];
const statusOf = async (world: World, id: string): Promise<unknown> =>
  (await world.ask("GET", `/posts/${id}`)).json["status"];
const nav = ({ page }: Person, name: string) =>
  page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name });

/** For five networks, with a photo, other words for two of them, and a slot that is chosen. */
const write: Task = {
  name: "write for five networks, with a photo, two forks and a slot",
  async prepare(world) {
    const before = (await postsOf(world, "status=queued")).length;
    const photo = join(world.folder, "boats.jpg");
    await Bun.write(photo, await Bun.file(SAMPLES.photo.path).bytes());
    return {
      path: "",
      async act(person) {
        const { page, click, type, press, choose, see } = person;
        await click(page.getByRole("link", { name: "Write" }).first());
        const text = page.getByRole("textbox", { name: /^Text/ });
        await click(text);
        await type(TEXT);
        await choose(page.locator("button").filter({ hasText: "Add files" }), photo);
        await see(page.locator(".file-tile img"));
        for (const [network, more] of [
          ["Mastodon", " #boats #harbour"],
          ["LinkedIn", " Our season opens."],
        ] as const) {
          await click(page.getByRole("tab", { name: new RegExp(`^${network}`) }));
          await click(text);
          await press("Control+End");
          await type(more);
        }
        await click(page.getByRole("button", { name: /^When|^Next free slot/ }));
        await click(page.locator(".slot-list button:enabled").nth(1));
        await click(page.getByRole("button", { name: /^Add to queue/ }));
        await page.waitForURL(/\/posts\//);
      },
      isDone: async () => (await postsOf(world, "status=queued")).length === before + 1,
    };
  },
};

const DAYS = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"] as const;

/** Five drafts, each to a slot of its own day. */
const plan: Task = {
  name: "plan a week: five drafts, one for each day",
  async prepare(world) {
    const ids: string[] = [];
    for (const day of DAYS) {
      const media = [await upload(world)];
      const { id } = await world.post({ caption: `For ${day}`, accounts: "all", schedule: "draft", media });
      ids.push(id);
    }
    return {
      path: "",
      async act(person) {
        const { page, click, drag, see } = person;
        await click(nav(person, "Calendar"));
        await click(page.getByRole("button", { name: "The week after" }));
        await click(page.getByRole("button", { name: /^Drafts/ }));
        for (const day of DAYS) {
          const slot = page.locator(`[data-day="${day}"] [data-slot]`).last();
          await drag(
            page
              .locator("[data-draft]")
              .filter({ hasText: `For ${day}` })
              .first(),
            slot,
          );
          await see(
            page
              .locator(`[data-day="${day}"] [data-post]`)
              .filter({ hasText: `For ${day}` })
              .first(),
          );
        }
      },
      async isDone() {
        const statuses = await Promise.all(ids.map((id) => statusOf(world, id)));
        return statuses.every((status) => status === "queued");
      },
    };
  },
};

/** A draft with a picture that one of its networks refuses for its shape. */
const repair: Task = {
  name: "fix a refused picture: crop it for the network that refuses it",
  async prepare(world) {
    const panorama = join(world.folder, "panorama.jpg");
    await sharp(await Bun.file(SAMPLES.photo.path).bytes())
      .resize(1500, 500)
      .jpeg()
      .toFile(`${panorama}.new`);
    await rename(`${panorama}.new`, panorama);
    const form = new FormData();
    form.set("file", new File([await Bun.file(panorama).bytes()], "panorama.jpg", { type: "image/jpeg" }));
    const { media } = (await world.ask("POST", "/media", form)).json as {
      readonly media: { readonly id: string };
    };
    const body = {
      caption: "Panorama",
      accounts: ["instagram", "mastodon"],
      media: [media.id],
      schedule: "draft",
    };
    const { json } = await world.ask("POST", "/posts", body, { prefer: "handling=lenient" });
    const id = String(json["id"]);
    return {
      path: `/posts/${id}`,
      async act({ page, click }) {
        await click(
          page
            .getByRole("link", { name: "Edit" })
            .or(page.getByRole("button", { name: "Edit" }))
            .first(),
        );
        await click(page.getByRole("button", { name: "Crop it …" }));
        await click(page.getByRole("button", { name: /^Use it for Instagram/ }));
        await page.getByText("To put right").waitFor({ state: "detached" });
        await click(page.getByRole("button", { name: /^Add to queue/ }));
        await page.waitForURL(/\/posts\//);
      },
      isDone: async () => (await statusOf(world, id)) === "queued",
    };
  },
};

/** A post whose answer was lost, among what went out: it is on the network. */
const settle: Task = {
  name: "find and settle a lost answer",
  async prepare(world) {
    await world.account("mastodon", "ghost");
    const { id } = await uncertainPost(world);
    return {
      path: "",
      async act({ page, click, press, see }) {
        await click(page.getByRole("link", { name: /settle/i }).first());
        await see(page.getByRole("heading", { name: "What Crier knows" }));
        // Opening the account and looking is at the network, and not counted.
        await press("y");
        await click(page.getByRole("button", { name: "It is live" }));
        await page.getByRole("heading", { name: "Everything is settled" }).waitFor();
      },
      isDone: async () => (await statusOf(world, id)) === "posted",
    };
  },
};

export const TASKS: readonly Task[] = [write, plan, repair, settle];
