// How people register an app for Threads, step by step (networks/threads.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 15, cost: null, review: "none for accounts that you add as testers" },
  address: "https",
  steps: [
    {
      title: "Create an app",
      text: "At Meta, *Create app* with the use case **Access the Threads API**.",
      copy: [{ label: "App name", value: "Crier" }],
      link: "https://developers.facebook.com/apps",
    },
    {
      title: "Register the redirect address",
      text: "Under *Use cases, Customize, Settings*, enter exactly this address. Threads also asks for addresses for uninstalling and for deleting data; use the same one. Request these permissions.",
      copy: [
        { label: "Redirect address", of: "redirectUri" },
        { label: "Permissions", of: "scopes" },
      ],
      link: null,
    },
    {
      title: "Add yourself as tester",
      text: "Under *App roles*, add your account as **Threads tester**. Accept the invitation in Threads: *Settings, Account, Website permissions, Invites*.",
      copy: [],
      link: null,
    },
    {
      title: "Copy the Threads app id and secret",
      text: "They are under *Use cases, Customize, Settings*, and differ from those of the app itself.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The id of the app instead of the Threads app id.",
    "The tester invitation was not accepted in Threads.",
    "The addresses for uninstalling and for deleting data are left empty: Threads requires both.",
  ],
};
