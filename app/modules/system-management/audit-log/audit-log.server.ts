import type { EntityServer } from "~/engine/entity/server-hooks";
import { changeText, readTrail } from "~/engine/operations/audit-trail.server";

/** What a row of the list tells of its changes; the page of the entry has them all. */
const SHOWN = 2;
const LONGEST = 40;

const cut = (text: string) => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}…` : text);

export const auditLogServer: EntityServer<"system-management/audit-log"> = {
  async extra(context, _screen, ids, place) {
    const entries = await readTrail(context, ids);
    return new Map(
      [...entries].map(([id, { record, changes }]) => {
        const texts = changes.map(changeText);
        const more = texts.length > SHOWN ? `；等${texts.length}项` : "";
        const summary = texts.slice(0, SHOWN).map(cut).join("；") + more;
        return [id, { record, changes: place === "file" ? texts.join("；") : summary }];
      }),
    );
  },
};
