// Store interface: turns at a file of media, so that no process removes it while another one stores the same bytes.

export interface FileTurnRecords {
  /** Takes the turn at a file for so many ms. False while another holder has it. */
  take(turn: FileTurn, ms: number): Promise<boolean>;
  /** Makes it last so many ms from now. False when it is over, or another's. */
  extend(turn: FileTurn, ms: number): Promise<boolean>;
  release(turn: Pick<FileTurn, "sha256" | "holder">): Promise<void>;
}

export interface FileTurn {
  readonly sha256: string;
  readonly holder: string;
  /** ms since 1970, where the store has no clock of its own. */
  readonly now: number;
}
