import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemContext } from "~/engine/context.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { takeDroppedRisks } from "~/modules/supplier-management/risk-event/risk-source.server";
import { where } from "~/shared/condition";
import { rowsOf } from "../../../support/sign-in";
import { tempDir } from "../../../support/temp-dir";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const RISK = "supplier-management/risk-event";
const folder = tempDir("risks");
const said: string[] = [];
const run = (riskFolder?: string) => {
  const services = { ...world.engine, ...(riskFolder ? { riskFolder } : {}) };
  const signal = new AbortController().signal;
  const context = systemContext(services, "风险数据接收");
  return takeDroppedRisks({ services, context, given: {}, signal, say: (line) => void said.push(line) });
};
const HEAD = "外部标识,统一社会信用代码,风险类别,风险标题,风险描述,发生日期,可能性,影响程度\n";
const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const events = () =>
  unscopedRows(
    world.system(),
    RISK,
    ["external_id", "supplier_id", "source", "category", "level", "state", "owner_id"],
    [where.eq("source", "api")],
  );

async function supplier() {
  const own = [where.eq("id", world.ids.supplierA)];
  const [row] = await unscopedRows(world.system(), "supplier-management/supplier", ["uscc", "code", "buyer_id"], own);
  return { uscc: String(row?.uscc), code: String(row?.code), buyer: row?.buyer_id ?? null };
}

test("没有设置文件夹、文件夹是空的，什么也不做", async () => {
  expect(await run()).toBeUndefined();
  expect(await run(folder)).toBeUndefined();
});

test("每行一件事件，交给归口采购员研判；有误的行说明行号和原因，其余照收，文件移到failed", async () => {
  const { uscc, code, buyer } = await supplier();
  put(
    "a.csv",
    `${HEAD}E-1,${uscc},行政处罚,罚款,标签不合规被罚,2025-03-01,3,5\nE-2,${code},司法诉讼,合同纠纷,被诉,2025-02-01,2,2\n,${uscc},司法诉讼,无标识,被诉,2025-02-01,2,2\nE-4,000000000000000000,司法诉讼,别家,被诉,2025-02-01,2,2\nE-5,${uscc},司法诉讼,未来,被诉,2025-12-31,2,9\n`,
  );
  expect(await run(folder)).toBe("收下2件风险事件，0件以前收过，3处有误");
  expect(said.map((line) => line.replace(/：.*/, ""))).toEqual(["a.csv 第4行", "a.csv 第5行", "a.csv 第6行"]);
  expect(said[0]).toContain("缺少外部标识");
  expect(said[1]).toContain("找不到「000000000000000000」对应的供应商");
  expect(await events()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        external_id: "E-1",
        category: "penalty",
        level: "high",
        state: "new",
        owner_id: buyer,
      }),
      expect.objectContaining({ external_id: "E-2", supplier_id: world.ids.supplierA, level: "low" }),
    ]),
  );
  expect(await events()).toHaveLength(2);
  expect(readdirSync(path.join(folder, "failed"))).toEqual([expect.stringMatching(/^\d{14}-a\.csv$/)]);
  const notification = await rowsOf(world, "inbox", "at");
  expect(notification.filter(({ scenario }) => scenario === "risk.file-refused").map(({ title }) => title)).toContain(
    "风险数据文件“a.csv”没有全部收下",
  );
});

test("改正后整份重发，收过的不再收；列不对的文件整份不收", async () => {
  const { uscc } = await supplier();
  put(
    "b.csv",
    `${HEAD}E-1,${uscc},行政处罚,罚款,标签不合规被罚,2025-03-01,3,5\nE-6,${uscc},司法诉讼,合同纠纷,被诉,2025-02-01,2,2\n`,
  );
  put("c.csv", "外部标识,风险类别,说明\nE-9,司法诉讼,x\n");
  expect(await run(folder)).toBe("收下1件风险事件，1件以前收过，1处有误");
  expect(said.at(-1)).toBe("c.csv 第一行有不认识的列：说明");
  expect(await events()).toHaveLength(3);
  expect(readdirSync(folder).filter((name) => name.endsWith(".csv"))).toEqual([]);
});
