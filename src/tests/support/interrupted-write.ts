// Starts a write and waits to be killed, for the tests of files.ts.
import { diskFiles } from "../../media/storage/files.ts";

const [dir = ""] = process.argv.slice(2);
await (await diskFiles(dir)).write(endless(), 1 << 30);

async function* endless() {
  yield new Uint8Array(100_000);
  process.stdout.write("writing\n");
  await Bun.sleep(60_000);
}
