// Writes docs/architecture.svg, the picture of the folders and their imports: bun scripts/architecture.ts
import { join } from "node:path";
import { drawArchitecture } from "../src/tests/architecture/picture.ts";

const root = join(import.meta.dir, "..");
await Bun.write(join(root, "docs/architecture.svg"), await drawArchitecture(join(root, "src")));
