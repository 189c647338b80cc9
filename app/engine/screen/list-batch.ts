import type { AnyTransition } from "../entity";
import type { Screen } from "../entity/registry";
import type { ListResult } from "../operations/list.server";
import { batchPath } from "./address";

type Pairs = [name: string, value: string][];

/** The list as it is shown now. */
interface Shown {
  /** Whether the rows were asked for as chosen. */
  picked: boolean;
  back: Pairs;
  /** Address of this page with something more. */
  href(more: Pairs): string;
}

/** The bar under a table with rows that can be chosen; null where there is nothing to choose for. */
export function batchModel(screen: Screen, result: ListResult, transitions: readonly string[], shown: Shown) {
  if (!result.rows.some((row) => transitions.some((name) => row.transitions.includes(name)))) return null;
  return {
    transitions: transitions.map((name) => {
      const transition: AnyTransition | undefined = screen.entity.transitions?.[name];
      return {
        label: transition ? batchLabel(transition) : name,
        action: batchPath(screen, name),
        tone: transition?.tone ?? ("plain" as const),
      };
    }),
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
