import type { Connection } from "~/data/database.server";
import { parameterVersion } from "~/data/parameters.server";
import type { EngineServices } from "./context.server";

/** Tables behind what is answered from memory under the version: values of parameters, rules of numbers, rules and wording of messages. */
const RULED_BY = [
  "parameter",
  "number_rule",
  "msg_scenario",
  "msg_scenario_conditions",
  "msg_scenario_receivers",
  "msg_template",
];

/** What a transaction was told once; `changes` counts those of the tables by then, its own included. */
const told = new WeakMap<Connection, { changes: number; version: number | null }>();

/**
 * The version that every change of a parameter or of a message's rules raises. A transaction asks once and decides by that one, unless it changes
 * such rules itself: a document that is stored asks for dozens of numbers and tells several people.
 * @returns null where this transaction raised it: what is read now may be taken back, and must not be remembered
 */
export async function rulesVersion({ database }: EngineServices): Promise<number | null> {
  const connection = database.connection();
  if (!database.inTransaction()) return parameterVersion(connection);
  const changes = database.changesOf(RULED_BY);
  const known = told.get(connection);
  if (known?.changes === changes) return known.version;
  const version = await parameterVersion(connection);
  told.set(connection, { changes, version });
  return version;
}

/**
 * Notes what the running transaction was told as it began, before it changed anything.
 * @param version answered to `PARAMETER_VERSION`
 */
export function tellRulesVersion({ database }: EngineServices, version: number | null): void {
  told.set(database.connection(), { changes: database.changesOf(RULED_BY), version });
}
