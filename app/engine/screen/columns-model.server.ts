import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { availableColumns, chosenColumns, saveColumns } from "../operations/list-columns.server";
import { requireAction } from "../operations/scope.server";
import { listPath, query } from "./address";
import { backHref } from "./list-query.server";
import { doNamed } from "./named-form.server";
import { columnLabel } from "./show";

/**
 * The page on which a person chooses the columns of a list: the chosen ones first, in their order.
 * @throws AppError("forbidden")
 */
export async function columnsModel(context: Context, screen: Screen, params: URLSearchParams) {
  requireAction(context, screen.entity, "query", screen);
  const chosen = await chosenColumns(context, screen);
  const rest = availableColumns(context, screen).filter((key) => !chosen.includes(key));
  return drawColumns(context, {
    screen,
    order: [...chosen, ...rest],
    chosen: new Set(chosen),
    back: params.get("back") ?? "",
  });
}

function drawColumns(
  context: Context,
  {
    screen,
    order,
    chosen,
    back,
  }: { screen: Screen; order: readonly string[]; chosen: ReadonlySet<string>; back: string },
) {
  return {
    title: `${screen.label}：选择列`,
    action: `${listPath(screen)}/columns${query(back === "" ? [] : [["back", back]])}`,
    columns: order.map((key, position) => ({
      key,
      label: columnLabel(screen, key),
      chosen: position === 0 || chosen.has(key),
      fixed: position === 0,
    })),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: backHref(screen, back),
  };
}

/**
 * Keeps what was chosen and answers where the list stands; the buttons that move a column answer the page with the new
 * order, which is not kept yet.
 * @throws AppError("forbidden" | "malformed")
 */
export async function submitColumns(context: Context, screen: Screen, params: URLSearchParams, form: FormData) {
  const back = params.get("back") ?? "";
  const [verb = "", key = ""] = String(form.get("_intent") ?? "").split(" ");
  const known = availableColumns(context, screen);
  const posted = [...new Set(form.getAll("order").map(String))].filter((one) => known.includes(one));
  const lead = known.slice(0, 1);
  const order = [...new Set([...lead, ...posted, ...known])];
  const chosen = new Set(form.getAll("column").map(String));
  const move = (way: "up" | "down" | "top") => async () => ({
    model: drawColumns(context, { screen, order: moved(order, key, way), chosen, back }),
  });
  const save = async () => {
    await saveColumns(context, screen, [...lead, ...order.slice(1).filter((one) => chosen.has(one))]);
    return { listHref: backHref(screen, back), notice: "列表的列已按所选显示" };
  };
  return doNamed<Awaited<ReturnType<typeof save>> | Awaited<ReturnType<ReturnType<typeof move>>>>(
    verb,
    {
      async reset() {
        await saveColumns(context, screen, null);
        return { listHref: backHref(screen, back), notice: "已恢复标准列" };
      },
      up: move("up"),
      down: move("down"),
      top: move("top"),
      save,
    },
    save,
  );
}

/** One place up or down, or in front of all others; the first column keeps its place. */
function moved(order: readonly string[], key: string, verb: "up" | "down" | "top"): string[] {
  const at = order.indexOf(key);
  const to = verb === "top" ? 1 : verb === "up" ? at - 1 : at + 1;
  if (at < 1 || to < 1 || to >= order.length) return [...order];
  return order.toSpliced(at, 1).toSpliced(to, 0, key);
}
