// Parses `crier post --set`: a network's options, as NETWORK.OPTION=VALUE.
import { KindGuard } from "@sinclair/typebox";
import { OperatorError } from "../errors.ts";
import { networks } from "../networks/index.ts";
import type { Json } from "../networks/network.ts";

/**
 * Options by account, as a post takes them. An option is named after the last dot, so that handles may have dots too; a
 * value is taken as it is where the network wants a text, and else read as JSON. @throws OperatorError with an example
 */
export function optionsFrom(settings: readonly string[]): Record<string, Record<string, Json>> {
  const options: Record<string, Record<string, Json>> = {};
  for (const setting of settings) {
    const [, account = "", option = "", value = ""] = /^([^=]+)\.(\w+)=(.*)$/s.exec(setting) ?? [];
    if (account === "")
      throw new OperatorError(
        `--set ${setting} has no value. Example: --set pinterest.board_id=1022106146619699845`,
      );
    options[account] = { ...options[account], [option]: valueOf(account, option, value) };
  }
  return options;
}

function valueOf(account: string, option: string, value: string): Json {
  const network = networks.find(account.split(":")[0] ?? "");
  const schema = network?.options.properties[option];
  if (schema && KindGuard.IsString(schema)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
