// The script of the page /setup: sends the form with the token that follows `#`, and shows what the server answers.

/** Follows the script of the other pages in the same element: the page's policy knows the whole text. */
export const SETUP_SCRIPT = `
const byId = (id) => document.getElementById(id);
const form = byId("form");
const fields = { "/email": "email", "/password": "password", "/profile/name": "name", "/profile/timezone": "timezone" };
const show = (part) => {
  for (const id of ["no-link", "form", "set-up", "done"]) byId(id).hidden = id !== part;
};
const conclude = (part, title) => {
  show(part);
  byId("title").textContent = title;
  byId("title").focus();
};
const token = () => location.hash.slice(1);
const begin = () => show(token() === "" ? "no-link" : "form");
addEventListener("hashchange", begin);
begin();

if (byId("timezone")) {
  byId("timezone").value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  for (const zone of Intl.supportedValuesOf?.("timeZone") ?? []) byId("timezones").append(new Option(zone, zone));
}
byId("show").addEventListener("change", ({ target }) => {
  byId("password").type = target.checked ? "text" : "password";
});

function explain(problem) {
  for (const id of Object.values(fields)) {
    byId(id)?.removeAttribute("aria-invalid");
    if (byId(id)) byId(id + "-problem").textContent = "";
  }
  byId("problem").textContent = "";
  if (problem === null) return;
  if (problem.code === "already_set_up") return conclude("set-up", "Crier is already set up");
  if (problem.code === "setup_token_invalid") {
    byId("no-link-reason").textContent = problem.detail + " Open the newest link that the server printed:";
    return conclude("no-link", "Set up Crier");
  }
  const wrong = (problem.errors ?? []).map(({ pointer }) => pointer);
  // A profile with this name was created in the meantime.
  if (problem.code === "already_exists") wrong.push("/profile/name");
  const ids = wrong.map((pointer) => fields[pointer]).filter((id) => byId(id));
  if (ids.length === 0) byId("problem").textContent = problem.detail;
  for (const id of ids) {
    const message = problem.errors?.find(({ pointer }) => fields[pointer] === id)?.message;
    byId(id + "-problem").textContent = ids.length === 1 ? problem.detail : message;
    byId(id).setAttribute("aria-invalid", "true");
  }
  if (ids.length > 0) byId(ids[0]).focus();
}

async function send() {
  const profile = byId("name") && { name: byId("name").value, timezone: byId("timezone").value };
  const body = { token: token(), email: byId("email").value, password: byId("password").value, ...(profile && { profile }) };
  const headers = { "content-type": "application/json", accept: "application/json" };
  const answer = await fetch("/admin/setup", { method: "POST", headers, body: JSON.stringify(body) });
  return { ok: answer.ok, json: await answer.json() };
}

function finish(email) {
  byId("owner").textContent = email;
  history.replaceState(null, "", location.pathname);
  form.reset();
  conclude("done", "Crier is set up");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector(".button");
  if (button.disabled) return;
  explain(null);
  button.disabled = true;
  button.textContent = "Setting up…";
  try {
    const { ok, json } = await send();
    if (ok) finish(json.owner.email);
    else explain(json);
  } catch {
    explain({ detail: "The server did not answer. Check that it is running, then try again." });
  }
  button.disabled = false;
  button.textContent = "Set up";
});
`;
