// Passwords: how long, how they are kept, and that a stranger's takes as much work as an owner's.
import { expect, test } from "bun:test";
import { hashPassword, isPassword, passwordFault } from "./password.ts";

test("12 characters are enough, 11 are not, however many bytes they take", () => {
  expect(passwordFault("x".repeat(11))).toContain("12");
  expect(passwordFault("💛".repeat(11))).toContain("12");
  expect(passwordFault("💛".repeat(12))).toBeNull();
  expect(passwordFault("x".repeat(1025))).toContain("1024");
});

test("argon2id; the right one fits, another and nobody's do not", async () => {
  const hash = await hashPassword("correct horse battery");
  expect(hash).toStartWith("$argon2id$v=19$m=65536,t=2,p=1$");
  expect(await isPassword("correct horse battery", hash)).toBeTrue();
  expect(await isPassword("correct horse batterz", hash)).toBeFalse();
  expect(await isPassword("correct horse battery", null)).toBeFalse();
});

test("the loop is free while it works, and a crowd is turned away instead of filling the memory", async () => {
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  const crowd = await Promise.allSettled(Array.from({ length: 40 }, () => isPassword("some password", null)));
  clearInterval(turning);
  expect(turns).toBeGreaterThan(20);
  const refused = crowd.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(18);
  expect(refused[0]).toMatchObject({ reason: { code: "too_many_attempts" } });
  expect(await isPassword("some password", null)).toBeFalse();
}, 30_000);
