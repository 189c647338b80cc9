import { closeAllTabs, tabsOf } from "./tabs.server";
import type { PageTabs } from "./top-switch.server";

/** The strip of page tabs as the switch of a menu sees it. */
export const pageTabs: PageTabs = {
  count: async (context) => tabsOf(context).length - 1,
  closeAll: closeAllTabs,
};
