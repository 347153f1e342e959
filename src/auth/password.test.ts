// Passwords: how long, how they are kept, and that a stranger's takes as much work as an owner's.
import { expect, test } from "bun:test";
import { hashPassword, isPassword, passwordFault } from "./password.ts";

test("12 characters are enough, 11 are not, however many bytes they take", () => {
  const hearts = "💛💚💙💜🧡🤍🤎🖤❤💖💗💘";
  const fault = (password: string) => passwordFault(password, "me@example.com");
  expect(fault("x".repeat(11))).toContain("12");
  expect(fault(Array.from(hearts).slice(1).join(""))).toContain("12");
  expect(fault(hearts)).toBeNull();
  expect(fault("x".repeat(1025))).toContain("1024");
});

test.each([
  "password1234",
  "Password1234!",
  "P@ssw0rd2026",
  "passwordpassword",
  "123456789012",
  "qwertyuiop12",
  "qwertzuiop123",
  "aaaaaaaaaaaa",
  "abcabcabcabc",
  "abcdefghijkl",
  "000000000000",
  "letmein12345",
  "iloveyou2026",
  "welcome12345!",
  "Administrator1",
  "changeme1234",
  "crier-crier-crier",
  "111222333444",
  "1q2w3e4r5t6y",
  "correcthorsebatterystaple",
  "anna.example@example.org",
  "xx-anna.example-1",
  "anna.example2026",
])("%s is too easy to guess", (password) => {
  expect(passwordFault(password, "Anna.Example@example.org")).not.toBeNull();
});

test.each([
  "correct horse battery staple",
  "quite another one",
  "Rb7!kd02-qpZx",
  "gitarren unter wasser",
  "passage to wordsworth",
])("%s is not", (password) => expect(passwordFault(password, "me@example.com")).toBeNull());

test("argon2id: the right password fits; another one, or one of an unknown person, does not", async () => {
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
});
