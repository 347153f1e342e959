// How people connect a Mastodon account, step by step (networks/mastodon.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 2, cost: null, review: null },
  address: "any",
  steps: [
    {
      title: "Make an application on your server",
      text: "On your own server, open *Preferences, Development, New application*. Give it a name and exactly these scopes, leave everything else as it is, and submit.",
      copy: [
        { label: "Application name", value: "Crier" },
        { label: "Scopes", value: "write:statuses write:media read:statuses read:accounts" },
      ],
      link: null,
    },
    {
      title: "Copy its access token",
      text: "Open the application that you made: the third value on its page is *Your access token*. It does not expire.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The scope read:statuses is missing: then Crier can't find a post whose answer was lost.",
    "The address of a profile instead of the server: it is mastodon.social, not mastodon.social/@alice.",
    "A server at home has to be listed in CRIER_ALLOW_PRIVATE_HOSTS.",
  ],
};
