// Uploads to the media library in a real browser: large ones, several, over broken connections, and across screens.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { truncateSync } from "node:fs";
import type { Page } from "playwright-core";
import { SAMPLES } from "../../media/samples/index.ts";
import { chromium } from "../support/browser.ts";
import { startBucket } from "../support/bucket.ts";
import { blank } from "../support/media-fixture.ts";
import { openLine } from "../support/breakable-line.ts";
import { DESKTOP, openWeb, PHONE, type Web } from "../support/web.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";
import { freePort } from "../support/free-port.ts";

const PATH = "/p/test/media";
const MIB = 1024 * 1024;

describe.skipIf(chromium === null)("uploads to the media library", () => {
  let world: World;
  let web: Web;
  beforeEach(async () => {
    world = await openWorld();
    web = await openWeb(world);
  });
  afterEach(async () => {
    await web?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  const tiles = (page: Page) => page.locator("[data-file]");
  const input = (page: Page) => page.getByLabel("Choose files", { exact: true });
  const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });
  const library = async () =>
    (await world.ask("GET", "/media")).json["media"] as { filename: string; size: number; kind: string }[];
  const photo = async (name: string) => ({
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.from(await blank(640, 480, "teal").jpeg().toBuffer()),
  });

  /** An MP4 may end with a box of unused space, however large. @returns its path */
  async function clipOf(size: number, name: string): Promise<string> {
    const path = `${world.folder}/${name}`;
    const clip = await Bun.file(SAMPLES.clip.path).bytes();
    const box = new Uint8Array(8);
    new DataView(box.buffer).setUint32(0, size - clip.byteLength);
    box.set(new TextEncoder().encode("free"), 4);
    await Bun.write(path, Buffer.concat([clip, box]));
    truncateSync(path, size);
    return path;
  }

  const percent = async (page: Page): Promise<number> =>
    Number(/(\d+) %/.exec((await tray(page).getByRole("button").first().textContent()) ?? "")?.[1] ?? 0);

  test("a clip of 200 MB goes up with progress, survives a cut connection and a reload, and is there", async () => {
    const [port, serverPort] = [String(freePort()), String(freePort())];
    const url = `http://127.0.0.1:${port}`;
    await using line = await openLine(Number(port), Number(serverPort));
    await using slow = await openWorld({ CRIER_PORT: serverPort, CRIER_URL: url });
    await using browser = await openWeb(slow);
    expect(slow.url).toBe(url);
    const size = 200_000_000;
    const path = await clipOf(size, "harbour.mp4");
    const tab = await browser.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load|409/);
    const starts: number[] = [];
    page.on("request", (request) => {
      if (request.method() !== "PUT") return;
      starts.push(Number(/^bytes (\d+)-/.exec(request.headers()["content-range"] ?? "")?.[1] ?? 0));
    });
    line.most = size * 0.3;
    await input(page).setInputFiles(path);
    await tray(page).getByText("1 file going up").waitFor();
    await waitUntil(() => line.held() === 1);
    await waitUntil(async () => (await percent(page)) >= 20);
    await tab.check();
    await tab.picture("media-upload-large");
    // The first time Chromium sends the request again by itself, if it had used the connection before.
    await waitUntil(() => {
      if (starts.length === 1 && line.held() === 1) line.cut();
      return starts.length > 1;
    });
    // It went on, until the connection is held again.
    await waitUntil(() => line.held() === 1);
    await waitUntil(async () => (await percent(page)) >= 40);
    await page.reload();
    await tray(page)
      .getByText(/\d\d % of harbour\.mp4 is on the server\. Choose it again to go on\./)
      .waitFor();
    await tab.check();
    await tab.picture("media-upload-again");
    line.letOn();
    await tray(page).getByLabel("Choose the files again", { exact: true }).setInputFiles(path);
    await tiles(page).first().waitFor();
    await page.getByText("1 file was added to your media.").waitFor();
    await tray(page).waitFor({ state: "detached" });
    // Each time it went on where it had broken, without the 32 MiB that may have been on their way to the server.
    expect(starts[0]).toBe(0);
    expect(starts[1]).toBeGreaterThan(size * 0.1);
    expect(starts.at(-1)).toBeGreaterThan((starts[1] ?? 0) + size * 0.1);
    const { media } = (await slow.ask("GET", "/media")).json;
    expect(media).toMatchObject([{ filename: "harbour.mp4", kind: "video", size }]);
  });

  test("several go up at once, go on while other screens are shown, and are announced", async () => {
    const [port, serverPort] = [String(freePort()), String(freePort())];
    await using line = await openLine(Number(port), Number(serverPort));
    await using slow = await openWorld({
      CRIER_PORT: serverPort,
      CRIER_URL: `http://127.0.0.1:${port}`,
    });
    await using browser = await openWeb(slow);
    const tab = await browser.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    line.most = 3 * MIB;
    const paths = [
      await clipOf(6 * MIB, "one.mp4"),
      await clipOf(5 * MIB, "two.mp4"),
      await clipOf(4 * MIB, "three.mp4"),
    ];
    await input(page).setInputFiles(paths);
    await tray(page).getByText("3 files going up").waitFor();
    await tab.check();
    await tab.picture("media-uploading");
    await page.getByRole("link", { name: "Posts" }).click();
    await page.getByRole("heading", { name: "Posts", level: 1 }).waitFor();
    await tray(page)
      .getByText(/files? going up/)
      .waitFor();
    await tab.check();
    line.letOn();
    await page.getByText("3 files were added to your media.").waitFor();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await tiles(page).nth(2).waitFor();
    const names = (await slow.ask("GET", "/media")).json["media"] as { filename: string }[];
    expect(names.map(({ filename }) => filename).toSorted()).toEqual(["one.mp4", "three.mp4", "two.mp4"]);
  });

  test("what can't be taken is refused before anything is sent, with the reason, and the rest goes up", async () => {
    const tab = await web.openSignedIn(PATH, PHONE);
    const { page } = tab;
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/presign|uploads/.test(request.url())) asked.push(request.url());
    });
    const huge = await clipOf(513 * MIB, "huge.mp4");
    await Bun.write(`${world.folder}/notes.txt`, "No picture");
    await input(page).setInputFiles([huge, `${world.folder}/notes.txt`]);
    await tray(page).getByText("2 files are not here yet").click();
    await tray(page).getByText("huge.mp4. It is larger than 512 MiB.").waitFor();
    await tray(page).getByText("notes.txt. It is neither a photo nor a video.").waitFor();
    await tab.check();
    await tab.picture("media-upload-refused");
    expect(asked).toEqual([]);
    for (const name of ["huge.mp4", "notes.txt"])
      await tray(page)
        .getByRole("button", { name: `Forget ${name}` })
        .tap();
    await tray(page).waitFor({ state: "detached" });
    await input(page).setInputFiles([await photo("one.jpg")]);
    await tiles(page).first().waitFor();
  });

  test("what is on its way at the sign-out leaves no trace in the browser", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    tab.expectFault(/ERR_|Failed to load|401/);
    const [presigned, signedOut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/v1/media/presign", async (route) => {
      const response = await route.fetch();
      presigned.resolve();
      await signedOut.promise;
      await route.fulfill({ response });
    });
    // An answer without a page: the one that is left stays for a while, as on a slow line.
    await page.route("**/sign-in", (route) => route.fulfill({ status: 204 }));
    await input(page).setInputFiles([await photo("secret.jpg")]);
    await presigned.promise;
    const isEmpty = () => page.evaluate<boolean>("localStorage.length === 0");
    await page.getByRole("button", { name: "Profile test" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await waitUntil(isEmpty);
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    signedOut.resolve();
    await sent;
    expect(await isEmpty()).toBe(true);
  });

  test("where media are in a bucket, files reach it through the server: a page can reach nothing else", async () => {
    await using bucket = startBucket();
    await using stored = await openWorld(bucket.settings);
    await using browser = await openWeb(stored);
    const { page } = await browser.openSignedIn(PATH, DESKTOP);
    await input(page).setInputFiles(await photo("harbour.jpg"));
    await tiles(page).first().waitFor();
    const { json } = await stored.ask("GET", "/media");
    expect(json["media"]).toMatchObject([{ filename: "harbour.jpg" }]);
    // The file under its hash, and whose bucket it is.
    expect([...bucket.objects.keys()].filter((key) => /[0-9a-f]{64}$/.test(key))).toHaveLength(1);
    expect([...bucket.objects.keys()].filter((key) => key.includes("incoming/"))).toEqual([]);
  });

  test("files can be dropped anywhere on the screen", async () => {
    const tab = await web.openSignedIn(PATH, DESKTOP);
    const { page } = tab;
    const bytes = (await photo("dropped.jpg")).buffer.toString("base64");
    const files = await page.evaluateHandle(`(() => {
      const files = new DataTransfer();
      const bytes = Uint8Array.from(atob("${bytes}"), (letter) => letter.charCodeAt(0));
      files.items.add(new File([bytes], "dropped.jpg", { type: "image/jpeg" }));
      return files;
    })()`);
    await page.getByRole("heading", { name: "No files yet" }).waitFor();
    await page.locator("footer").dispatchEvent("dragover", { dataTransfer: files });
    await page.getByText("Drop to upload").waitFor();
    await tab.check();
    await tab.picture("media-drop");
    await page.locator("footer").dispatchEvent("drop", { dataTransfer: files });
    await page.getByText("Drop to upload").waitFor({ state: "detached" });
    await tiles(page).first().waitFor();
    expect(await library()).toMatchObject([{ filename: "dropped.jpg" }]);
  });
});
