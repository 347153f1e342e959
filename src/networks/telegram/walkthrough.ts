// How people connect a Telegram channel, step by step (networks/telegram.facts.md 3).
import type { Walkthrough } from "../network.ts";

export const walkthrough: Walkthrough = {
  effort: { minutes: 4, cost: null, review: null },
  address: "any",
  steps: [
    {
      title: "Make a bot",
      text: "Write this to @BotFather in Telegram and choose a name. It answers with a token such as 123456789:AA…; whoever has it can post as the bot.",
      copy: [{ label: "Message", value: "/newbot" }],
      link: "https://t.me/BotFather",
    },
    {
      title: "Make it administrator of your channel",
      text: "Open your channel, *Administrators*, *Add admin*, and add the bot with the right **Post messages**.",
      copy: [],
      link: null,
    },
    {
      title: "Give it a private chat for checks",
      text: "Recommended: a private group or channel with no one but you and the bot. Crier uploads files there before it publishes, looks there for a post whose answer was lost, and deletes everything at once.",
      copy: [],
      link: null,
    },
  ],
  mistakes: [
    "The bot is not administrator of the channel.",
    "A private channel has no name: use its number, which begins with -100.",
    "Without a chat for checks, Crier can't look for a post whose answer was lost.",
  ],
};
