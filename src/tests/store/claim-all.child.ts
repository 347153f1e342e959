// A process that claims every target it can: usage `claim-all.child.ts FOLDER COUNT`. Prints the ids it won as JSON.
import { storeFiles } from "../../store/index.ts";
import { AT, due, id } from "./records.ts";

const [folder = "", count = "0"] = process.argv.slice(2);
await using store = await storeFiles.open(folder);
const won: string[] = [];
for (let n = 0; n < Number(count); n++) {
  const target = due(id(1000 + 10 * n), 0, "pending");
  const work = await store.journal.claim(target, "pending", AT);
  if (work) won.push(work.id);
}
console.log(JSON.stringify(won));
