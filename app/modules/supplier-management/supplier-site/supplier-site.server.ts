import type { EntityServer } from "~/engine/entity/server-hooks";
import { refreshCompleteness } from "../supplier-certificate/completeness.server";

export const supplierSiteServer: EntityServer = {
  /** A maker of food without a site has an incomplete file. Suppliers propose sites, they do not write them. */
  async stored({ context, record }) {
    await refreshCompleteness(context, String(record.supplier_id));
  },
};
