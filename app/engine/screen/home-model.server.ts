import { chinaTime, greetingOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { listDrafts } from "../operations/drafts.server";
import { mayOnScreen } from "../operations/scope.server";
import { quickEntries } from "../session/menu-marks.server";
import { listPath } from "./address";
import { inboxBlock } from "./inbox-model.server";
import { stateCounts } from "./waiting.server";

const MOST_NUMBERS = 8;
const MOST_DRAFTS = 10;

/** First what waits for this person, then how much of everything there is. */
export async function homeModel(context: Context) {
  const { registry } = context.services;
  const counts = await stateCounts(context);
  const waiting = counts.flatMap(({ todo, ...state }) => (todo ? [{ ...state, hint: `等待您${todo}` }] : []));
  const numbers = counts.flatMap(({ todo, label, count, href }) =>
    todo ? [] : [{ label, value: String(count), href }],
  );
  const quick = registry.screens
    .filter((screen) => screen.menu && mayOnScreen(context, screen, "add"))
    .slice(0, 6)
    .map((screen) => ({ label: `新建${screen.entity.label}`, href: `${listPath(screen)}/new` }));
  return {
    greeting: `${greetingOf(context.now)}，${context.actor.name}`,
    inbox: await inboxBlock(context),
    waiting,
    numbers: numbers.slice(0, MOST_NUMBERS),
    quick,
    ...(await quickEntries(context)),
    drafts: (await listDrafts(context, MOST_DRAFTS)).map(({ title, address, savedAt }) => ({
      title,
      address,
      at: chinaTime(savedAt).slice(0, 16),
      href: `${address}?draft=1`,
    })),
    csrf: context.session?.csrf ?? "",
  };
}
