// Every `crier` command on a served page exists, with every option it names.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Command } from "@commander-js/extra-typings";
import type { Context } from "../../cli/context.ts";
import { openProgram } from "../../cli/program.ts";
import { crawl, unescapeHtml } from "../support/crawl.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
let commands: { readonly path: string; readonly command: string }[];
beforeAll(async () => {
  world = await openWorld();
  // The decisions describe commands that are planned, too.
  const pages = (await crawl(world.url)).filter(({ path }) => path !== "/docs/decisions");
  commands = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/<(code|pre)[^>]*>([\s\S]*?)<\/\1>/g)].flatMap(([, , block = ""]) =>
      commandsIn(unescapeHtml(block.replace(/<[^>]*>/g, ""))).map((command) => ({ path, command })),
    ),
  );
});
afterAll(() => world[Symbol.asyncDispose]());

/** Each command that begins a line or follows `&&`, `|`, `$(` or a service's `ExecStart=`, without what comes after it. */
function commandsIn(text: string): string[] {
  const whole = text.replace(/\\\n\s*/g, " ");
  return [...whole.matchAll(/(?:^|[|(]|&&|=\/usr\/local\/bin\/)\s*(crier [^\n|&<>#;)]*)/gm)].map(
    ([, command = ""]) => command.trim(),
  );
}

/** What is wrong with a command; null when it exists. */
function faultOf(command: string, program: Command): string | null {
  const [, ...words] = command.match(/"[^"]*"|\S+/g) ?? [];
  let at: Command = program;
  const options = new Set<string>();
  const learn = () => at.options.forEach(({ long, short }) => options.add(long ?? "").add(short ?? ""));
  learn();
  for (const word of words) {
    const next = at.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next) {
      at = next as Command;
      learn();
    } else if (word.startsWith("--") && word !== "--help" && !options.has(word.split("=")[0] ?? "")) {
      return `${at.name()} has no option ${word}`;
    } else if (
      !word.startsWith("-") &&
      at.commands.length > 0 &&
      /^[a-z-]+$/.test(word) &&
      !isArgument(at, command)
    ) {
      return `${at.name()} has no command ${word}`;
    }
  }
  return null;
}

/** Options of the whole program take a value before the command. */
const isArgument = (at: Command, command: string) => at.parent === null && command.includes("--data");

test("every command in the documentation exists, with its options", async () => {
  const program = await openProgram({ columns: null } as Context);
  const faults = commands.flatMap(({ path, command }) => {
    const fault = faultOf(command, program);
    return fault === null ? [] : [`${path}: ${command}: ${fault}`];
  });
  expect(faults).toEqual([]);
  expect(commands.length).toBeGreaterThan(60);
});

test("a command or an option that does not exist is noticed", async () => {
  const program = await openProgram({ columns: null } as Context);
  const wrong = [
    "crier profile change me",
    "crier post create x --sometime",
    "crier pots list",
    "crier post --dry-run",
  ];
  expect(wrong.map((command) => faultOf(command, program) === null)).toEqual([false, false, false, false]);
  expect(faultOf('crier post create "Hello" --to bluesky --now', program)).toBeNull();
});
