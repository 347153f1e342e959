// Labels with which people sort the posts of a profile.

export interface Label {
  readonly id: string;
  readonly profileId: string;
  readonly name: string;
  readonly colour: Colour;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** Words and not values: the app shows each in its light and in its dark scheme. */
export const COLOURS = [
  "grey",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "purple",
  "pink",
] as const;
export type Colour = (typeof COLOURS)[number];

export const MAX_LABELS = 100;
export const MAX_LABELS_OF_POST = 20;
/** The longest name, in characters. */
export const MAX_LABEL_NAME = 50;

/** Names are the same label when these are equal: they differ in case or in how their letters are composed. */
export const labelKey = (name: string): string => name.normalize("NFKC").toLowerCase();
