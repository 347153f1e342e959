// Opens a world whose network really signs people in: a simulator of its own, and browsers.
import { networks, pairedRegistry } from "../../../app/networks.ts";
import type { Published } from "../../../simulator/network.ts";
import { startSimulator } from "../../../simulator/server.ts";
import { turnableClock } from "../clock.ts";
import { openWorld, type World } from "../world.ts";
import { guild } from "./network.ts";
import { ACCESS_MS, CLIENT, newLever, simulatedGuild, type Lever } from "./simulated.ts";

/** Every network, and this one. */
export const withGuild = pairedRegistry([...networks.pairs, { network: guild, simulated: simulatedGuild() }]);

export interface OAuthWorld extends AsyncDisposable {
  readonly world: World;
  readonly lever: Lever;
  /** What the real network, which is none of the appliance's simulations, took. */
  published(): readonly Published[];
  browser(): Browser;
  /** Signs in as `handle` by the pages. @returns the page that says what came of it */
  connect(handle: string, browser?: Browser): Promise<Page>;
}

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

export interface Browser {
  /** Cookies of the appliance, by name. */
  readonly cookies: Map<string, string>;
  /** One request, no redirect. */
  ask(url: string, init?: RequestInit): Promise<Page>;
  /** With its redirects. */
  open(url: string): Promise<Page>;
}

export async function openOAuthWorld(
  env: Record<string, string> = {},
  accessMs = ACCESS_MS,
  say: (line: string) => void = () => {},
): Promise<OAuthWorld> {
  const lever = newLever(accessMs);
  const networkClock = turnableClock();
  const simulator = await startSimulator({
    networks: [simulatedGuild(lever)],
    clock: networkClock,
    faults: ({ publishing, account }) => (publishing || account !== "" ? null : lever.fault),
  });
  const own = `${simulator.url}/guild`;
  const application = { CRIER_GUILD_CLIENT_ID: CLIENT.id, CRIER_GUILD_CLIENT_SECRET: CLIENT.secret };
  const world = await openWorld(
    { CRIER_ENDPOINT_GUILD: own, CRIER_ENDPOINT_GUILD_WEB: own, ...application, ...env },
    withGuild,
    null,
    say,
  );
  // One time for both.
  Object.assign(networkClock, { now: () => world.clock.now() });
  return {
    world,
    lever,
    published: () => simulator.published("guild"),
    browser,
    async connect(handle, by = browser()) {
      const { oauthFlow: consent } = world.appliance;
      const { url } = consent.link({ profileId: world.profileId, platform: "guild", actor: "cli" });
      return await by.open(`${continueIn(await by.ask(url))}&login_hint=${handle}`);
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await simulator.stop();
    },
  };

  function browser(): Browser {
    return browserAt(() => world.url);
  }
}

/** @param own address of the appliance, whose cookies a test may look at */
export function browserAt(own: () => string): Browser {
  const cookies = new Map<string, string>();
  const elsewhere = new Map<string, string>();
  const ask: Browser["ask"] = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const jar = new URL(url).host === new URL(own()).host ? cookies : elsewhere;
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, url, headers: answer.headers, text: await answer.text() };
  };
  return {
    cookies,
    ask,
    async open(url) {
      let page = await ask(url);
      for (let hops = 0; page.headers.has("location") && hops < 10; hops++)
        page = await ask(new URL(page.headers.get("location") ?? "", page.url).href);
      return page;
    },
  };
}

/** Where the start page's button leads. */
export function continueIn({ text }: Page): string {
  const [, address] = /class="button" href="([^"]+)"/.exec(text) ?? [];
  if (address === undefined) throw new Error(`no button in ${text}`);
  return address.replaceAll("&amp;", "&");
}
