// The page /setup: a form for the first owner, where to find the link that opens it, and what comes next.
import { markup, page, type Html } from "../docs/html.ts";
import { SCRIPT } from "../docs/script.ts";
import { SETUP_SCRIPT } from "./script.ts";

interface SetupPage {
  /** Not when a profile exists already. */
  readonly asksForProfile: boolean;
}

/** Its parts are hidden until the script knows which one applies. */
export function setupPage({ asksForProfile }: SetupPage): Response {
  const main = markup`<h1 id="title" tabindex="-1">Set up Crier</h1>
<noscript><p>This page needs JavaScript. Without it, run <code>crier owner create you@example.com</code> on the server.</p></noscript>
<section id="no-link" hidden>${NO_LINK}</section>
<form id="form" method="post" hidden>
<p>Create the owner of this Crier: the person who can sign in and manage it.</p>
${OWNER_FIELDS}
${asksForProfile && PROFILE_FIELDS}
<p id="problem" class="problem" role="alert"></p>
<button class="button">Set up</button>
</form>
<section id="set-up" hidden>${SET_UP}</section>
<section id="done" hidden>${DONE}</section>`;
  const script = SCRIPT + SETUP_SCRIPT;
  return page({ title: "Set up", here: "", main, script, fetches: true, headers: NO_STORE });
}

/** When there is an owner already. */
export const alreadySetUpPage = (): Response => scriptless("Crier is already set up", SET_UP);

export const demoPage = (): Response =>
  scriptless(
    "Nothing to set up",
    markup`<p>This is a demo: it has no owner, and everything is gone when it ends. <a href="/docs/getting-started">Getting
started</a> explains how to run a Crier of your own.</p>`,
  );

function scriptless(title: string, words: Html): Response {
  return page({ title, here: "", main: markup`<h1>${title}</h1>\n${words}`, headers: NO_STORE });
}

const NO_STORE = { "cache-control": "no-store" };

const NO_LINK: Html = markup`<p id="no-link-reason">This Crier has no owner yet. To create one, open the set-up link that the server printed when it started:</p>
<ul class="steps">
<li>in the terminal in which <code>crier serve</code> runs, in the line <code>Set up at …</code></li>
<li>in Docker, with <code>docker compose logs crier</code></li>
<li>under systemd, with <code>journalctl -u crier</code></li>
</ul>
<p>The link works once. Each start of the server prints a new one and makes earlier ones invalid.</p>`;

const OWNER_FIELDS: Html = markup`<div class="field"><label for="email">Email address</label>
<input id="email" type="email" autocomplete="username" maxlength="254" required aria-describedby="email-problem">
<p id="email-problem" class="problem"></p></div>
<div class="field"><label for="password">Password</label>
<input id="password" type="password" autocomplete="new-password" minlength="12" maxlength="1024" required aria-describedby="password-hint password-problem">
<p id="password-hint" class="note">At least 12 characters.</p>
<p id="password-problem" class="problem"></p>
<label class="check"><input id="show" type="checkbox"> Show the password</label></div>`;

const PROFILE_FIELDS: Html = markup`<h2>First profile</h2>
<p class="note">A profile holds the accounts, posts and media of one person or brand. You can add more later.</p>
<div class="field"><label for="name">Name</label>
<input id="name" value="me" autocomplete="off" maxlength="100" required aria-describedby="name-problem">
<p id="name-problem" class="problem"></p></div>
<div class="field"><label for="timezone">Time zone</label>
<input id="timezone" list="timezones" value="UTC" autocomplete="off" maxlength="100" required aria-describedby="timezone-problem">
<datalist id="timezones"></datalist>
<p id="timezone-problem" class="problem"></p></div>`;

const DONE: Html = markup`<p>You are signed in as <b id="owner"></b> in this browser. What comes next, on the command line of the server:</p>
<pre>crier account connect bluesky --handle alice.bsky.social
crier post create "Hello" --to bluesky --now</pre>
<ul class="cards">
<li><a href="/docs/getting-started">Getting started</a> <span>From here to the first post, step by step.</span></li>
<li><a href="/docs/connect">Connecting accounts</a> <span>What each network needs.</span></li>
<li><a href="/status">Status</a> <span>How each network works.</span></li>
</ul>`;

const SET_UP: Html = markup`<p>This Crier has an owner, so the set-up link no longer works.</p>
<p>On the command line of the server, <code>crier owner create you@example.com</code> adds an owner, and
<code>crier owner password you@example.com</code> sets a new password.</p>
<ul class="cards">
<li><a href="/">Start page</a> <span>What this is, and what to do next.</span></li>
<li><a href="/docs/getting-started">Getting started</a> <span>Connect an account and publish a first post.</span></li>
</ul>`;
