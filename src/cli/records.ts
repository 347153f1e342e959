// An open data folder for commands that only read: its records, and signed addresses of its files.
import { addressOf } from "../app/address.ts";
import { openWorkspace, type OpenWorkspace } from "../app/workspace.ts";
import { findFfmpeg } from "../media/convert/ffmpeg-programs.ts";
import { openLinks, type MediaLinks } from "../media/links.ts";
import { openSigner } from "../media/signed-address.ts";
import { settings, type Context, type GlobalOptions } from "./context.ts";

export interface Records extends OpenWorkspace {
  readonly links: MediaLinks;
}

/** Without what publishing needs: it opens in half the time that an appliance takes. @throws OperatorError */
export async function openRecords(context: Context, globals: GlobalOptions): Promise<Records> {
  const config = await settings(context, globals);
  const workspace = await openWorkspace(config);
  const { place, clock, newId, vault } = workspace;
  const url = addressOf(config, await place.runningServer());
  const signer = openSigner(vault.derive("addresses"), clock.now);
  const { ffmpeg, ffprobe } = findFfmpeg();
  const hasPosters = ffmpeg !== null && ffprobe !== null;
  const links = openLinks({ signer, baseUrl: () => url, clock, newId, hasPosters });
  return { ...workspace, links };
}
