import { type Asker, currentAsker } from "~/data/asking.server";
import type { Connection } from "~/data/database.server";
import { selectParameters, upsertParameters } from "~/data/parameters.server";
import {
  NAMED_PARAMETER,
  PARAMETERS,
  type ParameterFacts,
  type ParameterKey,
  parameterFacts,
} from "~/shared/parameters";
import type { Context, EngineServices } from "./context.server";
import { deadlineParameters } from "./deadlines/parameters";
import { rulesVersion } from "./rules-version.server";

const caches = new WeakMap<EngineServices, { version: number; values: ReadonlyMap<string, string> }>();

/** Requests and jobs in whose name the version was asked; `changes` counts those of the table by then. */
const heard = new WeakMap<Asker, number>();

/** What a transaction was told once; `changes` counts those of the table by then, its own included. */
const told = new WeakMap<Connection, { changes: number; values: ReadonlyMap<string, string> }>();

/**
 * The values that apply now. A change raises the permission version, so whoever knows the version of his request is
 * answered from memory, and the next request of everybody sees it. A transaction decides by one set of them, unless it changes one itself.
 */
async function valuesOf(services: EngineServices, version?: number): Promise<ReadonlyMap<string, string>> {
  const { database } = services;
  const connection = database.connection();
  if (version !== undefined || !database.inTransaction()) return valuesAt(services, connection, version);
  const changes = database.changesOf(["parameter"]);
  const known = told.get(connection);
  if (known?.changes === changes) return known.values;
  const values = await valuesAt(services, connection);
  told.set(connection, { changes, values });
  return values;
}

async function valuesAt(
  services: EngineServices,
  connection: Connection,
  version?: number,
): Promise<ReadonlyMap<string, string>> {
  const asker = currentAsker();
  if (asker) heard.set(asker, services.database.changesOf(["parameter"]));
  const now = version ?? (await rulesVersion(services));
  const known = caches.get(services);
  if (known?.version === now) return known.values;
  const values = await selectParameters(connection);
  if (now !== null) caches.set(services, { version: now, values });
  return values;
}

/** Value of a parameter as text; switches answer "1" or "0". @param version permission version of the request, if known */
export async function textParameter(services: EngineServices, key: ParameterKey, version?: number): Promise<string> {
  return (await valuesOf(services, version)).get(key) ?? PARAMETERS[key].initial;
}

/** Value of a parameter that a definition brings, as text. @param initial where no row says otherwise */
export async function definedParameter(services: EngineServices, key: string, initial: string): Promise<string> {
  return (await valuesOf(services)).get(key) ?? initial;
}

/** Value of a whole number. */
export async function intParameter(services: EngineServices, key: ParameterKey, version?: number): Promise<number> {
  return Number(await textParameter(services, key, version));
}

/** Value of a whole number for whoever asks: a request that knows its version is answered from memory. */
export async function limitFor(context: Context, key: ParameterKey): Promise<number> {
  return intParameter(context.services, key, context.session?.permissionVersion);
}

/** A sentence of a definition with the values of the parameters that it names as `{{area.name}}`. */
export async function withParameters(context: Context, sentence: string): Promise<string> {
  if (sentence.search(NAMED_PARAMETER) < 0) return sentence;
  return filledIn(sentence, await valuesOf(context.services, context.session?.permissionVersion));
}

/**
 * Before anything is judged without waiting (`knownLimit`): work without a session, a job or a call from outside, asks whether another process
 * changed a value. Requests with a session were told at its start. In a transaction the version is asked once in any case; a request or a
 * job that only reads asks once.
 */
export async function hearParameters({ services, session }: Context): Promise<void> {
  if (session) return;
  const { database } = services;
  const asker = database.inTransaction() ? undefined : currentAsker();
  if (asker && heard.get(asker) === database.changesOf(["parameter"])) return;
  await valuesOf(services);
}

/** Value of a whole number where nothing can be waited for: as it was read last, see `hearParameters`. */
export function knownLimit(services: EngineServices, key: ParameterKey): number {
  return Number(caches.get(services)?.values.get(key) ?? PARAMETERS[key].initial);
}

/** A sentence with its parameters where nothing can be waited for. */
export function withKnownParameters(services: EngineServices, sentence: string): string {
  return filledIn(sentence, caches.get(services)?.values ?? new Map());
}

function filledIn(sentence: string, values: ReadonlyMap<string, string>): string {
  return sentence.replaceAll(
    NAMED_PARAMETER,
    (named: string, key: string) => values.get(key) ?? parameterFacts(key)?.initial ?? named,
  );
}

/** Whether a switch is on. */
export async function isParameterOn(services: EngineServices, key: ParameterKey, version?: number): Promise<boolean> {
  return (await textParameter(services, key, version)) === "1";
}

/** Adds the parameters that this version of the program brings; values that were set stay. Runs at start. */
export async function seedParameters(services: EngineServices): Promise<void> {
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    const entities = services.registry.registrations.map(({ entity }) => entity);
    const all = [...Object.entries<ParameterFacts>(PARAMETERS), ...deadlineParameters(entities)];
    await upsertParameters(
      connection,
      all.map(([key, facts]) => ({
        id: services.newId(),
        key,
        name: facts.name,
        group: facts.group,
        type: facts.type,
        value: facts.initial,
        range: rangeText(facts),
        unit: facts.unit ?? null,
        remark: facts.remark ?? null,
      })),
    );
  });
}

/** What may be typed, in words. */
function rangeText({ type, min, max }: ParameterFacts): string | null {
  if (type === "switch") return "1为开，0为关";
  return type === "int" ? `${min}到${max}` : null;
}
