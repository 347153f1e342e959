// Tests that no webhook reaches an address inside, whatever its name leads to, and that messages go out over TLS.
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { openSigningKey } from "../auth/jws.ts";
import { openVault } from "../auth/vault.ts";
import { systemClock } from "../clock.ts";
import type { Message } from "../domain/store/outbox.ts";
import type { RemoteDeps } from "../media/remote/fetch.ts";
import { openCalls } from "../networks/client/call.ts";
import { systemResolve } from "../networks/client/address.ts";
import { refusesPrivateAddresses } from "../tests/support/hostile-addresses.ts";
import { HOST, internet, openMediaHost } from "../tests/support/media-host.ts";
import { makeSecret, sealedSecret } from "./secret.ts";
import { send, type Sent } from "./send.ts";

const vault = openVault("ab".repeat(32));
const signing = openSigningKey(vault.derive("signatures"));
const secret = { ...sealedSecret(makeSecret(), "1", 0, vault), until: null };
const message = (url: string): Message => ({
  id: "1",
  webhookId: "1",
  postId: null,
  eventId: "1",
  type: "webhook.test",
  profileId: "1",
  url,
  body: "{}",
  tries: 0,
  attempts: 0,
  secrets: [secret],
});

const sender = ({ ports, clock, mayBePrivate = () => false, resolve = systemResolve, ca }: RemoteDeps) => {
  const options = { version: "test", clock, random: randomBytes, isAllowed: mayBePrivate, resolve };
  const call = openCalls({
    ...options,
    ...(ca !== undefined && { ca }),
    maxAnswerBytes: 4096,
    takesBeginning: true,
  });
  return (url: string): Promise<Sent> =>
    send(message(url), { call, clock, ports, mayBePrivate, vault, signing });
};

refusesPrivateAddresses("a webhook", (deps) => {
  const sendTo = sender(deps);
  return async (url) => (await sendTo(url)).problem === null;
});

test("a message goes out over TLS to a host that proves its name", async () => {
  using host = await openMediaHost((_, response) => void response.writeHead(202).end());
  const url = `https://${HOST}:${host.port}/hook`;
  const deps = { ports: [443], clock: systemClock, version: "test", mayBePrivate: () => true, ...internet };
  expect(await sender(deps)(url)).toEqual({ status: 202, problem: null, retryAfterMs: null });
  expect(await sender(deps)(url.replace(HOST, "127.0.0.1"))).toMatchObject({ status: null });
  expect(await sender({ ...deps, ca: undefined })(url)).toMatchObject({ status: null });
  expect(host.requests).toHaveLength(1);
});
