// Queue slots: the times of a week at which a profile's queue publishes (D21).

export interface Slot {
  readonly id: string;
  readonly profileId: string;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekdays: readonly number[];
  /** HH:MM in `timezone`. */
  readonly time: string;
  /** IANA zone. */
  readonly timezone: string;
}
