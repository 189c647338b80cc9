import { permissionVersion } from "~/data/access.server";
import { addEntry, insertDictionary, selectDictionaries, selectDictionaryIds } from "~/data/dictionaries.server";
import { DICTIONARIES, type DictionaryFacts } from "~/shared/dictionaries";
import { isTone } from "~/shared/tone";
import type { EngineServices } from "./context.server";
import { type Dictionary, type DictionaryEntry, holdDictionaries } from "./entity/dictionary";

interface Known {
  version: number;
  all: ReadonlyMap<string, Dictionary>;
}

const caches = new WeakMap<EngineServices, Known>();

/**
 * Puts the dictionaries in place that apply now. A change raises the version of rights, which every request reads anyway: whoever
 * knows it is served from memory, and the next request of everybody sees the change.
 * @param version version the request found, if known
 */
export async function refreshDictionaries(services: EngineServices, version?: number): Promise<void> {
  const now = version ?? (await permissionVersion(services.database.connection()));
  const known = caches.get(services);
  // Somebody else may have read a newer state meanwhile; it is never exchanged for an older one.
  if (known && known.version >= now) return holdDictionaries(known.all);
  const all = await readDictionaries(services);
  const meanwhile = caches.get(services);
  if (meanwhile && meanwhile.version > now) return;
  caches.set(services, { version: now, all });
  holdDictionaries(all);
}

async function readDictionaries(services: EngineServices): Promise<ReadonlyMap<string, Dictionary>> {
  const found = new Map<string, Dictionary & { entries: DictionaryEntry[] }>();
  for (const row of await selectDictionaries(services.database.connection())) {
    const { code, name, enabled, open } = row;
    const one = found.get(code) ?? { code, name, enabled, open, entries: [] };
    found.set(code, one);
    if (row.value === null || row.label === null) continue;
    one.entries.push({
      value: row.value,
      label: row.label,
      tone: isTone(row.tone) ? row.tone : null,
      parent: row.parent,
      isDefault: row.isDefault === true,
      enabled: row.entryEnabled === true,
    });
  }
  return new Map([...found].map(([code, one]) => [code, { ...one, entries: asTree(one.entries) }]));
}

/** Entries below another come right after it; whatever hangs in the air stays in its place. */
function asTree(entries: readonly DictionaryEntry[]): DictionaryEntry[] {
  const values = new Set(entries.map(({ value }) => value));
  const isRoot = ({ parent, value }: DictionaryEntry) => parent === null || parent === value || !values.has(parent);
  const below = (value: string): DictionaryEntry[] =>
    entries
      .filter((entry) => !isRoot(entry) && entry.parent === value)
      .flatMap((entry) => [entry, ...below(entry.value)]);
  return entries.filter(isRoot).flatMap((entry) => [entry, ...below(entry.value)]);
}

/**
 * Adds the dictionaries that this version of the program brings, and values that it has to know. What was edited stays as it is.
 * Runs at start.
 */
export async function seedDictionaries(services: EngineServices): Promise<void> {
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    const ids = await selectDictionaryIds(connection);
    for (const [code, facts] of Object.entries<DictionaryFacts>(DICTIONARIES)) {
      const known = ids.get(code);
      const id = known ?? services.newId();
      if (known === undefined) {
        const { name, category, open = false, locked = false } = facts;
        await insertDictionary(connection, { id, code, name, category, open, locked });
      }
      for (const [value, label] of Object.entries(facts.entries)) {
        if (known !== undefined && !facts.locked && !facts.kept?.includes(value)) continue;
        const isDefault = known === undefined && facts.initial === value;
        await addEntry(connection, id, {
          id: services.newId(),
          value,
          label,
          tone: facts.tones?.[value] ?? null,
          isDefault,
        });
      }
    }
  });
  await refreshDictionaries(services);
}
