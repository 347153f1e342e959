// The pages of a sign-in: its start, the choice of accounts, and its result.
import type { OAuthResult } from "../../accounts/oauth-results.ts";
import type { Account } from "../../domain/account.ts";
import type { Profile } from "../../domain/profile.ts";
import type { Connection, Network, OAuth } from "../../networks/network.ts";
import { inline, markup, page, prose, type Html } from "../docs/html.ts";

interface Start {
  readonly network: Network;
  readonly oauth: OAuth;
  readonly profile: Profile;
  readonly redirectUri: string;
  /** The network's page. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function startPage({ network: { name }, oauth, profile, redirectUri, address, headers }: Start) {
  return frame(
    `Connect ${name}`,
    markup`<p>to the profile <b>${profile.name}</b>.</p>
<p>${name} will ask you whether Crier may publish for you, and then send you back here.</p>
<p><a class="button" href="${address}">Continue to ${name}</a></p>
<p class="note">Stay in this browser; you have one hour. Nothing is connected before you come back.</p>
<details><summary>What Crier asks ${name} for</summary>${copyable(oauth.scopes.join(" "))}</details>
<details><summary>If ${name} complains about the address</summary>
<p class="note">Register exactly this as the redirect address of your application there:</p>
${copyable(redirectUri)}</details>`,
    { headers },
  );
}

/** For the operator: there is no application at the network yet. */
export function setUpPage({ id, name }: Network, oauth: OAuth, redirectUri: string) {
  const setting = `CRIER_${id.toUpperCase()}`;
  return frame(
    `${name} is not set up yet`,
    markup`<p>${name} lets people sign in only through an application that the operator of this Crier registers there, once. It takes a few minutes.</p>
<ol class="steps">
<li>Register an application at <a href="${oauth.application.url}" rel="noreferrer">${hostOf(oauth.application.url)}</a>. ${inline(oauth.application.help)}</li>
<li>Give it exactly this redirect address:${copyable(redirectUri)}${caution(name, redirectUri)}</li>
<li>It needs these scopes:${copyable(oauth.scopes.join(" "))}</li>
<li>Enter the id and secret that ${name} gives you in the web app, under Accounts → Connect → ${name}. Or put them into the server's environment, or into <code>crier.env</code> in its data folder, and restart the server:${copyable(`${setting}_CLIENT_ID=…\n${setting}_CLIENT_SECRET=…`)}</li>
<li>Open this page again.</li>
</ol>
<p class="note">Step by step, with what can be published and the limits: <a href="/docs/networks/${id}">the guide for ${name}</a>.</p>`,
  );
}

/** For a network that has no sign-in page. */
export function typedPage({ id, name }: Network, profile: Profile) {
  const command = `crier account connect ${id} --profile "${profile.name}"`;
  return frame(
    `Connect ${name}`,
    markup`<p>${name} has no sign-in page: you connect it with a password or token that you create there. On the server's command line:</p>
${copyable(command)}
<p class="note">The command asks for what it needs; <code>--help</code> says where to find it. More in <a href="/docs/networks/${id}">the guide for ${name}</a>.</p>`,
  );
}

/** @param again a link with which to begin once more */
export function resultPage(network: Network, result: OAuthResult, profile: Profile | null, again: string) {
  switch (result.kind) {
    case "connected":
      return connectedPage(network, result.accounts, profile);
    case "choose":
      return choosePage(network, result.found);
    case "failed":
      return frame(
        "Not connected",
        markup`${prose(result.detail)}<p><a class="button" href="${again}">Try again</a></p>`,
      );
  }
}

function connectedPage({ name }: Network, accounts: readonly Account[], profile: Profile | null) {
  const ends = accounts.some(({ tokenExpiresAt }) => tokenExpiresAt !== null);
  return frame(
    "Connected",
    markup`<ul class="connected">${accounts.map(accountItem)}</ul>
<p>Crier can publish there for the profile <b>${profile?.name}</b> now. You can close this page.</p>
${ends && markup`<p class="note">Crier keeps the sign-in at ${name} alive as long as ${name} allows, and says in time when you have to sign in again.</p>`}`,
  );
}

function accountItem({ displayName, handle }: Account): Html {
  return markup`<li><span class="dot good"></span><span><b>${displayName}</b> <span class="dim">${handle}</span></span></li>`;
}

function choosePage({ id, name }: Network, found: readonly Connection[]) {
  const choices = found.map(
    ({
      remoteId,
      displayName,
      handle,
    }) => markup`<label class="choice"><input type="checkbox" name="account" value="${remoteId}">
<span><b>${displayName}</b> <span class="dim">${handle}</span></span></label>`,
  );
  return frame(
    "Which accounts?",
    markup`<p>${name} lets you publish for ${found.length} accounts. Crier connects those that you choose, and forgets the others.</p>
<form method="post" action="/connect/${id}/choose">
${choices}
<button class="button">Connect</button>
</form>
<p class="note">This waits for 15 minutes.</p>`,
    { form: true },
  );
}

export function failedPage(detail: string, status: number) {
  return frame("Could not connect the account", prose(detail), { status });
}

// ---- parts

interface More {
  readonly status?: number;
  readonly form?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

function frame(title: string, main: Html, { headers = {}, ...more }: More = {}): Response {
  const answer = { ...more, headers: { ...headers, "cache-control": "no-store" } };
  return page({ title, here: "", main: markup`<h1>${title}</h1>\n${main}`, ...answer });
}

/** One click marks all of it. */
const copyable = (text: string): Html => markup`<code class="copy">${text}</code>`;

function caution(name: string, redirectUri: string): Html | false {
  if (redirectUri.startsWith("https:")) return false;
  return markup`<span class="note">${name} may require an https address. Set CRIER_URL to the one under which this Crier can be reached, and restart it.</span>`;
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url;
