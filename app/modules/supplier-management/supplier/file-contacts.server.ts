import { z } from "zod";
import type { FacetRow } from "~/engine/operations/facets.server";
import { linesOf } from "~/engine/operations/records.server";
import { screenFor } from "~/engine/operations/scope.server";
import { listPath, query } from "~/engine/screen/address";
import {
  type FilePart,
  type FileRow,
  leading,
  ofSupplier,
  stateCell,
  tableSection,
  textCell,
} from "./file-part.server";
import { accountsOfContact } from "./supplier.rules";

const USER = "system-management/user";
const MOST = 200;

const contact = z.object({
  id: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

/**
 * Each contact with the accounts of its person, for whoever may read accounts: of a supplier its administrators, of their own. Whoever opens
 * accounts gets to the form filled with what stands here.
 *
 * An account does not remember its contact, it is known by mail or mobile within the supplier: contacts are replaced as a whole by
 * supplements, which would leave accounts that point at rows of before, and accounts that registration or members' requests opened never
 * had one.
 */
export const contactAccounts: FilePart = {
  facets: (at) => ({
    rows: {
      entity: USER,
      columns: ["accountname", "phone", "email", "state"],
      where: ofSupplier(at),
      sort: "accountname",
      limit: MOST,
    },
  }),
  draw({ context, record }, rows) {
    if (!screenFor(context, USER, "get")) return [];
    const screen = record.state === "active" ? screenFor(context, USER, "add") : undefined;
    const accounts = rows("rows").map((row) => ({ row, phone: row.phone ?? null, email: row.email ?? null }));
    const cells = z
      .array(contact)
      .parse(linesOf(record, "contacts"))
      .flatMap((one): FileRow[] => {
        const own = accountsOfContact(one, accounts).map(({ row }) => row);
        const standing = own.filter(({ state }) => state !== "deleted");
        const opens = screen && standing.length === 0 ? `${listPath(screen)}/new${query([["about", one.id]])}` : null;
        const [first, ...more] = standing.length > 0 ? standing : own;
        return [first, ...more].map(
          (row: FacetRow | undefined, at): FileRow => [
            `${one.id} ${at}`,
            textCell(one.name),
            textCell(one.phone),
            row ? leading(context, USER, row.id, row.accountname ?? "") : textCell("未开通"),
            row ? stateCell(context, USER, row.state) : textCell(""),
            opens !== null && at === 0 ? { text: "开通账号", href: opens } : textCell(""),
          ],
        );
      });
    return [tableSection("联系人账号", ["联系人", "手机", "账号", "账号状态", "办理"], cells)];
  },
};
