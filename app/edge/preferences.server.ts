import { AppError } from "~/engine/errors";
import { doNamed } from "~/engine/screen/named-form.server";
import { preferencesIn, resetPreferences, savePreferences } from "~/engine/session/preferences.server";
import { preferencesCookie } from "~/engine/session/preferences-cookie.server";
import { isPreference, PREFERENCE_NAMES, wireOf } from "~/shared/preferences";
import type { CustomModel } from "~/ui/account/CustomPage/CustomPage";
import { type Edge, readForm, requireEdge, seeOther } from "./request.server";

const PAGE = "/account/custom";

/** What the fold of the side bar posts, as the preference it stands for. */
const FOLD: Readonly<Record<string, string>> = { open: "1", closed: "0", auto: "auto" };

/** The preferences a form names; what else it carries is not looked at. */
export function preferenceFields(form: FormData): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of form) if (isPreference(name) && typeof value === "string") fields.set(name, value);
  const fold = form.get("sidebar");
  // An unknown word is refused with the others.
  if (typeof fold === "string") fields.set("sidebarOpen", FOLD[fold] ?? fold);
  return Object.fromEntries(fields);
}

function customModel(edge: Edge, values: Readonly<Record<string, string>>, errors: CustomModel["errors"]): CustomModel {
  return { title: "个性化设置", action: PAGE, csrf: edge.context.session?.csrf ?? "", values, errors };
}

/** 个性化设置 as it is kept. */
export function openCustom(edge: Edge): CustomModel {
  const preferences = preferencesIn(edge.context);
  return customModel(edge, Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, wireOf(preferences[name])])), []);
}

/** Keeps the whole form, or goes back to the standard; a refused one comes back as it was typed. */
export async function submitCustom(
  args: Parameters<typeof requireEdge>[0],
): Promise<{ to: Response } | { model: CustomModel }> {
  const edge = await requireEdge(args);
  const form = await readForm(args, edge.context);
  const answer = async (preferences: Parameters<typeof preferencesCookie>[1], notice: string) => {
    const to = await seeOther(edge.context, PAGE, notice);
    const cookie = preferencesCookie(args.request, preferences, edge.parts.env.secure);
    if (cookie) to.headers.append("Set-Cookie", cookie);
    return { to };
  };
  const save = async () => {
    const typed = preferenceFields(form);
    try {
      return await answer(await savePreferences(edge.context, typed), "个性化设置已保存");
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "invalid") throw error;
      const errors = error.complaints.map(({ field, message }) => ({ name: field, message }));
      return { model: customModel(edge, typed, errors) };
    }
  };
  return doNamed<{ to: Response } | { model: CustomModel }>(
    String(form.get("_intent") ?? ""),
    {
      reset: async () => answer(await resetPreferences(edge.context), "已恢复默认设置"),
      save,
    },
    save,
  );
}
