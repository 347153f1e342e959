// How people connect a Bluesky account, step by step (networks/bluesky.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 2, cost: null, review: null },
  address: "any",
  steps: [
    {
      title: "Make an app password",
      text: "In Bluesky, under *Settings, Privacy and security, App passwords*, add one for Crier. It can post, but it can't change your account, and you can delete it at any time.",
      copy: [{ label: "Name", value: "Crier" }],
      link: "https://bsky.app/settings/app-passwords",
    },
  ],
  mistakes: [
    "The password of the account instead of an app password.",
    "The handle without its domain: it is alice.bsky.social, not alice.",
    "An e-mail address that is not confirmed: Bluesky then accepts no videos.",
  ],
};
