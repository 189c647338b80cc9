import type { Tone } from "~/shared/tone";
import type { Context } from "../context.server";

/** What a block of the home page shows: a heading and a few rows, each leading somewhere. */
export interface HomeBlockModel {
  title: string;
  /** Where all of it is, e.g. 查看全部（未读 12）; `href` below the base path. */
  all?: { label: string; href: string };
  entries: readonly HomeEntry[];
  /** Said where there are no entries; without it the block is then left out. */
  none?: string;
}

export interface HomeEntry {
  text: string;
  /** Below the base path. */
  href?: string;
  /** A word in front, such as how urgent it is. */
  mark?: { text: string; tone: Tone };
  /** A picture beside it, below the base path. */
  picture?: string;
  /** A second line: who, which document, why. */
  note?: string;
  /** A day or a time as people read it. */
  at?: string;
}

/** A part of the home page that another part of the product brings. */
export interface HomeBlock {
  key: string;
  /** `top`: across the page, above everything; `main`: below what waits for the person; `side`: beside it where there is room. */
  place: "top" | "main" | "side";
  /** Everything is asked with this person's context, a few rows and few statements; null for somebody it does not concern. */
  load(context: Context): Promise<HomeBlockModel | null>;
}

/** A block as the page draws it; one that failed says so and leaves the others alone. */
export type ShownBlock = { key: string; place: HomeBlock["place"] } & (HomeBlockModel | { failed: true });

/** The blocks of the home page in order, those without anything to say left out. */
export async function homeBlocks(context: Context): Promise<ShownBlock[]> {
  const shown: ShownBlock[] = [];
  for (const { key, place, load } of context.services.homeBlocks ?? []) {
    const model = await alone(context, key, () => load(context));
    if (model === FAILED) shown.push({ key, place, failed: true });
    else if (model && (model.entries.length > 0 || model.none)) shown.push({ key, place, ...model });
  }
  return shown;
}

/** Stands for what could not be read. */
export const FAILED = Symbol("failed");

/** Reads a part of a page that may fail by itself: it is logged, and the page goes on without it. */
export async function alone<T>(context: Context, part: string, read: () => Promise<T>): Promise<T | typeof FAILED> {
  try {
    return await read();
  } catch (error) {
    context.services.log.error({ err: error, part }, "a part of the page could not be read");
    return FAILED;
  }
}
