import type { AnyTransition } from "../entity";
import type { Screen } from "../entity/registry";
import type { ReadyConversion } from "../operations/conversion.server";
import type { ListResult } from "../operations/list.server";
import { batchPath, conversionPath, printRowsPath } from "./address";

type Pairs = [name: string, value: string][];

/** The list as it is shown now. */
interface Shown {
  /** Whether the rows were asked for as chosen. */
  picked: boolean;
  back: Pairs;
  /** Address of this page with something more. */
  href(more: Pairs): string;
}

/** What can be made of the rows, and of which of them. */
export interface MadeOfRows {
  conversion: ReadyConversion;
  /** Ids of the documents with something open. */
  open: ReadonlySet<string>;
}

/** The bar under a table with rows that can be chosen; null where there is nothing to choose for. */
export function batchModel(
  screen: Screen,
  result: ListResult,
  { transitions, made, prints }: { transitions: readonly string[]; made: readonly MadeOfRows[]; prints: boolean },
  shown: Shown,
) {
  const pickable = (id: string, own: readonly string[]) =>
    prints || transitions.some((name) => own.includes(name)) || made.some(({ open }) => open.has(id));
  if (!result.rows.some((row) => pickable(row.id, row.transitions))) return null;
  return {
    transitions: [
      ...transitions.map((name) => {
        const transition: AnyTransition | undefined = screen.entity.transitions?.[name];
        return {
          label: transition ? batchLabel(transition) : name,
          action: batchPath(screen, name),
          tone: transition?.tone ?? ("plain" as const),
        };
      }),
      ...made
        .filter(({ open }) => open.size > 0)
        .map(({ conversion }) => ({
          label: conversion.label,
          action: conversionPath(conversion.screen, conversion.name),
          tone: "plain" as const,
        })),
      ...(prints
        ? [{ label: "批量打印", action: printRowsPath(screen), tone: "plain" as const, reload: true as const }]
        : []),
    ],
    hidden: shown.back,
    pickAll: shown.picked
      ? { label: "取消全选", href: shown.href([]) }
      : { label: "全选本页", href: shown.href([["pick", "all"]]) },
    picked: shown.picked,
  };
}

/** What a transition is called where it is made on many rows; one that is there for many says so itself. */
export function batchLabel({ ofMany, label }: AnyTransition): string {
  return ofMany ? label : `批量${label}`;
}
