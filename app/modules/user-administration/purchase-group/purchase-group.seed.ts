import { seedOf } from "~/engine/entity/seed";

const CODE_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Three signs, as codes of purchase groups have. */
function threeSigns(serial: number): string {
  const base = CODE_SIGNS.length;
  return [Math.floor(serial / base ** 2) % base, Math.floor(serial / base) % base, serial % base]
    .map((digit) => CODE_SIGNS.charAt(digit))
    .join("");
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "user-administration/purchase-group",
  least: {
    needs: ["master-data/purchase-org"],
    sample: ({ id, serial }) => ({
      code: threeSigns(serial),
      name: `样例采购组${serial}`,
      purchase_org_id: id("master-data/purchase-org"),
    }),
  },
  rows: {
    names: ["group1", "group2"],
    target: "group1",
    async make({ add, at }) {
      for (const [name, code, label] of [
        ["group1", "G01", "原料组"],
        ["group2", "G02", "包材组"],
      ] as const) {
        await add(name, { code, name: label, purchase_org_id: at("org") });
      }
    },
  },
});
