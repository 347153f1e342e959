// Every reason why a network could not fetch a file from here, in the order in which it would meet them.
import { expect, test } from "bun:test";
import { isPublic } from "../networks/client/address.ts";
import { checkReachability, type ReachableDeps } from "./reachability.ts";

const deps = (changes: Partial<ReachableDeps> = {}): ReachableDeps => ({
  resolve: async () => ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  isPublic,
  canary: () => ({ url: "https://crier.example/media/x/canary", isAnswer: (text) => text === "it is me" }),
  get: async () => ({ text: "it is me" }),
  ...changes,
});
const found = async (url: string | null, changes?: Partial<ReachableDeps>) =>
  (await checkReachability(url, deps(changes))).kind;

test("reachable when this very appliance answers", async () => {
  const asked: string[] = [];
  const get: ReachableDeps["get"] = async (url) => {
    asked.push(url);
    return { text: "it is me" };
  };
  expect(await found("https://crier.example", { get })).toBe("reachable");
  expect(asked).toEqual(["https://crier.example/media/x/canary"]);
});

test.each([
  ["no_address", null, {}],
  ["not_https", "http://crier.example", {}],
  [
    "unknown_name",
    "https://crier.example",
    { resolve: async () => await Promise.reject(new Error("ENOTFOUND")) },
  ],
  ["unknown_name", "https://crier.example", { resolve: async () => [] }],
  ["private_address", "https://crier.home", { resolve: async () => ["93.184.215.14", "192.168.1.4"] }],
  ["private_address", "https://[::1]:4040", { resolve: async (host: string) => [host] }],
  ["no_answer", "https://crier.example", { get: async () => ({ fault: "the connection was refused." }) }],
  ["another_answers", "https://crier.example", { get: async () => ({ text: "<h1>Welcome to nginx" }) }],
] as const)("%s: %p", async (kind, url, changes) => {
  expect(await found(url, changes)).toBe(kind);
});

test("asks no one before the address could work", async () => {
  const get = async () => await Promise.reject(new Error("asked"));
  expect(await found("http://crier.example", { get })).toBe("not_https");
  expect(await found("https://crier.home", { resolve: async () => ["10.0.0.1"], get })).toBe(
    "private_address",
  );
});
