// How people register an app for Instagram, step by step (networks/instagram.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 20, cost: null, review: "none for your own account" },
  address: "public",
  steps: [
    {
      title: "Have a business or creator account",
      text: "Personal accounts can't publish through the API. You can change the type in Instagram's settings, for free.",
      copy: [],
      link: null,
    },
    {
      title: "Create an app",
      text: "At Meta, *Create app* with the type **Business**, and add the product **Instagram**.",
      copy: [{ label: "App name", value: "Crier" }],
      link: "https://developers.facebook.com/apps",
    },
    {
      title: "Set up the Instagram login",
      text: "Open *API setup with Instagram login*. Under *Set up Instagram business login*, enter exactly this address, and request these permissions.",
      copy: [
        { label: "Redirect address", of: "redirectUri" },
        { label: "Permissions", of: "scopes" },
      ],
      link: null,
    },
    {
      title: "Add yourself as tester",
      text: "Under *App roles*, add your account as **Instagram tester**. Accept the invitation in Instagram: *Settings, Website permissions, Apps and websites, Tester invites*.",
      copy: [],
      link: null,
    },
    {
      title: "Copy the Instagram app id and secret",
      text: "They are on the page *API setup with Instagram login*, and differ from those of the app itself.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The id of the app instead of the Instagram app id.",
    "The tester invitation was not accepted in Instagram.",
    "Instagram can't reach the files: it downloads them from this server's public address.",
  ],
};
