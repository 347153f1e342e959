// The front page until there is an owner: what this is, whether it can work, and where to go from here.
import { markup, page, type Html } from "./html.ts";
import { SCRIPT } from "./script.ts";

interface Front {
  readonly version: string;
  /** Why it can't work now; null when it can. */
  readonly fault: string | null;
}

export function frontPage({ version, fault }: Front): Response {
  const main = markup`<h1>Crier</h1>
<p>Publishes one post to many social networks and shows exactly what happened on each.</p>
<p class="state"><span class="dot ${fault === null ? "good" : "bad"}"></span><span>${fault === null ? "Ready" : "Not ready"}<small>version ${version}</small></span></p>
${fault !== null && markup`<p>${fault}</p>`}
<ul class="cards">
<li><a href="/setup">Set up</a> <span>This Crier has no owner yet: create one.</span></li>
<li><a href="/docs">Documentation</a> <span>Guides for every network, for agents and for operation.</span></li>
<li><a href="/docs/api">API</a> <span>Every operation, with a command to copy.</span></li>
<li><a href="/status">Status</a> <span>How each network works.</span></li>
</ul>
<h2 id="next">What to do next</h2>
${NEXT}`;
  return page({ title: "Crier", here: "/", main, script: SCRIPT, headers: { "cache-control": "no-store" } });
}

const NEXT: Html = markup`<p>On the command line of this server, connect an account and publish a first post:</p>
<pre>crier profile create me
crier account connect bluesky --profile me --handle alice.bsky.social
crier post create "Hello" --to bluesky --now</pre>
<p>For a program or an agent, create a key (<code>crier key create --profile me</code>) and read about
<a href="/docs/api">the API</a> or <a href="/docs/mcp">agents</a>. <a href="/docs/getting-started">Getting started</a> explains
each step.</p>`;

const iconWith = (dot: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<style>path,circle{fill:#a34a14}@media (prefers-color-scheme:dark){path,circle{fill:#f0a06a}}</style>
<path d="M4 13h5l11-8v22l-11-8H4z"/>${dot}</svg>`;
const ICON = iconWith('<circle cx="26" cy="16" r="3"/>');
const UNSURE_ICON = iconWith('<circle cx="25" cy="8" r="7" style="fill:#8a6ad0"/>');

/** The icon that browsers show, in the colour of the pages. @param isUnsure with the dot of a lost answer */
export const favicon = (isUnsure: boolean): Response =>
  new Response(isUnsure ? UNSURE_ICON : ICON, {
    headers: {
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "public, max-age=86400",
    },
  });
