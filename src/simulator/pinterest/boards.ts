// The boards that every simulated Pinterest account has.
import type { Fields } from "./answers.ts";

interface Board {
  readonly id: string;
  readonly name: string;
  readonly privacy: "PUBLIC" | "SECRET";
  readonly sections: readonly { readonly id: string; readonly name: string }[];
}

export const BOARDS: readonly Board[] = [
  {
    id: "1022106146619699845",
    name: "Harbour",
    privacy: "PUBLIC",
    sections: [{ id: "5178987325442071", name: "Boats" }],
  },
  { id: "1022106146619699846", name: "Recipes", privacy: "PUBLIC", sections: [] },
];

export function boardEntity({ id, name, privacy }: Board, modifiedAt: string | null): Fields {
  return {
    id,
    name,
    privacy,
    description: "",
    ...(modifiedAt !== null && { board_pins_modified_at: modifiedAt }),
  };
}
