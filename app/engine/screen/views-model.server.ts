import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { chooseDefaultView, listWork, removeView, renameSavedView, saveView } from "../operations/saved-views.server";
import { requireAction } from "../operations/scope.server";
import { listPath } from "./address";
import { listHref, viewQuery } from "./list-query.server";
import { doNamed } from "./named-form.server";

/** What a refused form said, and about which view; without an id about the one to be saved. */
interface Refusal {
  id: string | null;
  name: string;
  message: string;
  /** The list that was to be saved. */
  query: string;
}

/** The page on which a person keeps its saved views. @throws AppError("forbidden") */
export async function viewsPageModel(context: Context, screen: Screen, refusal: Refusal | null = null) {
  requireAction(context, screen.entity, "query", screen);
  const { views } = await listWork(context, screen);
  return {
    title: `${screen.label}：视图`,
    action: `${listPath(screen)}/views`,
    views: views.map(({ id, name, query, isDefault }) => ({
      id,
      stored: name,
      href: listHref(screen, [...new URLSearchParams(query)]),
      isDefault,
      ...(refusal?.id === id ? { name: refusal.name, error: refusal.message } : { name }),
    })),
    ...(refusal && refusal.id === null
      ? { save: { query: refusal.query, name: refusal.name, error: refusal.message } }
      : {}),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    backHref: `${listPath(screen)}?view=all`,
  };
}

/**
 * Saves, renames, removes a view or makes it the default; answers where to go, or the page with the complaint beside the
 * field.
 * @throws AppError("not_found") for a view that is not the person's own
 */
export async function submitView(context: Context, screen: Screen, form: FormData) {
  const [verb = "", id = ""] = textOf(form, "_intent").split(" ");
  const name = textOf(form, verb === "rename" ? `name.${id}` : "name");
  // Read as a query: nothing else can be kept, however the form was made.
  const query = viewQuery(screen, new URLSearchParams(textOf(form, "query")));
  const page = `${listPath(screen)}/views`;
  try {
    return await doNamed(verb, {
      async save() {
        await saveView(context, screen, { name, query });
        return { href: listHref(screen, [...new URLSearchParams(query)]), notice: `视图「${name.trim()}」已保存` };
      },
      async rename() {
        await renameSavedView(context, screen, id, name);
        return { href: page, notice: `视图已改名为「${name.trim()}」` };
      },
      async remove() {
        await removeView(context, screen, id);
        return { href: page, notice: "视图已删除" };
      },
      async default() {
        await chooseDefaultView(context, screen, id);
        return { href: page, notice: "打开列表时将显示这个视图" };
      },
      async plain() {
        await chooseDefaultView(context, screen, null);
        return { href: page, notice: "打开列表时将显示全部" };
      },
    });
  } catch (error) {
    const message = error instanceof AppError && error.error === "invalid" ? error.complaints[0]?.message : undefined;
    if (message === undefined) throw error;
    const refusal = { id: verb === "rename" ? id : null, name, message, query };
    return { model: await viewsPageModel(context, screen, refusal), status: 400 as const };
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
