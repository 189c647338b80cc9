import { countBy } from "~/data/store.server";
import { chinaTime, greetingOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { listDrafts } from "../operations/drafts.server";
import { movesOf } from "../operations/moves.server";
import { factsOf, mayMove, mayOnScreen, rowFilter } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { quickEntries } from "../session/menu-marks.server";
import { listPath, query } from "./address";
import { inboxBlock } from "./inbox-model.server";

const MOST_NUMBERS = 8;
const MOST_DRAFTS = 10;

/** States in which this person is the one to act: there is a main move it may make. */
function mineIn(context: Context, screen: Screen): Map<string, string> {
  const states = new Map<string, string>();
  for (const [name, move] of movesOf(screen.entity)) {
    if (move.tone !== "primary" || !mayMove(context, screen.entity, name)) continue;
    for (const state of move.from) if (!states.has(state)) states.set(state, move.todo ?? move.label);
  }
  return states;
}

/** First what waits for this person, then how much of everything there is. */
export async function homeModel(context: Context) {
  const { registry, database } = context.services;
  const screens = registry.screens.filter(
    (screen) => screen.menu && screen.entity.states && mayOnScreen(context, screen, "query"),
  );
  const waiting = [];
  const numbers = [];
  const found = await reading(context, () =>
    countBy(
      database.connection(),
      "state",
      screens.map((screen) => ({
        table: screen.table,
        where: [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : [])],
        facts: factsOf(context),
      })),
    ),
  );
  for (const [position, screen] of screens.entries()) {
    const counts = found[position] ?? new Map<string, number>();
    const mine = mineIn(context, screen);
    const states: Record<string, string> = screen.entity.states ?? {};
    for (const [state, label] of Object.entries(states)) {
      const count = counts.get(state) ?? 0;
      const href = listPath(screen) + query([["state", state]]);
      const verb = mine.get(state);
      if (verb && count > 0)
        waiting.push({ label: `${screen.entity.label} · ${label}`, count, href, hint: `等待您${verb}` });
      else if (count > 0) numbers.push({ label: `${screen.entity.label} · ${label}`, value: String(count), href });
    }
  }
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
