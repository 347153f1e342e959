// What browser tests of the calendar and the queue share: a week in spring, its posts, and where they are shown.
import type { Locator } from "playwright-core";
import { editProfile } from "../../admin/profiles.ts";
import { setSlots, upload } from "./posting.ts";
import type { Tab } from "./web.ts";
import { openWorld, isSettled, type PostBody, type World } from "./world.ts";

/** A Wednesday; on Sunday the clocks go forward in Europe. */
export const NOW = "2027-03-24T11:00:00Z";

/** Three slots a day in Berlin, and a few accounts. */
export async function openPlanning(): Promise<World> {
  const world = await openWorld();
  world.clock.set(Date.parse(NOW));
  await setZone(world, "Europe/Berlin");
  for (const account of ["mastodon:ok", "bluesky:ok", "mastodon:fail", "mastodon:ghost"]) {
    const [platform = "", handle = ""] = account.split(":");
    await world.account(platform, handle);
  }
  return world;
}

/** The profile's zone, and three slots a day in it. */
export async function setZone(world: World, timezone: string): Promise<void> {
  await editProfile("cli", world.profileId, { timezone }, world.appliance);
  await setSlots(
    world,
    ["09:00", "12:30", "17:00"].map((time) => ({ time, timezone })),
  );
}

/** @param schedule a time, or `draft`; the next free slot without */
export const plan = (
  world: World,
  caption: string,
  schedule?: string,
  more: Record<string, unknown> = {},
): Promise<PostBody> =>
  world.post({ caption, accounts: ["bluesky:ok"], ...(schedule !== undefined && { schedule }), ...more });

/** A week with posts of every state. */
export async function planEverything(world: World): Promise<void> {
  const media = [await upload(world)];
  for (const [at, caption, accounts] of [
    ["2027-03-22T08:00:00Z", "Good morning, harbour", ["mastodon:ok", "bluesky:ok"]],
    ["2027-03-22T11:30:00Z", "Menu of the week: soup, fish, and more fish", ["mastodon:fail"]],
    ["2027-03-23T08:00:00Z", "Nobody knows where the ferry is", ["mastodon:ghost", "mastodon:ok"]],
  ] as const) {
    world.clock.set(Date.parse(at));
    const { id } = await plan(world, caption, "now", { accounts });
    await world.until(id, isSettled, 1000);
  }
  world.clock.set(Date.parse(NOW));
  await plan(world, "Opening hours on Sunday", undefined, { accounts: ["mastodon:ok", "bluesky:ok"] });
  await plan(world, "Recipe: grandmother’s fish soup", undefined, { media });
  const three = ["mastodon:ok", "bluesky:ok", "mastodon:fail"];
  await plan(world, "The boats are back", "2027-03-25T09:15:00+01:00", { accounts: three });
  await plan(world, "Sunset", "2027-03-27T19:40:00+01:00", { media });
  await plan(world, "Clocks", "2027-03-28T12:00:00+02:00");
  await plan(world, "An idea without a date", "draft");
  await plan(world, "Another idea, for nobody yet", "draft");
}

/** The post with these words in the calendar. */
export const card = ({ page }: Tab, words: string): Locator =>
  page.locator("[data-post]").filter({ hasText: words });

/** @param date such as 2027-03-26 */
export const day = ({ page }: Tab, date: string): Locator => page.locator(`[data-day="${date}"]`);

/** The post with these words on that day. */
export const cardOn = (tab: Tab, date: string, words: string): Locator =>
  day(tab, date).locator("[data-post]").filter({ hasText: words });

/** When a post goes out, as the server says. */
export const timeOf = async (world: World, { id }: { readonly id: string }): Promise<string | null> =>
  (await world.ask("GET", `/posts/${id}`)).json["scheduledFor"] as string | null;
