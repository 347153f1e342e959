// Tests the import of files by URL (contract 4.8; D32).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { SAMPLES } from "../../../media/samples/index.ts";
import { HOST, internet, openMediaHost, type MediaHost } from "../../support/media-host.ts";
import { openWorld, type World } from "../../support/world.ts";
import { networks } from "../../../app/networks.ts";
import { outcome, pointers } from "../../support/posting.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const MiB = 1024 * 1024;
let world: World;
let host: MediaHost;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  photo = await Bun.file(SAMPLES.photo.path).bytes();
  host = await openMediaHost(({ url = "" }, response) => {
    if (url.startsWith("/moved")) response.writeHead(302, { location: `https://${HOST}/photo.jpg` });
    response.end(url === "/large.jpg" ? Buffer.concat([photo, Buffer.alloc(4 * MiB)]) : photo);
  });
  const env = {
    CRIER_IMPORT_PORTS: `443,${host.port}`,
    CRIER_ALLOW_PRIVATE_HOSTS: `${HOST},a.b.cdn.example`,
  };
  world = await openWorld(env, networks, internet);
  for (const each of [HOST, "*.cdn.example"])
    await world.appliance.store.importHosts.add({ host: each, createdAt: 0 }, ENTRY);
});
afterAll(async () => {
  host[Symbol.dispose]();
  await world[Symbol.asyncDispose]();
});
const imported = (url: string, more: object = {}) => world.ask("POST", "/media", { url, ...more });
const at = (path: string, name = HOST) => `https://${name}:${host.port}${path}`;

test("files are imported from approved hosts only (contract 4.8)", async () => {
  const { status, json } = await imported(at("/a/photo.jpg"), { altText: "Hills" });
  expect({ status, json }).toMatchObject({
    status: 201,
    json: {
      media: { kind: "image", mime: "image/jpeg", filename: "photo.jpg", width: 1600, altText: "Hills" },
    },
  });
  expect((await imported(at("/x"), { filename: "own.jpg" })).json).toMatchObject({
    media: { filename: "own.jpg" },
  });
  const before = host.requests.length;
  for (const name of ["example.com", `x.${HOST}`, "127.0.0.1", "localhost", "cdn.example"])
    expect(outcome(await imported(at("/a.jpg", name)))).toBe("422 host_not_approved");
  expect(host.requests.length).toBe(before);
  for (const [more, pointer] of [
    [{ x: 1 }, "/x"],
    [{ width: 0 }, "/width"],
    [{ altText: "" }, "/altText"],
  ] as const)
    expect(pointers(await imported(at("/a.jpg"), more))).toEqual([pointer]);
  expect(outcome(await world.ask("POST", "/media", {}))).toBe("400 invalid_request");
  expect(outcome(await world.ask("POST", "/media", "[", { "content-type": "application/json" }))).toBe(
    "400 invalid_json",
  );
  expect(outcome(await world.ask("POST", "/media", "x", { "content-type": "text/plain" }))).toBe(
    "415 unsupported_media_type",
  );
});

test("an import must be HTTPS, without redirects and under 4 MiB (contract 4.8)", async () => {
  expect(outcome(await imported(`http://${HOST}:${host.port}/a.jpg`))).toBe("400 invalid_request");
  expect(outcome(await imported(at("/moved")))).toBe("422 import_failed");
  expect(outcome(await imported(at("/large.jpg")))).toBe("413 media_too_large");
});

test("an approved host matches exactly, a wildcard everything below it (D32)", async () => {
  expect(outcome(await imported(at("/photo.jpg", "a.b.cdn.example")))).toBe("422 import_failed");
  for (const name of ["cdn.example", "evilcdn.example", "a.cdn.example.evil.example", `${HOST}.`])
    expect(outcome(await imported(at("/photo.jpg", name)))).toBe("422 host_not_approved");
});

test("further import ports are a setting (D32)", async () => {
  expect((await imported(at("/photo.jpg"))).status).toBe(201);
  for (const port of [80, 8443, host.port + 1])
    expect(pointers(await imported(`https://${HOST}:${port}/photo.jpg`))).toEqual(["/url"]);
});

test("an import URL with credentials is refused (D32)", async () => {
  for (const user of ["me", "me:pass", ":pass", ""])
    expect(pointers(await imported(`https://${user}@${HOST}:${host.port}/photo.jpg`))).toEqual(["/url"]);
});

test("imports from private addresses are refused (D32)", async () => {
  // Approved, and at loopback like the other one, but not among the hosts that may be private.
  const answer = await imported(at("/photo.jpg", "b.cdn.example"));
  expect([outcome(answer), String(answer.json["detail"])]).toEqual([
    "422 import_failed",
    "b.cdn.example is not on the public internet.",
  ]);
});
