// Makes the secret keys of many new data folders at the same time as others do, and prints their fingerprints.
import { join } from "node:path";
import { unlockVault } from "../../auth/secret-key.ts";
import type { Workspace } from "../../domain/store/workspace.ts";

const [root = "", count = ""] = process.argv.slice(2);
// As in a database that holds no secret yet.
const workspace = { secretKid: async () => null, setSecretKid: async () => {} } as unknown as Workspace;

console.log("ready");
for await (const _ of console) break;
const kids: string[] = [];
for (let n = 0; n < Number(count); n++)
  kids.push(await unlockVault(null, join(root, String(n)), workspace).then(({ kid }) => kid, String));
console.log(kids.join(" "));
