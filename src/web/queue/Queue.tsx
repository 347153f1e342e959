// The queue: its rhythm, and what is coming.
import { queueWords as words } from "../words/queue.ts";

export function Queue() {
  return <h1>{words.title}</h1>;
}
