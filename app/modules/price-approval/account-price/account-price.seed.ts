import { seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** Facts about it, for tests and the demo, which is told together with sources and orders (`modules/demo/prices.server.ts`). */
export const accountPriceSeed = seedOf({
  entity: "price-approval/account-price",
  least: {
    needs: [
      "supplier-management/supplier",
      "master-data/material",
      "master-data/company",
      "user-administration/purchase-group",
      "system-management/user",
    ],
    sample: ({ id, serial }) => ({
      company_id: id("master-data/company"),
      purchase_group_id: id("user-administration/purchase-group"),
      buyer_id: id("system-management/user"),
      reason: "年度定价",
      items: [
        {
          supplier_id: id("supplier-management/supplier"),
          material_id: id("master-data/material"),
          ...{ uom: "kg", tax_rate: "13", new_price: "2.26", annual_qty: "100" },
          // A day of its own for each, far ahead: none has a price before it that another sample has changed.
          valid_from: addDays("2032-01-01", -serial),
          valid_to: addDays("2032-01-01", -serial),
        },
      ],
    }),
  },
  rows: {
    names: ["priceApproval"],
    target: "priceApproval",
    async make({ add, at, account }) {
      await add("priceApproval", {
        company_id: at("company"),
        purchase_group_id: at("group1"),
        buyer_id: account("buyerA"),
        reason: "年度定价",
        items: [
          {
            supplier_id: at("supplierA"),
            material_id: at("box"),
            ...{ uom: "pcs", tax_rate: "13", new_price: "1.13", annual_qty: "1000" },
            ...{ valid_from: "2033-01-01", valid_to: "2033-12-31" },
          },
        ],
      });
    },
  },
});
