// Tests that the committed picture of the architecture matches the source.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { drawArchitecture } from "./picture.ts";

const root = join(import.meta.dir, "../../..");

test("docs/architecture.svg shows the imports as they are: bun scripts/architecture.ts draws it again", async () => {
  const committed = await Bun.file(join(root, "docs/architecture.svg")).text();
  expect(committed).toBe(await drawArchitecture(join(root, "src")));
});
