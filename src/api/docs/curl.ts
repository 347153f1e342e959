// Renders an operation as a curl command to copy.
import type { Operation } from "../openapi/shape.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly base: string;
}

export function curlOf({ method, path, operation, base }: Asked): string {
  const { parameters = [], requestBody } = operation;
  const address = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find((each) => each.in === "path" && each.name === name)?.example;
    return typeof example === "string" ? example : whole;
  });
  const json = requestBody?.content["application/json"]?.example;
  const form = requestBody?.content["multipart/form-data"] !== undefined && json === undefined;
  const verb = method === "GET" || (method === "POST" && (json !== undefined || form)) ? "" : `-X ${method} `;
  const lines = [
    `curl -s ${verb}${base}${address}`,
    `-H "Authorization: Bearer $KEY"`,
    ...(json === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(json, null, 2))}`]),
    ...(form ? ["-F file=@photo.jpg"] : []),
  ];
  return lines.join(" \\\n  ");
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
