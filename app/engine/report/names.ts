import type { AnyEntity, Field } from "../entity";
import { kindOf } from "../entity/kinds";
import { isFileKind } from "../entity/kinds/file";
import { referenceOnWay } from "../entity/paths";
import { withReferenceLabels } from "../entity/reference-labels";
import { type FilterField, filterField } from "../operations/filters";
import { builtInLabel } from "../screen/show";

// What reports may name, whoever asks: what of it a person may read is asked beside it (`definition.server.ts`).

/** A column of a list by what people call it. */
export interface NamedColumn {
  key: string;
  label: string;
  /** Null for a built-in. */
  field: Field | null;
}

const BUILT_INS = ["number", "state", "created_at", "created_by", "updated_at"] as const;

/** Columns that a report of these rows can speak of, in the order of the definition. */
export function namedColumns(entity: AnyEntity): NamedColumn[] {
  const own = Object.entries<Field>(entity.fields).flatMap(([key, field]): NamedColumn[] =>
    field.kind === "json" || isFileKind(field.kind) ? [] : [{ key, label: field.options.label, field }],
  );
  const built = BUILT_INS.filter((key) => !Object.hasOwn(entity.fields, key)).flatMap((key): NamedColumn[] => {
    if ((key === "number" && !entity.number) || (key === "state" && !entity.states)) return [];
    return [{ key, label: builtInLabel(entity, key) ?? key, field: null }];
  });
  return [...built, ...own];
}

/** True for what can be added up. */
export function isFigure({ field }: NamedColumn): boolean {
  const as = field ? kindOf(field).sheet?.as : undefined;
  return as === "number" || as === "percent";
}

/** True for what rows can be put together by: nothing long, and nothing that is shown in part only. */
export function isGroup({ field }: NamedColumn): boolean {
  return field === null || (field.kind !== "longText" && !field.options.mask);
}

/** The filters a list has, its state among them. */
export function namedFilters(list: Parameters<typeof filterField>[0], names: readonly string[]): FilterField[] {
  const all = [...new Set([...names, ...(list.entity.states ? ["state"] : [])])];
  return all.flatMap((name) => {
    const filter = filterField(list, name);
    return filter && filter.shape !== "none" ? [filter] : [];
  });
}

/** Names by the list they belong to, each once. */
type Names = Record<string, readonly string[]>;

/** What reports over lists may name, by the address of the list: as columns, as groups, as figures, and in conditions. */
export interface ReportNames {
  columns: Names;
  groups: Names;
  figures: Names;
  conditions: Names;
}

/** @param entities what there are lists of */
export function reportNames(entities: readonly AnyEntity[]): ReportNames {
  const labelled = withReferenceLabels(entities.map((entity) => ({ entity }))).map(({ entity }) => entity);
  const byKey = new Map(labelled.map((entity) => [entity.key, entity]));
  const names: ReportNames = { columns: {}, groups: {}, figures: {}, conditions: {} };
  const once = (all: readonly { label: string }[]) => [...new Set(all.map(({ label }) => label))];
  for (const entity of labelled) {
    const columns = namedColumns(entity);
    const all = once(columns);
    const groups = once(columns.filter(isGroup));
    // Rows are counted by any column: what can be added up only stands first.
    const figures = [...new Set([...once(columns.filter(isFigure)), ...all])];
    const views: readonly { screen: string; list?: { filters: readonly string[] } }[] = entity.views ?? [
      { screen: entity.key },
    ];
    for (const { screen, list } of views) {
      const { filters }: { filters: readonly string[] } = list ?? entity.list;
      const reached = new Map(
        filters.flatMap((name) => {
          const one = byKey.get(referenceOnWay(entity, name)?.to ?? "");
          return one ? [[one.key, one] as const] : [];
        }),
      );
      names.columns[screen] = all;
      names.groups[screen] = groups;
      names.figures[screen] = figures;
      names.conditions[screen] = once(namedFilters({ entity, reached }, filters));
    }
  }
  return names;
}
