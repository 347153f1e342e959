// Tests that whatever fetches an address never reaches a private one: by its name, its address, a redirect, or a DNS change.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import net from "node:net";
import { systemClock, type Clock } from "../../clock.ts";
import { fetchRemote, type RemoteDeps } from "../../media/remote/fetch.ts";
import { turnableClock } from "./clock.ts";
import { HOST, internet, openMediaHost, type MediaHost } from "./media-host.ts";
import { FORBIDDEN_ADDRESSES, FORBIDDEN_URLS } from "./private-addresses.ts";

/** Fetches an address. @returns whether anything was found; throwing counts as nothing */
type Fetches = (url: string) => Promise<boolean>;

/** As one who would reach anything: it leads to the canary wherever it is not refused before. */
const loopback = async () => ["127.0.0.1"];

/** @param open the part under test, with this way to the outside */
export function refusesPrivateAddresses(name: string, open: (deps: RemoteDeps) => Fetches): void {
  describe(`${name} never leads inside`, () => {
    /** Whatever gets as far as loopback is counted here. */
    let hits = 0;
    let canary: net.Server;
    let port = 0;
    let host: MediaHost;
    let location = "";
    beforeAll(async () => {
      canary = net.createServer((socket) => void (hits++, socket.destroy()));
      await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
      port = (canary.address() as net.AddressInfo).port;
      host = await openMediaHost((_, response) => response.writeHead(302, { location }).end());
    });
    afterAll(() => {
      canary.close();
      host[Symbol.dispose]();
    });

    const fetches = (change: Partial<RemoteDeps>, clock: Clock = systemClock) =>
      open({ ports: [443, port], clock, version: "test", resolve: loopback, ...change });
    const found = (fetch: Fetches, url: string) => fetch(url).catch(() => false);

    test(`by ${FORBIDDEN_URLS.length} addresses`, async () => {
      const fetch = fetches({});
      for (const url of FORBIDDEN_URLS)
        expect({ url, found: await found(fetch, url.replaceAll("{port}", String(port))) }).toEqual({
          url,
          found: false,
        });
      expect(hits).toBe(0);
    });

    test(`by a redirect to one of them`, async () => {
      const isHost = ({ host: asked }: URL) => asked === `${HOST}:${host.port}`;
      let redirected = 0;
      for (const url of FORBIDDEN_URLS) {
        // What a header can't say, no redirect says.
        if (/[^\x21-\x7e]/.test(url) || url === "") continue;
        location = url.replaceAll("{port}", String(port));
        const before = host.requests.length;
        const fetch = fetches({ ...internet, mayBePrivate: isHost });
        const answer = await found(fetch, `https://${HOST}:${host.port}/${redirected++}`);
        expect({ url, found: answer }).toEqual({ url, found: false });
        expect(host.requests.length).toBeGreaterThan(before);
      }
      expect({ hits, many: redirected > 200 }).toEqual({ hits: 0, many: true });
    });

    test(`by a name that leads to one of ${FORBIDDEN_ADDRESSES.length} addresses, alone or beside a public one`, async () => {
      for (const address of FORBIDDEN_ADDRESSES) {
        for (const addresses of [[address], ["93.184.216.34", address], [address, "93.184.216.34"]]) {
          const fetch = fetches({ resolve: async () => addresses });
          const answer = await found(fetch, `https://${HOST}:${port}/`);
          expect({ addresses, found: answer }).toEqual({ addresses, found: false });
        }
      }
      expect(hits).toBe(0);
    });

    test("by a name that is public when it is looked at and loopback when it is called", async () => {
      let asked = 0;
      const attempt = async () => {
        let turn = 0;
        // Unicast by its range and given to nobody: nothing answers there.
        const resolve = async () => (asked++, turn++ === 0 ? ["2d00::1"] : ["127.0.0.1"]);
        const clock = turnableClock();
        const done = found(fetches({ resolve }, clock), `https://${HOST}:${port}/`);
        // Where a route to it exists it would be silence.
        const hurry = setTimeout(() => clock.turn(10_000), 200);
        expect(await done).toBeFalse();
        clearTimeout(hurry);
      };
      for (let n = 0; n < 100; n += 50) await Promise.all(Array.from({ length: 50 }, attempt));
      expect({ hits, asked }).toEqual({ hits: 0, asked: 100 });
    });

    test("and the canary would have noticed", async () => {
      const deps = { ports: [port], clock: systemClock, version: "test", resolve: loopback };
      const request = { accept: "*/*", limitBytes: 10, timeoutMs: 5000, redirects: 0 };
      const mayBePrivate = () => true;
      await fetchRemote(`https://${HOST}:${port}/`, request, { ...deps, mayBePrivate }).catch(() => {});
      expect(hits).toBe(1);
    });
  });
}
