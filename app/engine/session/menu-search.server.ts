import { isFound, type SearchDocument, searchDocument, searchPhrase, searchWords } from "~/shared/search";
import type { Context } from "../context.server";
import { speller } from "../search/pinyin.server";
import { menusOf } from "./menu.server";
import { drawnAt, drawnTops, type Menus, type NavEntry } from "./menu-tree";

/** A menu entry that was found, and where it stands. */
export interface FoundMenu {
  name: string;
  label: string;
  href: string;
  target: string | null;
  /** Titles of the top tab and the directories above it, the outermost first. */
  trail: string[];
}

interface Indexed {
  menu: FoundMenu;
  document: SearchDocument;
  /** The title alone: a hit in it counts for more than one in a directory's. */
  title: SearchDocument;
}

const indexes = new WeakMap<Menus, Promise<Indexed[]>>();

/** All menu entries that the person may open and that are drawn, as they stand in the menu. */
export async function allMenus(context: Context): Promise<FoundMenu[]> {
  return (await indexed(context)).map(({ menu }) => menu);
}

async function indexed(context: Context): Promise<Indexed[]> {
  const menus = await menusOf(context);
  const index = indexes.get(menus) ?? indexOf(menus);
  indexes.set(menus, index);
  return index;
}

/**
 * Menu entries that the person may open and that are drawn, found by parts of their names, by codes, by pinyin and its initials.
 * Names of the directories and tabs above count as well. Best first; nothing for an empty text.
 */
export async function searchMenus(context: Context, typed: string, most: number): Promise<FoundMenu[]> {
  const phrase = searchPhrase(typed);
  if (phrase === "") return [];
  const wanted = phrase.toLowerCase();
  return (await indexed(context))
    .filter(({ document }) => isFound(document, phrase))
    .map((one, order) => ({ one, order, rank: rankOf(one, wanted) }))
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .slice(0, most)
    .map(({ one }) => one.menu);
}

/** Lower is better: the very name, its beginning, its initials or sound from the beginning, anywhere in it, around it. */
function rankOf({ menu, title }: Indexed, wanted: string): number {
  const label = menu.label.toLowerCase();
  if (label === wanted || menu.name === wanted) return 0;
  if (label.startsWith(wanted)) return 1;
  const [word] = searchWords(wanted);
  if (word !== undefined && (title.text.includes(` ${word}`) || title.text.includes(`^'${word}`))) return 2;
  return isFound(title, wanted) ? 3 : 4;
}

async function indexOf(menus: Menus): Promise<Indexed[]> {
  const spell = await speller();
  return drawnTops(menus).flatMap((menu) =>
    menu.entries.flatMap((entry): Indexed[] => {
      const place = menus.byName.get(entry.name);
      if (!place?.opens || drawnAt(place)?.entry !== entry) return [];
      const trail = [menu.top, ...place.above].map((one: NavEntry) => one.meta.title);
      const { title, target } = entry.meta;
      return [
        {
          menu: { name: entry.name, label: title, href: entry.path, target, trail },
          document: searchDocument([title, entry.name, ...trail], spell),
          title: searchDocument([title, entry.name], spell),
        },
      ];
    }),
  );
}
