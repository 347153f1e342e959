// How people register an application at LinkedIn, step by step (networks/linkedin.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 10, cost: null, review: "none for your own profile; weeks for pages" },
  address: "any",
  steps: [
    {
      title: "Create an app",
      text: "Every app belongs to a page; a new, empty one will do.",
      copy: [{ label: "App name", value: "Crier" }],
      link: "https://www.linkedin.com/developers/apps",
    },
    {
      title: "Add the products",
      text: "Under *Products*, request both of these; LinkedIn grants them at once. Pages need another app with *Community Management API* as its only product, which LinkedIn reviews.",
      copy: [
        { label: "First product", value: "Sign In with LinkedIn using OpenID Connect" },
        { label: "Second product", value: "Share on LinkedIn" },
      ],
      link: null,
    },
    {
      title: "Register the redirect address",
      text: "Under *Auth*, *Authorized redirect URLs for your app*, add exactly this address.",
      copy: [{ label: "Redirect address", of: "redirectUri" }],
      link: null,
    },
    {
      title: "Copy the client id and secret",
      text: "Both are on the *Auth* page.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "One scope too many: LinkedIn then refuses the whole sign-in.",
    "The products for a profile and for pages in one app: pages need an app of their own.",
    "A sign-in ends after 60 days, and only approved partners may renew it: Crier warns you a week before.",
  ],
};
