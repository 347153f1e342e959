// Tests import hosts at the admin API and the command line: same messages, one audit entry per change.
import { expect, test } from "bun:test";
import { openCallers, OWNER } from "../support/two-callers.ts";

test("what is on the list, not on it, or no host at all, is answered alike", async () => {
  await using callers = await openCallers();
  const { ask, crier, rowsOf } = callers;
  const rows = await rowsOf(async () => {
    expect((await ask("POST", "/import-hosts", { host: "a.example.com" })).status).toBe(201);
    const again = await ask("POST", "/import-hosts", { host: "A.example.com" });
    expect(again.json).toMatchObject({
      code: "already_exists",
      detail: (await crier("import-host", "add", "A.example.com")).err,
    });
    const none = await ask("POST", "/import-hosts", { host: "https://x/" });
    expect(none.json).toMatchObject({ detail: (await crier("import-host", "add", "https://x/")).err });
    expect((await crier("import-host", "remove", "a.example.com")).code).toBe(0);
    for (const host of ["a.example.com", "https://x/"]) {
      const { json } = await ask("DELETE", `/import-hosts/${encodeURIComponent(host)}`);
      const { code, err } = await crier("import-host", "remove", host);
      expect(json).toMatchObject({ code: "not_found", detail: err });
      expect(code).toBe(1);
    }
  });
  expect(rows).toEqual([`${OWNER} import_host.add`, "cli import_host.remove"]);
});
