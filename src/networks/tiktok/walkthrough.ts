// How people register an application at TikTok, step by step (networks/tiktok.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 20, cost: null, review: "weeks for public posts; drafts work at once" },
  address: "https",
  steps: [
    {
      title: "Connect an app",
      text: "At TikTok, *Connect an app* and add the products **Login Kit** and **Content Posting API**, and there **Direct Post**.",
      copy: [{ label: "App name", value: "Crier" }],
      link: "https://developers.tiktok.com/apps",
    },
    {
      title: "Request the scopes",
      text: "Add each of these scopes to the app.",
      copy: [{ label: "Scopes", of: "scopes" }],
      link: null,
    },
    {
      title: "Register the redirect address",
      text: "Under *Login Kit*, enter exactly this address for the web.",
      copy: [{ label: "Redirect address", of: "redirectUri" }],
      link: null,
    },
    {
      title: "For photos: verify your address",
      text: "TikTok only downloads photos. Verify this server's domain under *Content Posting API, URL properties*; videos don't need it.",
      copy: [],
      link: null,
    },
    {
      title: "Copy the client key and secret",
      text: "They are on the app's page. The client key goes where Crier asks for the client id.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "Before TikTok's audit only you can see what is posted, and only on a private account.",
    "Photos from an address that is not verified at TikTok.",
    "Waiting for the audit: drafts to the account's inbox need none.",
  ],
};
