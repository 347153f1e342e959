// The words of the simulator.
import { countOf } from "./count.ts";

export const simulatorWords = {
  title: "Simulator",
  about:
    "Simulated accounts post to networks inside Crier, which speak like the real ones. Nothing here reaches the internet, and it is forgotten when Crier stops. You see the posts of all profiles.",
  plain: "All of it on a plain page",
  elsewhere: "The simulator is a process of its own",
  elsewhereMore: "Its posts are shown there:",
  next: "The next post",
  nextMore:
    "The handle of a simulated account says what happens to its posts. Here you choose something else for the next one; it happens once.",
  nextOf: (network: string, handle: string) => `Next post of ${network} @${handle}`,
  usual: "As usual",
  behaviour: (does: string) => `It ${does}`,
  noAccounts: (profile: string) => `${profile} has no simulated accounts.`,
  connect: "Connect one",
  held: "What they hold",
  none: "Nothing was published yet",
  noneMore: "Write a post to a simulated account, and it shows here at once.",
  posts: (count: number) => countOf(count, "post"),
  older: (count: number) => (count === 1 ? "and 1 older one" : `and ${count} older ones`),
  video: "Video",
  endings: {
    refused: "Refused: the network did not accept the request.",
    limited: "Asked to wait: too many requests.",
    answer_lost: "Arrived, answer dropped.",
    never_arrived: "Lost on the way: it never arrived.",
  },
  forget: "Forget everything",
  forgetTitle: "Forget everything?",
  forgetMore:
    "The simulated networks lose all posts and files, those of other profiles too. Your accounts, and the posts in Crier, stay. What Crier is not sure about can't be found there any more.",
  forgotten: "The simulated networks are empty.",
  keep: "Keep it",
} as const;
