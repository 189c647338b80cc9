import type { PageTabs } from "./top-switch.server";

/** The strip of page tabs as the switch of a menu sees it. While pages open no tabs, there are none to close. */
export const pageTabs: PageTabs = {
  count: async () => 0,
  closeAll: async () => undefined,
};
