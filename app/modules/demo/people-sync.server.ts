import { checkPeople, runBatch } from "~/engine/user-sync/batch.server";
import { peopleOfCall } from "~/engine/user-sync/columns";
import type { DemoWriter } from "./demo-writer.server";

/** Enough for a handful of people. */
const MOST_MS = 60_000;

/** New colleagues as the personnel master data sends them; without a role they may do nothing yet. */
const ARRIVED = [
  { work_no: "RS0101", accountname: "xuqing", username: "徐青", phone: "13800000101", sex: "女", position: "采购助理" },
  { work_no: "RS0102", accountname: "panlei", username: "潘磊", phone: "13800000102", sex: "男", position: "仓管员" },
];

/** What has come since and waits to be looked at: a change, somebody new, and two rows that cannot be taken. */
const WAITING = [
  { work_no: "RS0101", position: "采购专员" },
  { work_no: "RS0103", accountname: "luoyan", username: "罗燕", phone: "13800000103", sex: "女", position: "质检员" },
  { work_no: "RS0104", accountname: "fengkai", username: "冯凯", phone: "1380000", position: "采购助理" },
  { work_no: "RS0103", username: "罗燕" },
];

/** A synchronisation of people that is done, and one that was only checked. */
export async function loadPeopleSync(writer: DemoWriter): Promise<void> {
  const done = writer.context(writer.moment(writer.daysAgo(3), 6));
  const id = await checkPeople(done, {
    trigger: "cron",
    people: peopleOfCall(ARRIVED),
    fileName: "人事主数据-新入职.csv",
  });
  await runBatch(done, id, Date.now() + MOST_MS);
  const waiting = writer.context(writer.moment(writer.daysAgo(0), 6));
  await checkPeople(waiting, {
    trigger: "manual",
    people: peopleOfCall(WAITING),
    fileName: "人事主数据-本周变动.csv",
  });
}
