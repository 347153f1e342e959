// Makes the package in client/: the types of the API from a server of this checkout, then JavaScript and declarations.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildClient, typesOf } from "../client/generate.ts";
import { openWorld } from "../src/tests/support/world.ts";

const folder = join(import.meta.dir, "../client");
await using world = await openWorld();
const document = await (await fetch(`${world.url}/v1/openapi.json`)).json();
await Bun.write(join(folder, "src", "schema.ts"), await typesOf(document as Parameters<typeof typesOf>[0]));
rmSync(join(folder, "dist"), { recursive: true, force: true });
process.exitCode = await buildClient(join(folder, "dist"));
