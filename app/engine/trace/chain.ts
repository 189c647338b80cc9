import type { AnyEntity, Field } from "../entity";
import { everyLines } from "../entity/draws";

/*
 * The way of goods as definitions tell it (decision 0159): which lines refer to which lines, and where the number of a batch stands.
 */

/** What a batch is known by: its number is that of one supplier and material. */
export const BATCH = "batch_no";
export const MATERIAL = "material_id";
export const SUPPLIER = "supplier_id";

/** A table of lines that others refer to, or that refers to others. */
export interface ChainTable {
  /** Key of the entity and path of the lines: what tells it from others. */
  name: string;
  entity: AnyEntity;
  path: string;
  /** Its rows say which batch they are about. */
  namesBatch: boolean;
  /** How many steps it stands behind lines that refer to nothing. */
  depth: number;
}

/** Rows of one table that say by a column which row of another they come from. */
export interface ChainLink {
  from: string;
  column: string;
  to: string;
}

export interface Chain {
  /** What comes first in the way of goods stands first. */
  tables: readonly ChainTable[];
  links: readonly ChainLink[];
}

const known = new WeakMap<readonly unknown[], Chain>();

/**
 * The chain that references to lines make of all documents: whatever draws on lines or is made of them says so by one (decision 0149), so a
 * document that comes later joins by its definition.
 */
export function chainOf(registrations: readonly { entity: AnyEntity }[]): Chain {
  const before = known.get(registrations);
  if (before) return before;
  const entities = registrations.map(({ entity }) => entity);
  const links = entities.flatMap(linksOf);
  const named = new Set(links.flatMap(({ from, to }) => [from, to]));
  const tables = entities
    .flatMap((entity) =>
      everyLines(entity.lines).map(([path, { fields }]) => ({
        name: nameOf(entity.key, path),
        entity,
        path,
        namesBatch: BATCH in fields && MATERIAL in fields && SUPPLIER in entity.fields,
        depth: depthOf(nameOf(entity.key, path), links, new Set()),
      })),
    )
    .filter(({ name }) => named.has(name))
    .sort((one, other) => one.depth - other.depth);
  const chain = { tables, links };
  known.set(registrations, chain);
  return chain;
}

function nameOf(key: string, path: string): string {
  return `${key}#${path}`;
}

function linksOf(entity: AnyEntity): ChainLink[] {
  return everyLines(entity.lines).flatMap(([path, { fields }]) =>
    Object.entries<Field>(fields).flatMap(([column, { kind, options }]) =>
      kind === "lineReference" && options.to && options.lines
        ? [{ from: nameOf(entity.key, path), column, to: nameOf(options.to, options.lines) }]
        : [],
    ),
  );
}

function depthOf(name: string, links: readonly ChainLink[], seen: ReadonlySet<string>): number {
  if (seen.has(name)) return 0;
  const before = links.filter(({ from, to }) => from === name && to !== name);
  return Math.max(0, ...before.map(({ to }) => 1 + depthOf(to, links, new Set([...seen, name]))));
}

/** Documents that are about one batch as a whole, such as its certificate of analysis; journals, and registers that repeat their rows, apart. */
export function batchDocuments(registrations: readonly { entity: AnyEntity }[]): AnyEntity[] {
  return registrations.map(({ entity }) => entity).filter((entity) => entity.kind === "document" && namesBatch(entity));
}

/** Journals whose rows say which batch was moved. */
export function batchJournals(registrations: readonly { entity: AnyEntity }[]): AnyEntity[] {
  return registrations.map(({ entity }) => entity).filter((entity) => entity.journal && namesBatch(entity));
}

function namesBatch({ fields }: AnyEntity): boolean {
  return [SUPPLIER, MATERIAL, BATCH].every((name) => name in fields);
}
