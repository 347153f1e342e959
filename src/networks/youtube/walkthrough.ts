// How people register an application for YouTube at Google, step by step (networks/youtube.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 15, cost: null, review: "weeks for public videos; private ones work at once" },
  address: "https or localhost",
  steps: [
    {
      title: "Create a project",
      text: "In Google's console, create a project and enable the **YouTube Data API v3** under *APIs & Services, Library*.",
      copy: [{ label: "Project name", value: "Crier" }],
      link: "https://console.cloud.google.com",
    },
    {
      title: "Set up the consent screen",
      text: "Under *OAuth consent screen*, choose **External**, add this scope, and set the screen to **In production**.",
      copy: [{ label: "Scope", of: "scopes" }],
      link: null,
    },
    {
      title: "Create an OAuth client",
      text: "Under *Credentials*, create an *OAuth client ID* of the type **Web application** with exactly this redirect address.",
      copy: [{ label: "Redirect address", of: "redirectUri" }],
      link: null,
    },
    {
      title: "Copy the client id and secret",
      text: "Google shows both when the client is made.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The consent screen is left in *Testing*: Google then ends every sign-in after 7 days.",
    "Before Google's audit of the project, YouTube keeps all videos private.",
    "Another channel was chosen on Google's page: a sign-in is for one channel.",
  ],
};
