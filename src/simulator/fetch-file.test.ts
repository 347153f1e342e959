// From where simulated networks fetch files, and from where they don't.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { fetchFrom, fetchHere } from "./fetch-file.ts";

const ADDRESS = "https://crier.example/media/1/photo.jpg?signed=yes";
let asked: string[] = [];
let server: Bun.Server<undefined>;
let at = "";
beforeAll(() => {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      if (pathname === "/moved") return Response.redirect(`${at}/media/1/photo.jpg`);
      if (pathname.startsWith("/empty/")) return new Response("", { status: 404 });
      return new Response("12345", { headers: { "content-type": "image/jpeg" } });
    },
  });
  at = `http://127.0.0.1:${server.port}`;
});
afterAll(() => server.stop(true));

test("a named server gives the file, whatever host its address names, and the next one when it has none", async () => {
  asked = [];
  const closed = "http://127.0.0.1:1";
  const file = await fetchFrom([closed, `${at}/empty`, at])(ADDRESS);
  expect(file).toEqual({ bytes: new TextEncoder().encode("12345"), mime: "image/jpeg" });
  expect(asked).toEqual(["/empty/media/1/photo.jpg?signed=yes", "/media/1/photo.jpg?signed=yes"]);
  expect(await fetchFrom([closed])(`${at}/media/1/photo.jpg`)).toBeNull();
});

test("unless servers are named, a file comes from this machine", async () => {
  expect((await fetchHere(`${at}/media/1/photo.jpg`))?.mime).toBe("image/jpeg");
  expect(await fetchHere(ADDRESS)).toBeNull();
  expect(await fetchHere("http://127.0.0.1.example/photo.jpg")).toBeNull();
});

test("no redirect is followed, and nothing is read beyond the limit", async () => {
  asked = [];
  expect(await fetchHere(`${at}/moved`)).toBeNull();
  expect(asked).toEqual(["/moved"]);
  expect(await fetchHere(`${at}/photo.jpg`, 5)).not.toBeNull();
  expect(await fetchHere(`${at}/photo.jpg`, 4)).toBeNull();
});
