// How people register an application at X, step by step (networks/x.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: {
    minutes: 10,
    cost: "prepaid, about 0.015 USD for a post, 0.20 USD with a link",
    review: null,
  },
  address: "any",
  steps: [
    {
      title: "Make an app and buy credits",
      text: "Sign in to X's console, create a project and an app in it, and buy credits: X charges for every post.",
      copy: [{ label: "App name", value: "Crier" }],
      link: "https://console.x.com",
    },
    {
      title: "Set up user authentication",
      text: "In the app, open *User authentication settings*. Choose **Read and write** and the type **Web App** (a confidential client), and enter this address. X also wants the address of a website; any of yours will do.",
      copy: [
        { label: "Callback address", of: "redirectUri" },
        { label: "App permissions", value: "Read and write" },
      ],
      link: null,
    },
    {
      title: "Copy the client id and secret",
      text: "Under *Keys and tokens*, copy the **OAuth 2.0 Client ID and Client Secret**. X shows the secret once.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The API key instead of the OAuth 2.0 client id.",
    "An app of another type than the confidential Web App.",
    "A callback address that differs by a slash at its end.",
  ],
};
