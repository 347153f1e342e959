// Lists the networks that accept text alone.
import { networks } from "../../networks/index.ts";

/** Networks that take a post without a file. */
export const WORDY = networks.list.filter(({ rules }) => rules.requires === null);
