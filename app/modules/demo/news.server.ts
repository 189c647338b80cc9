import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";

const NEWS = "system-management/news";
const SCENARIO = "system-management/msg-scenario";
const MESSAGE = "system-management/composed-message";

/** What the invented company has announced lately, and a draft. */
const ANNOUNCED = [
  {
    daysAgo: 6,
    title: "送货预约时间调整",
    category: "notice",
    summary: "各工厂收货时段改为 8:00 到 16:00，请提前一天预约。",
    content:
      "各位供应商：\n\n自下周一起，各工厂收货时段改为 8:00 到 16:00。请至少提前一天预约，未预约的车辆排在当日预约之后卸货。\n\n如有紧急到货，请联系对应工厂的仓管员。",
    audience: "all",
    must_ack: "1",
    is_top: "1",
    slot: "alert",
  },
  {
    daysAgo: 4,
    title: "供应商廉洁合作要求",
    category: "policy",
    summary: "不向我方人员赠送礼品，发现问题可以通过“我的建议”举报。",
    content:
      "请勿向我方人员赠送礼品、礼金或安排娱乐。\n\n发现我方人员索要好处的，可以在“我的建议”中选择廉洁举报，只有监察人员能够看到。",
    audience: "supplier_all",
    slot: "list",
  },
  {
    daysAgo: 2,
    title: "采购平台使用培训安排",
    category: "training",
    summary: "本周五下午三点，线上培训。",
    content: "本周五下午三点举行线上培训，内容是订单变更与附件上传。请各采购组至少安排一人参加。",
    audience: "internal",
    slot: "list",
  },
];

/** News on the board, some of them on the home page, and a draft. */
export async function loadNews(writer: DemoWriter): Promise<void> {
  for (const [index, { daysAgo, slot, ...values }] of ANNOUNCED.entries()) {
    const context = writer.context(writer.moment(writer.daysAgo(daysAgo), 9));
    const { id } = await writer.create(context, NEWS, values);
    await applyTransition(context, { entity: writer.screen(NEWS).entity, id, name: "publish" });
    const place = { news_id: id, slot, sort_no: String((index + 1) * 10) };
    await writer.create(context, "system-management/homepage-news", place);
  }
  await writer.create(writer.context(writer.moment(writer.daysAgo(1), 15)), NEWS, {
    title: "月度盘点期间暂停收货",
    category: "notice",
    content: "盘点日期确定后发布。",
    audience: "all",
  });
  await loadMessages(writer);
  await loadRules(writer);
}

/** What the administrator added to what the program tells people. */
async function loadRules(writer: DemoWriter): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(1), 17));
  const screen = writer.screen(SCENARIO);
  const idOf = async (key: typeof SCENARIO | "system-management/role", code: string) => {
    const [row] = await unscopedRows(context, key, ["id"], [where.eq("code", code)]);
    return String(row?.id);
  };
  const role = await idOf("system-management/role", "qa_manager");
  const id = await idOf(SCENARIO, "certificate.expiring");
  const { record } = await openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } });
  const receivers = [{ target_type: "role", role_id: role }];
  await updateRecordBy(context, { screen, id, version: record.version, values: { receivers } });
}

/** Messages the administrator wrote: one that everybody has, one still to be sent. */
async function loadMessages(writer: DemoWriter): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(1), 16));
  const { id } = await writer.create(context, MESSAGE, {
    title: "周六晚上系统维护",
    content: "本周六 22:00 至 24:00 系统维护，期间不能登录。\n请提前保存正在填写的单据。",
    level: "info",
    audience: "all",
  });
  await applyTransition(context, { entity: writer.screen(MESSAGE).entity, id, name: "send" });
  await writer.create(context, MESSAGE, {
    title: "请核对到期的体系证书",
    content: "证书将在30天内到期的，请在本周内上传新证书。",
    level: "todo",
    sticky: "1",
    audience: "supplier_all",
    path: "/supplier-management/supplier-certificate",
  });
}
