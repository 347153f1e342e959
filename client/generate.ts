// Makes src/schema.ts, the types of the API, from the server's own OpenAPI document, and builds the package.
import openapiTypes, { astToString, type OpenAPI3 } from "openapi-typescript";

const HEADER = `// Made by scripts/client from the OpenAPI document of Crier: don't edit it.
`;

/** The parts of an OpenAPI document that are left out here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: unknown }>>;

/** @param document as /v1/openapi.json answers it. @returns the file, formatted like all others */
export async function typesOf(document: Document): Promise<string> {
  const types = astToString(await openapiTypes(concise(document) as unknown as OpenAPI3));
  const formatting = Bun.spawn([process.execPath, "fmt", "--stdin-filepath=schema.ts"], {
    cwd: import.meta.dir,
    stdin: new Blob([HEADER + types]),
  });
  return await formatting.stdout.text();
}

/**
 * The document without its examples and its errors: they are two thirds of the types that every editor would have to read.
 * An error is a `Problem` in each operation, and the client throws it.
 */
function concise({ paths, components: { examples: _, ...components }, ...rest }: Document): Document {
  const conciseMethods = (methods: Readonly<Record<string, Operation>>) => mapped(methods, conciseOperation);
  return { ...rest, paths: mapped(paths, conciseMethods), components };
}

function conciseOperation({ requestBody, responses, ...rest }: Operation): Operation {
  const succeeded = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    ...rest,
    ...(requestBody && { requestBody: withoutExamples(requestBody) }),
    responses: mapped(Object.fromEntries(succeeded), withoutExamples),
  };
}

function withoutExamples<T extends { readonly content?: Content }>(message: T): T {
  if (!message.content) return message;
  return { ...message, content: mapped(message.content, ({ schema }) => ({ schema })) };
}

function mapped<T>(values: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** Writes JavaScript and declarations for others. @param folder where to. @returns the compiler's exit code */
export async function buildClient(folder: string): Promise<number> {
  const compiler = Bun.resolveSync("typescript/bin/tsc", import.meta.dir);
  const command = [process.execPath, compiler, "--project", import.meta.dir, "--outDir", folder];
  return await Bun.spawn(command, { stdout: "inherit", stderr: "inherit" }).exited;
}
