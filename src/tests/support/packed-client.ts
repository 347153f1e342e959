// Packs the client as it is published, and unpacks it in a folder of somebody else.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildClient } from "../../../client/generate.ts";

const root = join(import.meta.dir, "../../..");

export interface OtherProject extends Disposable {
  readonly folder: string;
  /** Of the package. */
  readonly version: string;
}

/** A project outside this repository that has installed the package. */
export async function projectWithClient(): Promise<OtherProject> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "crier-project-")));
  const source = join(folder, "package");
  const installed = join(folder, "node_modules/crier-client");
  for (const name of ["package.json", "README.md", "LICENSE"])
    cpSync(join(root, "client", name), join(source, name));
  const isBuilt = (await buildClient(join(source, "dist"))) === 0;
  const packing = [
    process.execPath,
    "pm",
    "pack",
    "--ignore-scripts",
    "--filename",
    join(folder, "client.tgz"),
  ];
  const isPacked = (await Bun.spawn(packing, { cwd: source, stdout: "ignore" }).exited) === 0;
  mkdirSync(installed, { recursive: true });
  const unpacking = ["tar", "-xzf", join(folder, "client.tgz"), "-C", installed, "--strip-components=1"];
  const isUnpacked = (await Bun.spawn(unpacking).exited) === 0;
  if (!isBuilt || !isPacked || !isUnpacked) throw new Error("the client can't be packed");
  rmSync(source, { recursive: true });
  const { dependencies, version } = (await Bun.file(join(installed, "package.json")).json()) as {
    dependencies: Record<string, string>;
    version: string;
  };
  for (const name of [...Object.keys(dependencies), "@types/node"]) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  return { folder, version, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
