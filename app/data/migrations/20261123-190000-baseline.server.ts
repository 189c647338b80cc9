import { core } from "./baseline/core.server";
import replaced from "./baseline/replaced.json";
import { rules } from "./baseline/rules.server";
import { tables } from "./baseline/tables.server";

/** Everything a new database begins with. It stays as it is once it has run anywhere. */
export const name = "20261123-190000-baseline";

export const up = [core, tables, rules].join("\n");

/** The migrations this one stands for: a database they made is the same. */
export const replaces = { version: "0.1.0", checksums: replaced };
