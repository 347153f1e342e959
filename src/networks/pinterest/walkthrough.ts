// How people register an application at Pinterest, step by step (networks/pinterest.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 10, cost: null, review: "days to weeks, before the first pin" },
  address: "https",
  steps: [
    {
      title: "Connect an app",
      text: "You need a privacy policy on a public web page. At Pinterest, connect an app and wait for trial access.",
      copy: [{ label: "App name", value: "Crier" }],
      link: "https://developers.pinterest.com/apps/",
    },
    {
      title: "Register the redirect address",
      text: "In the app, add exactly this address.",
      copy: [{ label: "Redirect address", of: "redirectUri" }],
      link: null,
    },
    {
      title: "Request standard access",
      text: "With trial access Pinterest accepts no pins. It asks for a video that shows the sign-in and a pin being created.",
      copy: [],
      link: null,
    },
    {
      title: "Copy the app id and secret",
      text: "Both are on the app's page.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The app still has trial access: Pinterest then accepts no pins.",
    "Secret boards: Crier can't use them.",
    "No board: every pin needs one, chosen for each post.",
  ],
};
