// The order of rows that belong to one thing.

export interface Position {
  readonly position: number;
}

export const byPosition = (a: Position, b: Position): number => a.position - b.position;
