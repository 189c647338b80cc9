import { createContext } from "react";
import type { ShellModel } from "~/ui/model";

/** The shell around a page, for what stands in the page and posts to the shell; `null` where there is none. */
export const ShellContext = createContext<Pick<ShellModel, "favourite" | "csrf" | "path"> | null>(null);
