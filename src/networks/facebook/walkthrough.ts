// How people register an app for Facebook Pages, step by step (networks/facebook.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 15, cost: null, review: "none for your own Pages" },
  address: "https",
  steps: [
    {
      title: "Create an app",
      text: "At Meta, *Create app* with the type **Business**.",
      copy: [{ label: "App name", value: "Crier" }],
      link: "https://developers.facebook.com/apps",
    },
    {
      title: "Add the login",
      text: "Add the product **Facebook Login for Business**. In its settings, under *Valid OAuth Redirect URIs*, enter exactly this address, and request these permissions.",
      copy: [
        { label: "Redirect address", of: "redirectUri" },
        { label: "Permissions", of: "scopes" },
      ],
      link: null,
    },
    {
      title: "Switch it to Live",
      text: "Under *App settings, Basic*, enter the URL of a privacy policy, and switch the app to **Live**. Until then only people with a role in the app see its posts.",
      copy: [],
      link: null,
    },
    {
      title: "Copy the app id and secret",
      text: "Both are under *App settings, Basic*.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The app is left in development: then only people with a role in it see its posts.",
    "The login has no redirect address, or another one.",
    "You have no role on the Page that may create content.",
  ],
};
