// Renders an operation as a curl command to copy.
import type { Operation } from "../openapi/shape.ts";

/** Who sends a request: a program with a key, or a person with the session in a file of cookies. */
export type Sender = "key" | "owner";

interface Command {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** Public address with the prefix, such as https://crier.example/v1. */
  readonly base: string;
  readonly sender: Sender;
}

export function curlOf(command: Command): string {
  const { method, path, operation, base } = command;
  const { parameters = [], requestBody } = operation;
  const address = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find((each) => each.in === "path" && each.name === name)?.example;
    return typeof example === "string" ? encodeURIComponent(example) : whole;
  });
  const query = parameters
    .filter(({ in: place, required }) => place === "query" && required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const url = base + address;
  const json = requestBody?.content["application/json"]?.example;
  // A file of one's own is what most people have; the other way, by address, is described next to it.
  const form = requestBody?.content["multipart/form-data"] !== undefined;
  const sendsJson = json !== undefined && !form;
  const csv = requestBody?.content["text/csv"]?.example;
  const sendsBody = sendsJson || form || csv !== undefined;
  const verb = method === "GET" || (method === "POST" && sendsBody) ? "" : `-X ${method} `;
  const lines = [
    `curl -s ${verb}${query.length === 0 ? url : `"${url}?${query.join("&")}"`}`,
    ...credentials(command),
    ...(sendsJson && command.sender === "key" ? [JSON_TYPE] : []),
    ...(sendsJson ? [`-d ${quote(JSON.stringify(json, null, 2))}`] : []),
    ...(typeof csv === "string" ? [`-H "Content-Type: text/csv"`, `--data-binary ${quote(csv)}`] : []),
    ...(form ? ["-F file=@photo.jpg"] : []),
  ];
  return lines.join(" \\\n  ");
}

const JSON_TYPE = `-H "Content-Type: application/json"`;

/** What answers with a session. */
const SIGNS_IN = ["signIn", "setUp", "acceptInvite"];

/** What a person's request changes must come from this appliance's own address, and be JSON. */
function credentials({ method, base, operation, sender }: Command): string[] {
  if (sender === "key") return [`-H "Authorization: Bearer $KEY"`];
  const jar = SIGNS_IN.includes(operation.operationId) ? "-c cookies.txt" : "-b cookies.txt";
  return method === "GET" ? [jar] : [jar, `-H "Origin: ${new URL(base).origin}"`, JSON_TYPE];
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
