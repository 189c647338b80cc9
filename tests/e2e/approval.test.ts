import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port";
import { LIKE_OTHERS } from "../support/length";
import { type OaProgram, startOaProgram } from "../support/oa-program";
import { act, askTheGroup, begin, FLOWS, GROUP_AMOUNT, lineOf, personAt, stateFor } from "./support/approvals";
import { journeysOf } from "./support/journey";
import { draftOrder, goodsOf, inDays, openOrder } from "./support/orders";
import { buttonOf, complaint, eventually, fill, follow, open, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import type { Row } from "./support/rest";
import { notify } from "./support/watch";

const SECRET = "a-secret-of-at-least-thirty-two-letters";
const DEPUTIES = "/system-management/approval-deputy";
/** From half a million on the flow of the demo asks the manager. */
const OVER = "600000";

// Each must know the other's address before it starts; the two are sites of their own, 127.0.0.1 and localhost.
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const oa: OaProgram = await startOaProgram({ secret: SECRET, portal: address });
afterAll(() => oa.close());
const portal = startPortal({
  PORT: String(port),
  PUBLIC_URL: address,
  SSO_SECRETS: `oa=${SECRET}`,
  OA_URL: oa.address,
  OA_ORIGINS: oa.origin,
});
const journey = journeysOf(portal);

beforeAll(async () => {
  const admin = await portal.rest("admin");
  await askTheGroup(admin);
  // A deputy decides with rights of his own.
  const { id: deputy } = await (await portal.rest("finance1")).whoami();
  const { result } = await admin.call("GET", `/v2/userRole/findList/${deputy}`);
  const roles = { userId: deputy, version: Object(result).version, roleIds: ["finance", "leader"] };
  const granted = await admin.call("POST", "/v2/userRole/addUserRoles", roles);
  expect(granted).toMatchObject({ success: true });
  // Whoever approves was agreed on by two.
  const second = await portal.rest("useradmin1");
  const { version } = await second.get("sys/user", deputy);
  await second.move("sys/user", deputy, "confirm_grants", { version });
});

async function orderOf(amount: string): Promise<Row> {
  const { materials } = await goodsOf(portal);
  return draftOrder(portal, { items: [lineOf(materials[0].code, amount)] });
}

journey.likeOthers("超限订单：驳回写明原因，改后再提交，退回发起人，撤回，代理人通过", async (browser, { another }) => {
  const buyer = await personAt(browser, "buyer1");
  const manager = await personAt(await another(), "manager1");
  const deputy = await personAt(await another(), "finance1");
  const { id } = await orderOf(OVER);
  await act(buyer, id, "提交");
  expect(await stateFor(buyer, id)).toBe("审批中");
  // Whoever is not asked finds no button to decide with.
  for (const page of [buyer, deputy]) {
    await openOrder(page, id);
    await eventually(() => page.locator("main").getByRole("link", { name: "通过", exact: true }).count()).toBe(0);
  }

  notify(manager, 400);
  await begin(manager, id, "驳回");
  await fill(manager, { reason: "不" });
  await send(manager, "驳回");
  expect(await textOf(complaint(manager, "reason"))).toContain("请填写原因（2-200字）");
  await fill(manager, { reason: "价格偏高，请重新谈判" });
  await send(manager, "驳回");

  expect(await stateFor(buyer, id)).toBe("草稿");
  expect(await textOf(buyer.locator("main"))).toContain("价格偏高，请重新谈判");
  await act(buyer, id, "提交");
  await act(manager, id, "退回", { reason: "请补充附件" });
  expect(await stateFor(buyer, id)).toBe("草稿");
  await act(buyer, id, "提交");
  await act(buyer, id, "撤回审批");
  expect(await stateFor(buyer, id)).toBe("草稿");
  await act(buyer, id, "提交");

  await open(manager, `${DEPUTIES}/new`);
  await fill(manager, { deputy_id: "吴静", to_day: inDays(3) });
  await send(manager, "保存");
  await act(deputy, id, "通过", { reason: "同意" });
  expect(await stateFor(buyer, id)).toBe("待下达");
  expect(await textOf(buyer.locator("main"))).toContain("吴静（代郑国华）");
  await follow(manager, manager.locator("main").getByRole("link", { name: "删除", exact: true }));
  await send(manager, "删除");
});

describe("OA审批", () => {
  test.each(LIKE_OTHERS)("经理通过后OA收到待办，在框中打开单据并决定（脚本：%s）", async (script) => {
    const { id, number } = await orderOf(GROUP_AMOUNT);
    const buyer = await personAt(await portal.visit({ script }), "buyer1");
    await act(buyer, id, "提交");
    const manager = await personAt(await portal.visit({ script }), "manager1");
    await act(manager, id, "通过");
    const mine = () => [...oa.todos.values()].filter((todo) => todo.title.includes(String(number)));
    await eventually(() => mine().length).toBe(1);
    const [todo] = mine();

    const desk = await (await portal.browse({ script })).newPage();
    await desk.goto(`${oa.origin}/todo/${todo?.stepId}`);
    const frame = desk.frameLocator("iframe");
    await frame.locator("h1").waitFor();
    await eventually(() => frame.locator("body").textContent()).toContain(String(number));
    await eventually(() => frame.locator("script").count()).toBe(0);
    await eventually(() => frame.getByRole("button").count()).toBe(0);
    // Fetched from the portal by a page of another site; without it the paper would be unstyled.
    const sheets = await frame
      .locator("html")
      .evaluate(() => [...document.styleSheets].filter(({ href }) => href).map(({ href }) => href));
    expect(sheets).toEqual([expect.stringContaining(`${address}/web/build/`)]);
    expect(
      await frame
        .locator("table")
        .first()
        .evaluate((table) => getComputedStyle(table).borderCollapse),
    ).toBe("collapse");

    await desk.locator("[name=by]").fill("陈总");
    // By the keyboard: a click right after scrolling may land in the frame of the other site.
    await desk.getByRole("button", { name: "同意" }).press("Enter");
    await desk.getByRole("status").waitFor();
    expect(await textOf(desk.getByRole("status"))).toContain("待下达");
    expect(await stateFor(buyer, id)).toBe("待下达");
    expect(await textOf(buyer.locator("main"))).toContain("陈总");
    expect(oa.refused).toEqual([]);
  });
});

test("流程图与试算不用脚本，说出每一步会请谁", async () => {
  const page = await personAt(await portal.visit({ script: false }), "admin");
  const flow = (await (await portal.rest("admin")).list(FLOWS)).find(({ code }) => code === "PO-GROUP");
  await open(page, `/${FLOWS}/${flow?.id}/trial`);
  await eventually(() => page.locator(".sd svg desc").textContent()).toContain("步骤2：集团审批：外部系统OA");
  await page.locator("[name=f-amount]").fill("6000000");
  await buttonOf(page, "试算").click();
  expect(await textOf(page.getByRole("table"))).toContain("角色“采购经理”的持有人");
});
