import { PROFILE_COLUMNS } from "~/data/profile.server";
import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import { type Draft, dropDraft, findDraft, isId, saveDraft } from "../operations/drafts.server";

/** Where what was begun is gone on with, whichever of its pages or dialogs it was typed into. */
const ADDRESS = "/account/settings-base";

/** The own profile as it was typed last and not saved; null when nothing is kept. */
export function profileDraft(context: Context): Promise<Draft | null> {
  return findDraft(context, ADDRESS);
}

/**
 * Keeps what was typed into the form of the own profile.
 * @param form as its page posts it
 * @returns the time of day in China, `08:30`
 */
export async function keepProfile(context: Context, form: FormData): Promise<{ at: string }> {
  const own = form.get("_draft");
  const version = Number(form.get("_version"));
  const typed = PROFILE_COLUMNS.flatMap((name): [string, string][] => {
    const text = form.get(name);
    return typeof text === "string" ? [[name, text]] : [];
  });
  const body = {
    values: Object.fromEntries(typed),
    lines: {},
    ...(Number.isSafeInteger(version) ? { version } : {}),
  };
  await saveDraft(context, {
    id: isId(own) ? own : context.services.newId(),
    address: ADDRESS,
    title: "基本设置",
    body,
  });
  return { at: chinaTime(context.now).slice(11, 16) };
}

/** Purges what was kept of it: it was saved, or is not wanted. */
export async function dropProfileDraft(context: Context): Promise<void> {
  for (let draft = await profileDraft(context); draft; draft = await profileDraft(context))
    await dropDraft(context, draft.id);
}
