// Receipts for tests: what the API answers, judged by a library that is not ours.
import { createRemoteJWKSet, jwtVerify } from "jose";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "./world.ts";

export interface Statement {
  readonly status: string;
  readonly settledAt: string | null;
  readonly media: readonly { readonly mediaId: string; readonly sha256: string }[];
  readonly targets: readonly {
    readonly platform: string;
    readonly handle: string;
    readonly simulated: boolean;
    readonly status: string;
    readonly remoteId: string | null;
    readonly url: string | null;
    readonly settledAt: string | null;
    readonly errorCode: string | null;
    readonly textSha256: string;
    readonly attempts: readonly {
      readonly sentAt: string | null;
      readonly settledAt: string | null;
      readonly outcome: string | null;
      readonly fingerprint: string | null;
      readonly requests: readonly { readonly method: string; readonly status: number | null }[];
    }[];
    readonly verification: { readonly verdict: string } | null;
    readonly reconciled: { readonly action: string } | null;
  }[];
  readonly journal: { readonly head: string; readonly events: number };
}

export async function receiptOf(world: World, id: string): Promise<string> {
  const { status, json } = await world.ask("GET", `/posts/${id}/receipt`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return String(json["receipt"]);
}

/** Verified by `jose` with the keys that the server publishes. @throws when it is not genuine */
export async function judge(world: World, receipt: string) {
  const keys = createRemoteJWKSet(new URL(`${world.url}/.well-known/jwks.json`));
  const { payload, protectedHeader } = await jwtVerify(receipt, keys, {
    issuer: world.url,
    typ: "secevent+jwt",
    algorithms: ["EdDSA"],
    currentDate: new Date(world.clock.now()),
  });
  const events = payload["events"] as Record<string, Statement>;
  const statement = events[`${world.url}/docs/receipts`];
  if (!statement) throw new Error(`no statement in ${JSON.stringify(payload)}`);
  return { payload, header: protectedHeader, statement };
}

const GUIDE = join(import.meta.dir, "../../../docs/receipts.md");
const EXAMPLE = "https://crier.example.org";

/** The command of the documentation that verifies a receipt. */
async function documentedCommand(): Promise<string> {
  const blocks = (await Bun.file(GUIDE).text()).matchAll(/```sh\n([\s\S]*?)```/g);
  for (const [, block = ""] of blocks) if (block.includes("openssl pkeyutl")) return block;
  throw new Error("docs/receipts.md has no command that verifies a receipt");
}

/** Runs it as it is written, but for the address. @param text of the file `receipt.jwt` */
export async function runDocumentedCommand(world: World, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "crier-receipt-"));
  try {
    await Bun.write(join(folder, "receipt.jwt"), text);
    const child = Bun.spawn(["bash", "-euc", (await documentedCommand()).replace(EXAMPLE, world.url)], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "" },
      stderr: "pipe",
    });
    const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
    return { out, code };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
