import { chinaTime, dayOf, greetingOf, weekdayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { alone, FAILED, homeBlocks } from "../home/blocks.server";
import { listDrafts } from "../operations/drafts.server";
import { mayOnScreen } from "../operations/scope.server";
import { quickEntries } from "../session/menu-marks.server";
import { draftPath, listPath } from "./address";
import { inboxBlock } from "./inbox-model.server";
import { type StateCount, stateCounts } from "./waiting.server";

const MOST_NUMBERS = 8;
const MOST_DRAFTS = 10;

/** Documents that wait for this person, by state. */
export function waitingIn(counts: readonly StateCount[]) {
  return counts.flatMap(({ todo, ...state }) => (todo ? [{ ...state, hint: `等待您${todo}` }] : []));
}

/** A part of the page; `failed` where it could not be read, and the others are there all the same. */
type Part<T> = { failed: true } | ({ failed?: never } & T);

async function part<T extends object>(context: Context, name: string, read: () => Promise<T>): Promise<Part<T>> {
  const found = await alone(context, name, read);
  return found === FAILED ? { failed: true } : found;
}

/** First what waits for this person, then how much of everything there is, then where it often goes. Each part fails alone. */
export async function homeModel(context: Context) {
  const { registry } = context.services;
  const today = dayOf(context.now);
  const work = await part(context, "waiting", async () => {
    const counts = await stateCounts(context);
    const numbers = counts.flatMap(({ todo, label, count, href }) =>
      todo ? [] : [{ label, value: String(count), href }],
    );
    return { waiting: waitingIn(counts), numbers: numbers.slice(0, MOST_NUMBERS) };
  });
  const quick = registry.screens
    .filter((screen) => screen.menu && mayOnScreen(context, screen, "add"))
    // Screens that show parts of one kind of record are begun alike: the same words twice would be a riddle.
    .filter(({ noun }, at, all) => all.findIndex((one) => one.noun === noun) === at)
    .slice(0, 6)
    .map((screen) => ({ label: `新建${screen.noun}`, href: `${listPath(screen)}/new` }));
  return {
    greeting: `${greetingOf(context.now)}，${context.actor.name}`,
    company: context.actor.supplierName,
    today: `${today} ${weekdayOf(today)}`,
    work,
    blocks: await homeBlocks(context),
    inbox: await part(context, "inbox", () => inboxBlock(context)),
    quick,
    marks: await part(context, "favourites", () => quickEntries(context)),
    begun: await part(context, "drafts", async () => ({
      drafts: (await listDrafts(context, MOST_DRAFTS)).map(({ id, title, address, savedAt }) => ({
        id,
        title,
        at: chinaTime(savedAt).slice(0, 16),
        href: draftPath({ id, address }),
      })),
    })),
    csrf: context.session?.csrf ?? "",
  };
}
