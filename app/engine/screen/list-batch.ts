import type { AnyTransition } from "../entity";
import type { Screen } from "../entity/registry";
import type { ReadyConversion } from "../operations/conversion.server";
import type { ListResult, ListRow } from "../operations/list.server";
import { batchPath, conversionPath, printRowsPath, rowPaperPath } from "./address";

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

/** What rows are chosen for. */
export interface ChosenFor {
  transitions: readonly string[];
  made: readonly MadeOfRows[];
  /** Whether this person may open the records. */
  mayPrint: boolean;
}

/** Whether something can be done with the row by choosing it. */
export function isPickable(screen: Screen, row: ListRow, { transitions, made, mayPrint }: ChosenFor): boolean {
  const { prints, rowPapers } = screen.list;
  return (
    (mayPrint &&
      (prints === true ||
        Object.values(rowPapers ?? {}).some((paper) => paper.in.includes(String(row.values.state))))) ||
    transitions.some((name) => row.transitions.includes(name)) ||
    made.some(({ open }) => open.has(row.id))
  );
}

/** The bar under a table with rows that can be chosen; null where there is nothing to choose for. */
export function batchModel(
  screen: Screen,
  result: ListResult,
  { transitions, made, mayPrint }: ChosenFor,
  shown: Shown,
) {
  if (!result.rows.some((row) => isPickable(screen, row, { transitions, made, mayPrint }))) return null;
  const papers = mayPrint ? Object.entries(screen.list.rowPapers ?? {}) : [];
  const prints = mayPrint && screen.list.prints === true;
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
      ...papers.map(([name, { label }]) => ({
        ...{ label, action: rowPaperPath(screen, name), tone: "plain" as const, reload: true as const },
      })),
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
