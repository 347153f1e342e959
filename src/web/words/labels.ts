// The words for making and changing labels.
import { numberOf } from "./count.ts";

export const labelWords = {
  title: "Labels",
  none: "Labels sort posts: by campaign, by customer, by mood. Nobody but you sees them.",
  newName: "New label",
  create: "Add",
  rename: "Rename",
  delete: "Delete",
  done: "Done",
  nameOf: (name: string) => `Name of “${name}”`,
  deleteOf: (name: string) => `Delete “${name}”`,
  counting: "Counting its posts …",
  deleteAsk: (posts: number, isCapped: boolean) => {
    if (posts === 0) return "No post has it. Delete it?";
    const count = `${numberOf(posts)}${isCapped ? " or more" : ""}`;
    return `${count} ${posts === 1 ? "post has" : "posts have"} it, and will lose it. This can't be undone.`;
  },
  deleteDo: "Delete the label",
  keep: "Keep it",
  colour: "Colour",
  newColour: (colour: string) => `Colour of the new label: ${colour}`,
  colourOf: (name: string, colour: string) => `Colour of “${name}”: ${colour}`,
  colours: {
    grey: "Grey",
    red: "Red",
    orange: "Orange",
    yellow: "Yellow",
    green: "Green",
    teal: "Teal",
    blue: "Blue",
    purple: "Purple",
    pink: "Pink",
  },
} as const;
