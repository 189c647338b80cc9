import type { AnyEntity } from "./define";
import { type Field, isPointer } from "./field";
import type { Lines } from "./record";
import type { Related } from "./related";
import { isOpen, isSearchable, isSearched, searchFields } from "./search-fields";

// Faults of what one definition says of others: what is chosen from, what is found through a reference, what is related.

/** What suppliers choose from goes through references to the same register. */
export function choosingFaults(entity: AnyEntity, entities: ReadonlyMap<string, AnyEntity>): string[] {
  const ofLines = Object.values<Lines>(entity.lines).map(({ fields }) => fields);
  return [entity.fields, ...ofLines].flatMap((fields) =>
    Object.entries<Field>(fields).flatMap(([name, { options }]) => {
      if (options.suppliersChoose === "titles")
        return entities.get(options.to ?? "")?.access.suppliersMayReadTitle
          ? []
          : [`Entity "${entity.key}", field "${name}": suppliers may not read the titles they are to choose from`];
      return (options.suppliersChoose ?? []).flatMap(({ entity: key, through }) => {
        const [first = "", column] = through.split(".");
        const other = entities.get(key);
        const pointing: Field | undefined =
          column === undefined ? other?.fields[first] : other?.lines[first]?.fields[column];
        return pointing !== undefined && pointing.options.to === options.to
          ? []
          : [
              `Entity "${entity.key}", field "${name}": suppliersChoose goes through "${key}" "${through}", which does not point there`,
            ];
      });
    }),
  );
}

/** What is searched for is text that every reader of the row may read, or points at rows that are searched themselves. */
export function searchFaults(entity: AnyEntity, entities: ReadonlyMap<string, AnyEntity>): string[] {
  const names: readonly string[] = entity.search ?? [];
  const { own } = searchFields(entity);
  const unread = Object.entries<Field>(entity.fields).flatMap(([name, { options }]) =>
    options.found === "part" && !own.includes(name)
      ? [`Entity "${entity.key}": "${name}" is filtered by the search index, which does not hold it`]
      : [],
  );
  const wrong = names.flatMap((name) => {
    const here = `Entity "${entity.key}": search names "${name}"`;
    if (!isSearchable(entity, name)) return [`${here}, which is neither a field of text nor a reference`];
    if (!isOpen(entity, name)) return [`${here}, which not everybody who sees the row may read`];
    const target = entities.get(entity.fields[name]?.options.to ?? "");
    return target && !isSearched(target) ? [`${here}, and rows of "${target.key}" are found by nothing`] : [];
  });
  return [...wrong, ...unread];
}

/** The field a path such as `items.material_id` names, in the head or one table of lines. */
function fieldAt(entity: AnyEntity, path: string): Field | undefined {
  const [own = "", inner] = path.split(".");
  if (inner === undefined) return entity.fields[own];
  const lines: Lines | undefined = entity.lines[own];
  return lines?.fields[inner];
}

export function relatedFaults(entity: AnyEntity, entities: ReadonlyMap<string, AnyEntity>): string[] {
  const related: readonly Related[] = entity.related ?? [];
  return related.flatMap((one) => {
    const at = `Entity "${entity.key}", related "${one.through}"`;
    const holder = one.entity === undefined ? entity : entities.get(one.entity);
    if (!holder) return [`${at}: names the entity "${one.entity}", which is not registered`];
    if (one.shares) return sharedFaults(entity, holder, { at, ...one });
    const field = fieldAt(holder, one.through);
    if (!field || !isPointer(field)) return [`${at}: is no reference field of "${holder.key}"`];
    if (one.entity !== undefined && field.options.to !== entity.key)
      return [`${at}: does not point at "${entity.key}"`];
    return factFaults(one.entity === undefined ? entities.get(field.options.to ?? "") : holder, { at, fact: one.fact });
  });
}

function factFaults(
  other: AnyEntity | undefined,
  { at, fact: name }: { at: string; fact: string | undefined },
): string[] {
  const fact = name === undefined ? undefined : (other?.fields[name] ?? null);
  if (fact === null) return [`${at}: the fact "${name}" does not exist in "${other?.key}"`];
  return fact && ["json", "longText", "dateTime"].includes(fact.kind)
    ? [`${at}: the fact "${name}" is no short value`]
    : [];
}

/** What both sides hold is of the same kind, and of a reference about the same register. */
function sharedFaults(
  entity: AnyEntity,
  other: AnyEntity,
  { at, shares = {}, fact }: Pick<Related, "shares" | "fact"> & { at: string },
): string[] {
  const unlike = Object.entries(shares).flatMap(([theirs, ours]) => {
    const [there, here] = [fieldAt(other, theirs), fieldAt(entity, ours)];
    return there && here && there.kind === here.kind && there.options.to === here.options.to
      ? []
      : [`${at}: "${theirs}" of "${other.key}" and "${ours}" do not hold the same`];
  });
  return [...unlike, ...factFaults(other, { at, fact })];
}
