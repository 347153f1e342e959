// Questions on a terminal. Scripts use options instead; without a terminal nothing is ever asked.
import type { ReadStream, WriteStream } from "node:tty";
import { OperatorError } from "../errors.ts";
import { wrap } from "./table.ts";

/** Where questions are asked and answered. */
export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

export interface Question {
  readonly message: string;
  /** Stands above the question. */
  readonly help?: string | undefined;
  /** What Enter alone means. */
  readonly usual?: string | undefined;
  /** Why an answer can't be used; undefined when it can. */
  readonly check?: (answer: string) => string | undefined;
}

/** Asks for a line of text. @throws OperatorError when the person gives up */
export async function askText(
  terminal: Terminal,
  { message, help, usual, check }: Question,
): Promise<string> {
  const { text } = await begin(terminal, help);
  const validate = (value: string | undefined) => check?.(value || usual || "");
  const placeholder = usual === undefined ? {} : { placeholder: usual, defaultValue: usual };
  return requireAnswer(await text({ ...at(terminal), message, validate, ...placeholder }));
}

/** Asks for a secret; what is typed is not shown. @throws OperatorError when the person gives up */
export async function askSecret(terminal: Terminal, { message, help, check }: Question): Promise<string> {
  const { password } = await begin(terminal, help);
  const validate = (value: string | undefined) => check?.(value ?? "");
  return requireAnswer(await password({ ...at(terminal), message, validate, mask: "•" }));
}

/** Asks for a yes; Enter alone means no. @throws OperatorError when the person gives up */
export async function askYes(terminal: Terminal, message: string): Promise<boolean> {
  const { confirm } = await begin(terminal);
  return requireAnswer(await confirm({ ...at(terminal), message, initialValue: false }));
}

/** Lets the person choose one of several. @throws OperatorError when the person gives up */
export async function askChoice(
  terminal: Terminal,
  message: string,
  choices: readonly { readonly value: string; readonly label: string; readonly hint?: string }[],
): Promise<string> {
  const { select } = await begin(terminal);
  return requireAnswer(await select({ ...at(terminal), message, options: [...choices] }));
}

/** What is typed before the question stands there must not be shown either: it may be the secret. */
async function begin({ input, output }: Terminal, help?: string) {
  input.setRawMode(true);
  if (help !== undefined) output.write(`${wrap(help, output.columns)}\r\n`);
  return await import("@clack/prompts");
}

const at = ({ input, output }: Terminal) => ({ input, output });

/** The library answers with a symbol when somebody presses Ctrl+C or Escape. */
function requireAnswer<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === "symbol") throw new OperatorError("Canceled. Nothing was changed.");
  return answer as Exclude<T, symbol>;
}
