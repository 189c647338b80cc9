import type { Services } from "~/services.server";

/** Whose services the routes get when they ask for those of this process: the world that was opened last. */
export const serving: { services?: Services } = {};
