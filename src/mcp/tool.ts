// Defines a tool: its description, and its call with scope check, argument check and error handling.
import { setImmediate } from "node:timers/promises";
import { Type, type Static, type TObject, type TSchema } from "@sinclair/typebox";
import { TypeCompiler, type TypeCheck } from "@sinclair/typebox/compiler";
import type { CallToolResult, McpServer, ToolAnnotations } from "@modelcontextprotocol/server";
import type { Scope } from "../domain/api-key.ts";
import type { Caller } from "../domain/caller.ts";
import { mustHave } from "../api/http/caller.ts";
import { fieldsIn } from "../api/http/field-errors.ts";
import { invalidRequest } from "../api/http/problem.ts";
import type { Log } from "../log.ts";
import { toolError } from "./tool-error.ts";
import type { LongAnswers } from "./long-answers.ts";
import { toolSchema } from "./json-schema.ts";

/** One call of a tool, and who makes it. */
export interface Call {
  readonly caller: Caller;
  readonly requestId: string;
  /** The caller has left. */
  readonly signal: AbortSignal;
  readonly longAnswers: LongAnswers;
}

export interface ToolResult<T> {
  readonly value: T;
  /** The same for a model, in a few words. */
  readonly text: string;
}

export interface Facts<I extends TObject, O extends TSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly hints: ToolAnnotations;
  readonly input: I;
  readonly output: O;
  /** What the tool list says of the result: the members that matter most. All of it is checked against `output`. */
  readonly shown: Readonly<Record<string, TSchema>>;
  run(args: Static<I>, call: Call): Promise<ToolResult<Static<O>>>;
}

export interface Tool extends Pick<Facts<TObject, TSchema>, "name" | "title" | "scope"> {
  addTo(server: McpServer, call: Call, log: Log): void;
}

export function tool<I extends TObject, O extends TSchema>(facts: Facts<I, O>): Tool {
  const { name, title, description, hints, input, output, shown } = facts;
  // Clients hold errors against this schema too, so nothing in it is required; and the list of tools is read by a model
  // with every conversation, so it is short.
  const answer = Type.Object(partial(shown), { additionalProperties: true });
  const config = {
    title,
    description,
    annotations: hints,
    inputSchema: toolSchema(input),
    outputSchema: toolSchema(answer),
  };
  const accepts = compileOnce(input);
  const gives = compileOnce(output);
  return {
    name,
    title,
    scope: facts.scope,
    addTo: (server, call, log) => void server.registerTool(name, config, (args) => run(args, call, log)),
  };

  async function run(args: unknown, call: Call, log: Log): Promise<CallToolResult> {
    try {
      mustHave(call.caller, facts.scope);
      const checked = valid(accepts(), args);
      // The library needs time for a first request, and reading a long post takes time, too: not both in one turn of the loop.
      await setImmediate();
      const { value, text } = await facts.run(checked, call);
      if (!gives().Check(value)) throw new Error(`the answer of ${name} breaks its schema`);
      return { content: [{ type: "text", text }], structuredContent: call.longAnswers.hold(value as object) };
    } catch (error) {
      return toolError(error, call.requestId, log);
    }
  }
}

const partial = (members: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]));

/** @throws Problem invalid_request */
function valid<I extends TObject>(check: TypeCheck<I>, args: unknown): Static<I> {
  if (check.Check(args)) return args;
  throw invalidRequest(fieldsIn(check.Errors(args)));
}

/** Compiled when it is first needed. */
function compileOnce<S extends TSchema>(schema: S): () => TypeCheck<S> {
  let check: TypeCheck<S> | null = null;
  return () => (check ??= TypeCompiler.Compile(schema));
}
