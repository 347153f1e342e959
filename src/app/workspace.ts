// Opens a workspace: store, secrets and keys. Commands that only change records need nothing more.
import { mkdirSync } from "node:fs";
import { closeToOthers, refuseWithoutCrier } from "./data-folder.ts";
import { openApiKeys, type ApiKeys } from "../auth/api-keys.ts";
import { openSigningKey, type SigningKey } from "../auth/jws.ts";
import { unlockVault } from "../auth/secret-key.ts";
import type { Vault } from "../auth/vault.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { Config } from "./config.ts";
import { OperatorError, messageOf } from "../errors.ts";
import { idsOf, type NewId } from "../id.ts";
import { refuseHalfRestored } from "../ops/replace-folder.ts";
import type { Store } from "../domain/store/index.ts";
import type { StorePlace } from "../domain/store/place.ts";
import { openPlace } from "../store/index.ts";

export interface OpenWorkspace extends AsyncDisposable {
  readonly config: Config;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Where the store is kept. */
  readonly place: StorePlace;
  readonly store: Store;
  readonly vault: Vault;
  /** Signs receipts; made of the secret key. */
  readonly signing: SigningKey;
  readonly apiKeys: ApiKeys;
}

export interface OpenWorkspaceOptions {
  /** Where the store is kept. Default: as the settings say. */
  readonly place?: StorePlace | undefined;
  readonly clock?: Clock | undefined;
  /** Begins an empty one where there is none (D41: only `serve`, `demo`, `restore` and `profile create`). */
  readonly begins?: boolean;
  /** Brings an older database up to date, and is handed a line for people about it; without, an older one is refused. */
  readonly upgraded?: ((line: string) => void) | undefined;
}

/** @throws OperatorError when the folder can't be used; then nothing was harmed */
export async function openWorkspace(
  config: Config,
  options: OpenWorkspaceOptions = {},
): Promise<OpenWorkspace> {
  const { clock = systemClock, begins = false, upgraded, place = placeOf(config) } = options;
  const { CRIER_DATA: folder, CRIER_DATABASE: database } = config;
  refuseHalfRestored(folder);
  // Beside a database on a server, it has only what can be made again.
  if (begins || database !== null) makeFolder(folder);
  else refuseWithoutCrier(folder);
  closeToOthers(folder);
  const store = await place.open({ begins, upgraded });
  const newId = idsOf(clock);
  try {
    const vault = await unlockVault(config.CRIER_SECRET_KEY, config.CRIER_DATA, store.workspace);
    const signing = openSigningKey(vault.derive("signatures"));
    await listPublicKey(signing, store, clock);
    return {
      config,
      clock,
      newId,
      place,
      store,
      vault,
      signing,
      apiKeys: openApiKeys(store.keys, clock),
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

/** Where the settings have the store kept. */
export function placeOf({
  CRIER_DATA,
  CRIER_DATABASE,
}: Pick<Config, "CRIER_DATA" | "CRIER_DATABASE">): StorePlace {
  return openPlace(CRIER_DATA, CRIER_DATABASE);
}

/** It stays listed when the secret key is another one some day: receipts outlive it. */
async function listPublicKey({ publicKey }: SigningKey, { workspace }: Store, clock: Clock): Promise<void> {
  const listed = await workspace.signingKeys();
  if (listed.some(({ kid }) => kid === publicKey.kid)) return;
  await workspace.addSigningKey(publicKey, clock.now());
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OperatorError(`The data folder ${folder} can't be made: ${messageOf(error)}`);
  }
}
