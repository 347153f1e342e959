// Tests uploads in two steps (contract 2.3, 4.6, 4.7; D30, D31): presign, PUT and complete.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathOf } from "../../../media/storage/folder.ts";
import { SAMPLES } from "../../../media/samples/index.ts";
import { stillGif } from "../../support/gif-fixture.ts";
import { PRESIGNED_MIMES } from "../../../media/probe/sniff.ts";
import { HOST, internet, openMediaHost, type MediaHost } from "../../support/media-host.ts";
import { openWorld, type Answer, type World } from "../../support/world.ts";
import { networks } from "../../../app/networks.ts";
import { DAY, HOUR, outcome, pointers, otherProfile } from "../../support/posting.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const MiB = 1024 * 1024;
let world: World;
let host: MediaHost;
let clip: Uint8Array<ArrayBuffer>;
let photo: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  [clip, photo] = await Promise.all([
    Bun.file(SAMPLES.clip.path).bytes(),
    Bun.file(SAMPLES.photo.path).bytes(),
  ]);
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

interface Upload {
  readonly uploadId: string;
  readonly uploadUrl: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly expiresAt: string;
}
const film = (size = clip.byteLength) => ({ filename: "hills.mp4", contentType: "video/mp4", size });
async function presign(request: object = film()): Promise<Upload> {
  const { status, json } = await world.ask("POST", "/media/presign", request);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json as unknown as Upload;
}
async function put(
  { uploadUrl, headers }: Upload,
  body: Uint8Array<ArrayBuffer> | ReadableStream,
  more: Record<string, string> = {},
) {
  const answer = await fetch(uploadUrl, { method: "PUT", headers: { ...headers, ...more }, body });
  const text = await answer.text();
  const json = (text === "" ? {} : JSON.parse(text)) as Answer["json"];
  return { status: answer.status, headers: answer.headers, json };
}
const complete = ({ uploadId }: Upload, more: object = {}, headers: Record<string, string> = {}) =>
  world.ask("POST", "/media/complete", { uploadId, ...more }, headers);
const imported = (url: string, more: object = {}) => world.ask("POST", "/media", { url, ...more });
const at = (path: string, name = HOST) => `https://${name}:${host.port}${path}`;
const uploading = () => readdirSync(join(world.folder, "media", "uploads"));

test("presign answers with an upload id, a URL and headers (contract 2.3)", async () => {
  const upload = await presign();
  expect(upload).toEqual({
    uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    uploadUrl: expect.stringMatching(/\/uploads\/[0-9a-f-]{36}\?expires=\d+&signature=[\w-]+$/),
    method: "PUT",
    headers: { "Content-Type": "video/mp4" },
    expiresAt: new Date(world.clock.now() + HOUR).toISOString(),
  });
  expect(upload.uploadUrl).toStartWith(`${world.url}/uploads/${upload.uploadId}?`);
});

test("an upload is completed only if the stored bytes are whole (contract 2.3)", async () => {
  const upload = await presign();
  await put(upload, clip);
  await Bun.write(join(world.folder, "media", "uploads", upload.uploadId), clip.slice(1));
  expect(outcome(await complete(upload))).toBe("409 upload_incomplete");
  await put(upload, clip);
  const { json } = await complete(upload);
  const [row] = await world.database.all<{ sha256: string }>(
    `SELECT sha256 FROM media WHERE id = '${(json["media"] as { id: string }).id}'`,
  );
  expect(row?.sha256).toBe(new Bun.CryptoHasher("sha256").update(clip).digest("hex"));
});

test("presign requires its fields and one of six content types (contract 4.6)", async () => {
  for (const contentType of PRESIGNED_MIMES)
    expect((await presign({ ...film(), contentType })).headers["Content-Type"]).toBe(contentType);
  const refused = async (request: object) => {
    const answer = await world.ask("POST", "/media/presign", request);
    return [outcome(answer), pointers(answer)];
  };
  for (const contentType of [
    "image/gif",
    "image/svg+xml",
    "video/x-matroska",
    "VIDEO/MP4",
    "",
    "video/mp4; x=y",
    5,
  ])
    expect(await refused({ ...film(), contentType })).toEqual(["400 invalid_request", ["/contentType"]]);
  for (const name of ["filename", "contentType", "size"]) {
    const { [name]: _, ...rest } = film() as Record<string, unknown>;
    expect(await refused(rest)).toEqual(["400 invalid_request", [`/${name}`]]);
  }
  expect(await refused({ ...film(), sha256: "" })).toEqual(["400 invalid_request", ["/sha256"]]);
});

test("an upload's size is 1 byte to 512 MiB (contract 4.6)", async () => {
  for (const size of [1, 512 * MiB]) expect((await presign(film(size))).method).toBe("PUT");
  for (const size of [0, -1, 512 * MiB + 1, 1.5, "1", null]) {
    const answer = await world.ask("POST", "/media/presign", { ...film(), size });
    expect([outcome(answer), pointers(answer)]).toEqual(["400 invalid_request", ["/size"]]);
  }
});

test("credentials at the upload URL are refused (contract 4.6)", async () => {
  const upload = await presign();
  for (const authorization of [`Bearer ${world.key}`, "Bearer x", "Basic eDp5", "x"]) {
    const answer = await put(upload, clip, { authorization });
    expect(outcome({ ...answer })).toBe("400 credential_on_upload");
    expect(JSON.stringify(answer.json)).not.toContain(world.key);
    const head = await fetch(upload.uploadUrl, { method: "HEAD", headers: { authorization } });
    expect(head.status).toBe(400);
  }
  expect(uploading()).not.toContain(upload.uploadId);
  expect((await put(upload, clip)).status).toBe(204);
});

test("completing an upload answers with its media (contract 4.7)", async () => {
  const upload = await presign();
  await put(upload, clip);
  const { status, json } = await complete(upload, { altText: "Hills", width: 5, height: 5, durationMs: 5 });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    media: {
      kind: "video",
      mime: "video/mp4",
      filename: "hills.mp4",
      size: clip.byteLength,
      altText: "Hills",
    },
  });
  const { id } = json["media"] as { id: string };
  const post = await world.ask("POST", "/posts", {
    caption: "x",
    media: [id],
    schedule: "draft",
    accounts: [],
  });
  expect(pointers(post)).not.toContain("/media/0");
});

test("width, height and duration must be at least 1 (contract 4.7)", async () => {
  const upload = await presign();
  for (const name of ["width", "height", "durationMs"])
    for (const value of [0, -1, 1.5, "5"]) {
      const answer = await complete(upload, { [name]: value });
      expect([outcome(answer), pointers(answer)]).toEqual(["400 invalid_request", [`/${name}`]]);
    }
  expect(outcome(await complete(upload, { depth: 1 }))).toBe("400 invalid_request");
  expect(outcome(await complete({ ...upload, uploadId: "1" }))).toBe("400 invalid_request");
});

test("presign accepts up to 512 MiB and no GIF (contract 8)", async () => {
  expect((await presign(film(512 * MiB))).headers["Content-Type"]).toBe("video/mp4");
  expect(outcome(await world.ask("POST", "/media/presign", film(512 * MiB + 1)))).toBe("400 invalid_request");
  expect(outcome(await world.ask("POST", "/media/presign", { ...film(), contentType: "image/gif" }))).toBe(
    "400 invalid_request",
  );
});

/** The same file by the three ways. */
async function threeWays(
  file: Uint8Array<ArrayBuffer>,
  declared: (typeof PRESIGNED_MIMES)[number],
): Promise<string[]> {
  const form = new FormData();
  form.set("file", new Blob([file], { type: declared }), "x");
  const upload = await presign({ filename: "x", contentType: declared, size: file.byteLength });
  await put(upload, file);
  return [outcome(await world.ask("POST", "/media", form)), outcome(await complete(upload))];
}

test("a declared type that differs from the file is refused with 422 (D30)", async () => {
  expect(await threeWays(photo, "image/png")).toEqual(["422 media_type_mismatch", "422 media_type_mismatch"]);
  expect(await threeWays(photo, "video/mp4")).toEqual(["422 media_type_mismatch", "422 media_type_mismatch"]);
  expect(await threeWays(photo, "image/jpeg")).toEqual(["201", "200"]);
  // A refused upload does not affect another one with the same bytes.
  const [row] = await world.database.all<{ sha256: string }>(
    "SELECT sha256 FROM media WHERE mime = 'image/jpeg'",
  );
  expect(existsSync(pathOf(join(world.folder, "media"), row?.sha256 ?? ""))).toBe(true);
});

test("unsupported types are refused on every route (D30)", async () => {
  const bitmap = new Uint8Array(Buffer.from("BM, which nobody takes"));
  expect(await threeWays(bitmap, "image/png")).toEqual([
    "422 media_type_unsupported",
    "422 media_type_unsupported",
  ]);
  // A GIF comes whole or by its URL, and not by presign.
  const gif = await stillGif();
  const form = new FormData();
  form.set("file", new Blob([gif]), "x.gif");
  expect(outcome(await world.ask("POST", "/media", form))).toBe("201");
  const request = { filename: "x.gif", contentType: "image/gif", size: gif.byteLength };
  expect(outcome(await world.ask("POST", "/media/presign", request))).toBe("400 invalid_request");
  expect(await threeWays(photo.slice(0, photo.byteLength / 2), "image/jpeg")).toEqual([
    "422 media_unreadable",
    "422 media_unreadable",
  ]);
});

test("measured values replace declared ones (D30)", async () => {
  const upload = await presign();
  await put(upload, clip);
  const { json } = await complete(upload, { width: 1, height: 2, durationMs: 3 });
  expect(json).toMatchObject({ media: { width: 1280, height: 720, durationMs: 3000 } });
  const { json: photographed } = await imported(at("/photo.jpg"), { width: 1, height: 2, durationMs: 3 });
  expect(photographed).toMatchObject({ media: { width: 1600, height: 1200, durationMs: null } });
});

test("an upload URL is signed for one hour and one upload (D31)", async () => {
  const [upload, other] = [await presign(), await presign()];
  const url = new URL(upload.uploadUrl);
  const changed = (change: (each: URL) => void) => {
    const each = new URL(url);
    change(each);
    return { ...upload, uploadUrl: each.href };
  };
  for (const wrong of [
    changed((each) => each.searchParams.set("expires", "9999999999")),
    changed((each) => each.searchParams.delete("signature")),
    changed((each) =>
      each.searchParams.set("signature", new URL(other.uploadUrl).searchParams.get("signature") ?? ""),
    ),
    changed((each) => (each.pathname = new URL(other.uploadUrl).pathname)),
    changed((each) => (each.search = "")),
    changed((each) => (each.pathname += "0")),
  ]) {
    expect(outcome(await put(wrong, clip))).toBe("403 upload_url_invalid");
    expect((await fetch(wrong.uploadUrl, { method: "HEAD" })).status).toBe(403);
  }
  const read = await fetch(upload.uploadUrl);
  expect([read.status, read.headers.get("allow")]).toEqual([405, "HEAD, PUT"]);
  world.clock.turn(HOUR - 1);
  expect((await put(upload, clip)).status).toBe(204);
  world.clock.turn(1);
  expect(outcome(await put(upload, clip))).toBe("410 upload_expired");
  // What was there in time can still be completed; what was not is over.
  expect((await complete(upload)).status).toBe(200);
  expect(outcome(await complete(other))).toBe("410 upload_expired");
});

test("an upload of another size or type is refused with 400 (D31)", async () => {
  const upload = await presign();
  expect(outcome(await put(upload, clip.slice(1)))).toBe("400 upload_mismatch");
  expect(outcome(await put(upload, new Uint8Array([...clip, 0])))).toBe("400 upload_mismatch");
  for (const type of ["image/jpeg", "application/octet-stream", ""])
    expect(outcome(await put(upload, clip, { "Content-Type": type }))).toBe("400 upload_mismatch");
  // In chunks there is no length to look at before.
  const inChunks = (...parts: Uint8Array[]) =>
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
  expect(outcome(await put(upload, inChunks(clip, clip)))).toBe("400 upload_mismatch");
  expect(outcome(await put(upload, inChunks(clip.slice(1))))).toBe("400 upload_mismatch");
  expect((await fetch(upload.uploadUrl, { method: "HEAD" })).headers.get("upload-offset")).toBe("0");
  expect(outcome(await complete(upload))).toBe("409 upload_incomplete");
  expect(
    (await put(upload, inChunks(clip.slice(0, 9), clip.slice(9)), { "Content-Type": "Video/MP4; x=y" }))
      .status,
  ).toBe(204);
});

test("an upload can be repeated until it is completed (D31)", async () => {
  const upload = await presign();
  const other = new Uint8Array(clip.byteLength);
  for (const body of [clip, other, clip]) expect((await put(upload, body)).status).toBe(204);
  expect((await complete(upload)).status).toBe(200);
  expect(outcome(await put(upload, clip))).toBe("409 upload_completed");
  // What was refused can be replaced.
  const second = await presign();
  await put(second, other);
  expect(outcome(await complete(second))).toBe("422 media_type_unsupported");
  await put(second, clip);
  expect((await complete(second)).status).toBe(200);
});

test("an upload can be resumed with Content-Range (D31)", async () => {
  const upload = await presign();
  const size = clip.byteLength;
  const piece = (from: number, to: number, bytes = clip.slice(from, to)) =>
    put(upload, bytes, { "content-range": `bytes ${from}-${to - 1}/${size}` });
  const offset = async () => {
    const { status, headers } = await fetch(upload.uploadUrl, { method: "HEAD" });
    return [status, headers.get("upload-offset"), headers.get("upload-length")];
  };
  expect(await offset()).toEqual([200, "0", String(size)]);
  expect((await piece(0, 1000)).headers.get("upload-offset")).toBe("1000");
  for (const from of [0, 999, 1001]) {
    const answer = await piece(from, size);
    expect([outcome(answer), answer.json["offset"], answer.headers.get("upload-offset")]).toEqual([
      "409 upload_offset",
      1000,
      "1000",
    ]);
  }
  for (const range of [
    "bytes 1000-999/5",
    `bytes 1000-${size}/${size}`,
    `bytes */${size}`,
    "items 1-2/3",
    "bytes 1000-",
  ])
    expect(outcome(await put(upload, clip.slice(1000), { "content-range": range }))).toBe(
      "400 upload_mismatch",
    );
  expect(outcome(await piece(1000, size, clip.slice(1001)))).toBe("400 upload_mismatch");
  expect(outcome(await complete(upload))).toBe("409 upload_incomplete");
  expect((await piece(1000, size - 1)).status).toBe(204);
  expect((await piece(size - 1, size)).status).toBe(204);
  expect(await offset()).toEqual([200, String(size), String(size)]);
  expect(outcome(await piece(0, size))).toBe("409 upload_offset");
  expect((await complete(upload)).status).toBe(200);
  expect(await offset()).toEqual([200, String(size), String(size)]);
});

test("completing early gets 409, completing again the same media (D31)", async () => {
  const upload = await presign();
  const early = await complete(upload);
  expect([outcome(early), early.json["offset"]]).toEqual(["409 upload_incomplete", 0]);
  await put(upload, clip);
  const files = async () => (await world.database.all("SELECT id FROM media")).length;
  const before = await files();
  const answers = await Promise.all(Array.from({ length: 10 }, () => complete(upload)));
  answers.push(await complete({ ...upload, uploadId: upload.uploadId.toUpperCase() }));
  expect(answers.filter(({ status }) => status !== 200).map(outcome)).toEqual([]);
  expect(new Set(answers.map(({ json }) => (json["media"] as { id: string }).id)).size).toBe(1);
  expect(await files()).toBe(before + 1);
});

test("another profile's upload is answered with 404 (D31)", async () => {
  const upload = await presign();
  await put(upload, clip);
  const { headers } = await otherProfile(world);
  const [foreign, none] = [
    await complete(upload, {}, headers),
    await complete({ ...upload, uploadId: world.appliance.newId() }, {}, headers),
  ];
  expect([outcome(foreign), outcome(none)]).toEqual(["404 not_found", "404 not_found"]);
  expect({ ...foreign.json, instance: "" }).toEqual({ ...none.json, instance: "" });
  expect((await complete(upload)).status).toBe(200);
});

test("an upload is prepared, then uploaded, then completed (D31)", async () => {
  const upload = await presign();
  const { uploadId: id } = upload;
  const state = async () =>
    (await world.database.get<{ state: string }>("SELECT state FROM upload WHERE id = $id", { id }))?.state;
  expect(await state()).toBe("prepared");
  await put(upload, clip.slice(0, 9), { "content-range": `bytes 0-8/${clip.byteLength}` });
  expect(await state()).toBe("prepared");
  await put(upload, clip);
  expect(await state()).toBe("uploaded");
  await complete(upload);
  expect(await state()).toBe("completed");
});

test("expired and abandoned uploads are deleted (D31)", async () => {
  const [begun, whole] = [await presign(), await presign()];
  await put(begun, clip.slice(0, 9), { "content-range": `bytes 0-8/${clip.byteLength}` });
  await put(whole, clip);
  const swept = async (upload: Upload) => {
    while (uploading().includes(upload.uploadId)) {
      world.clock.turn(10_000);
      await new Promise(setImmediate);
    }
  };
  world.clock.turn(HOUR);
  await swept(begun);
  expect(uploading()).toContain(whole.uploadId);
  expect(outcome(await complete(begun))).toBe("410 upload_expired");
  world.clock.turn(DAY);
  await swept(whole);
  expect(outcome(await complete(whole))).toBe("410 upload_expired");
  expect(existsSync(join(world.folder, "media", "uploads"))).toBe(true);
});
