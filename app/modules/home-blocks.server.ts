import type { HomeBlock } from "~/engine/home/blocks.server";
import { newsOnList, newsOnTop } from "~/engine/home/news-blocks.server";

/** What stands on the home page beside the person's own work, in order within its place. */
export const homeBlocks: readonly HomeBlock[] = [newsOnTop, newsOnList];
