// A GET that asks a network may take longer than a silent connection may stay open.
import { expect, test } from "bun:test";
import { pairedRegistry } from "../../app/networks.ts";
import type { Network } from "../../networks/network.ts";
import { pinterest } from "../../networks/pinterest/index.ts";
import { simulatedPinterest } from "../../simulator/pinterest/index.ts";
import { isWhole, openRaw } from "../support/raw-http.ts";
import { openWorld } from "../support/world.ts";

test("live account options of a slow network arrive after idle connections have been closed", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const network: Network = {
    ...pinterest,
    async liveOptions() {
      asked.resolve();
      await answer.promise;
      return { values: { boards: [], moreBoards: false }, rules: {} };
    },
  };
  const known = pairedRegistry([{ network, simulated: simulatedPinterest }]);
  const limits = { idleS: 1, answeringS: 60 };
  await using world = await openWorld({}, known, null, () => {}, limits);
  const account = await world.account("pinterest", "ok");
  const get = (path: string) =>
    [`GET ${path} HTTP/1.1`, `Host: ${new URL(world.url).host}`, `Authorization: Bearer ${world.key}`].join(
      "\r\n",
    ) + "\r\n\r\n";

  using slow = await openRaw(world.url);
  slow.send(get(`/v1/accounts/${account}/options`));
  await asked.promise;
  // This connection began to be silent later than the slow one: once it is closed, that one has been silent for longer.
  using idle = await openRaw(world.url);
  idle.send(get("/v1/accounts"));
  expect(await idle.until(isWhole)).toStartWith("HTTP/1.1 200");
  await idle.closed();
  answer.resolve();
  const text = await slow.until(isWhole);
  expect(text).toStartWith("HTTP/1.1 200");
  expect(text).toContain('"moreBoards":false');
});
