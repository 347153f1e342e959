// Example requests of the admin API, by operation id: what its documentation shows as commands to copy.
import type { OperationExample } from "./examples.ts";

const PROFILE = { id: "019aa4c0-1f2e-7d3c-8b4a-5a6978879605" };
const KEY = { id: "019aa4c0-2a3b-7c4d-9e5f-6071829304a5" };
const ACCOUNT = { id: "019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11" };

const PERSON = { id: "019aa4c4-3e5f-7960-9162-738495a6b7c8" };
const TOKEN = "qC2o9xV0m3kq8f5pZ7yLJ1hT4wUeR6sDnXbGaKcMvIE";

type Example = Pick<OperationExample, "params" | "request">;

export const ADMIN_EXAMPLES: Readonly<Record<string, Example>> = {
  signIn: { request: { email: "you@example.com", password: "correct horse battery staple" } },
  setUp: {
    request: {
      token: TOKEN,
      email: "you@example.com",
      password: "correct horse battery staple",
      profile: { name: "me", timezone: "Europe/Berlin" },
    },
  },
  endSession: { params: { id: "019aa4c4-1b2c-7d3e-8f40-526374859607" } },
  setSimulatedNext: { request: { platform: "mastodon", handle: "ok", behaviour: "lost" } },
  updateMe: { request: { name: "Anna", timezone: "Europe/Berlin", theme: "dark" } },
  editPerson: { params: PERSON, request: { role: "author" } },
  removePerson: { params: PERSON },
  listPersonSessions: { params: PERSON },
  signOutPerson: { params: PERSON },
  createInvite: { request: { role: "editor" } },
  revokeInvite: { params: { id: "019aa4c4-4f60-7a71-8273-8495a6b7c8d9" } },
  openInvite: { request: { token: TOKEN } },
  acceptInvite: {
    request: { token: TOKEN, email: "ben@example.com", password: "correct horse battery staple" },
  },
  createProfile: { request: { name: "team", timezone: "Europe/Berlin" } },
  getProfile: { params: PROFILE },
  updateProfile: {
    params: PROFILE,
    request: { timezone: "Europe/Berlin", weekStart: "monday", defaultAccounts: null },
  },
  deleteProfile: { params: PROFILE },
  listKeys: { params: PROFILE },
  createKey: {
    params: PROFILE,
    request: { name: "newsletter", scopes: ["read", "write", "publish"], simulatedOnly: false },
  },
  rotateKey: { params: KEY, request: { overlapMs: 3_600_000 } },
  revokeKey: { params: KEY },
  listProfileAccounts: { params: PROFILE },
  connectAccount: { params: PROFILE, request: { platform: "bluesky", simulated: true, handle: "ok" } },
  createConnectLink: { params: { ...PROFILE, network: "linkedin" } },
  getSignIn: { params: { network: "linkedin" } },
  chooseSignInAccounts: {
    params: { network: "linkedin" },
    request: { choose: ["urn:li:organization:5515715"] },
  },
  getNetworkApplication: { params: { id: "x" } },
  setNetworkApplication: {
    params: { id: "x" },
    request: { clientId: "VGhpcyBpcyBub3QgcmVhbA", clientSecret: "as-x-shows-it-once" },
  },
  removeNetworkApplication: { params: { id: "x" } },
  testNetworkApplication: { params: { id: "x" } },
  getAccount: { params: ACCOUNT },
  editAccount: { params: ACCOUNT, request: { paused: true } },
  listAccountHistory: { params: ACCOUNT },
  checkAccount: { params: ACCOUNT },
  endAccountWait: { params: ACCOUNT },
  resumeServer: { params: { id: "mastodon" }, request: { server: "harbour.example" } },
  disconnectAccount: { params: ACCOUNT },
  getSlots: { params: PROFILE },
  setSlots: {
    params: PROFILE,
    request: { slots: [{ weekdays: [1, 2, 3, 4, 5], time: "09:00", timezone: "Europe/Berlin" }] },
  },
  previewSlots: {
    params: PROFILE,
    request: {
      slots: [{ weekdays: [1, 2, 3, 4, 5], time: "10:00", timezone: "Europe/Berlin" }],
      reflow: true,
    },
  },
  pausePublishing: { request: { reason: "The link in today's post is wrong" } },
  verifyBackup: { params: { name: "crier-2027-03-29T01-15-00-000Z" } },
  setBackupSchedule: { request: { every: "03:15", keep: 14, folder: "/mnt/backups" } },
  confirmKeptKey: { request: { fingerprint: "69a3ad925c1e7b04" } },
  snoozeAttention: {
    params: { id: "failed:019aa4c3-5d30-7c11-a2d4-0f1e2d3c4b5a" },
    request: { until: "2027-02-02T08:00:00Z" },
  },
  unsnoozeAttention: { params: { id: "failed:019aa4c3-5d30-7c11-a2d4-0f1e2d3c4b5a" } },
  setPlan: { request: { plan: "active", until: "2028-01-01T00:00:00Z", accounts: 10 } },
  addImportHost: { request: { host: "media.example.com" } },
  listenLive: { params: { profile: PROFILE.id } },
  removeImportHost: { params: { host: "media.example.com" } },
};
