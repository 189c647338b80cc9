import type { Context } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer, Finding, RowLink } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { repointReferences } from "~/engine/operations/repoint.server";
import { screenFor } from "~/engine/operations/scope.server";
import { supplierScores } from "~/engine/operations/supplier-figures.server";
import { openMattersOf } from "~/engine/operations/supplier-file.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath } from "~/engine/screen/address";
import { closeTasks, openTask } from "~/engine/tasks/tasks.server";
import { dayOf, readInstant } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { noticeBlacklisted } from "../risk-event/risk-related.server";
import { gapsText } from "../supplier-certificate/completeness.rules";
import { gapsIn } from "../supplier-certificate/completeness.server";
import { dropOwnRelations, enterRelatedParties, notifyOfRelatedParties } from "./related-parties.server";
import { supplier } from "./supplier.entity";
import { supplierDirectory } from "./supplier-directory.server";
import { supplierFileSections } from "./supplier-file.server";
import { supplierFigures } from "./supplier-report.server";
import { notifyErp } from "./vendor-at-erp.server";

type SupplierRecord = RecordFor<"supplier-management/supplier">;

const { key, fields } = supplier;
const NAME_BY_CHANGE = "供应商名称请在“供应商信息补充”中提交变更单修改";
const SUPPLEMENT_TASK = "补充供应商资料";

export const supplierServer: EntityServer<"supplier-management/supplier"> = {
  prepare: enterRelatedParties,
  async stored(work) {
    await notifyOfRelatedParties(work);
    await notifyErp(work.context, work.record, work.before);
  },
  async beforeSave({ context, record, before, set }) {
    const [contacts, categories] = [linesOf(record, "contacts"), linesOf(record, "categories")];
    const gaps = await gapsIn(context, { supplier: record, contacts, categories });
    set({ completeness: gaps.percent, gaps: gapsText(gaps) });
    if (before && before.name !== record.name) {
      // A slip of whoever enters a newcomer is mended at once; whoever is being admitted or delivers is known by its name.
      if (context.actor.kind !== "system" && before.stage !== "potential") return [complain("name", NAME_BY_CHANGE)];
      // It goes on being found by what it was called, and contracts name both until they are signed anew.
      const former = `${String(before.name)}（至${dayOf(context.now)}）`;
      set({ former_names: [former, before.former_names].filter(Boolean).join("\n") });
    }
    return before?.uscc === record.uscc ? [] : alreadyFiled(context, record);
  },
  async afterTransition({ context, transition, before, record }) {
    await notifyErp(context, record, before);
    if (transition === "blacklist") await noticeBlacklisted(context, record.id);
    if (transition === "invite_supplement") await inviteSupplement(context, record);
    if (transition === "end_supplement")
      await closeTasks(context, { entity: key, recordId: record.id, title: SUPPLEMENT_TASK });
  },
  sections: supplierFileSections,
  figures: supplierFigures,
  paper: supplierDirectory,
  rowLinks: supplementLinks,
  async extra(context, screen, ids) {
    const rows = await openMattersOf(context, ids);
    const scores = screen === "supplier-report" ? await supplierScores(context, ids) : [];
    const scoreOf = new Map(scores.map(({ id, ...score }) => [id, score]));
    return new Map(
      rows.map(({ id, ...counts }) => {
        const score = scoreOf.get(id);
        return [
          id,
          score
            ? { ...counts, valid_rate: score.validRate, audit_score: score.auditScore, ordered: score.amount }
            : counts,
        ];
      }),
    );
  },
  async beforeRemove(context, record) {
    const own = [where.eq("supplier_id", record.id)];
    const counts = [
      await unscopedCount(context, "purchase-orders/purchase-order", own),
      await unscopedCount(context, "contract-management/contract", own),
      await unscopedCount(context, "system-management/user", own),
    ];
    return counts.some((count) => count > 0) ? "供应商已发生业务，不能删除" : null;
  },
  transitions: {
    invite_supplement: { check: hasAccount },
    confirm_merge: { check: mergeable, effect: carryOver },
  },
};

/** The form in which something about the supplier is supplemented. */
async function supplementLinks(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RowLink[]>> {
  const screen = screenFor(context, "supplier-management/supplier-change", "add");
  if (!screen) return new Map();
  const request = (id: string) => (context.actor.supplierId ? "" : `?set=supplier_id&value=${id}`);
  return new Map(ids.map((id) => [id, [{ label: "补充资料", href: `${listPath(screen)}/new${request(id)}` }]]));
}

/** What is to be supplemented is supplemented here, in the portal. */
async function hasAccount(context: Context, record: SupplierRecord): Promise<Finding[]> {
  const own = [where.eq("supplier_id", record.id), where.eq("state", "active")];
  if ((await unscopedCount(context, "system-management/user", own)) > 0) return [];
  return [
    { check: "account", level: "warn", text: "该供应商没有可登录的平台账号，收不到通知；请先开通账号，或代为补充" },
  ];
}

/** The supplier has what is missing among its to-dos until it is done. */
async function inviteSupplement(context: Context, record: SupplierRecord): Promise<void> {
  const due = String(record.supplement_due);
  const path = `/supplier-management/supplier-info/${record.id}`;
  await closeTasks(context, { entity: key, recordId: record.id, title: SUPPLEMENT_TASK, outcome: "cancelled" });
  await openTask(context, {
    title: SUPPLEMENT_TASK,
    entity: key,
    recordId: record.id,
    supplierId: record.id,
    due: readInstant(`${due} 23:59`),
    path,
  });
}

/** What stands against the merger by now: the one that stays is gone itself, or both have a site of the same name. */
async function mergeable(context: Context, record: SupplierRecord): Promise<Finding[]> {
  const stays = [where.eq("id", String(record.merged_into_id)), where.eq("state", "active")];
  if ((await unscopedCount(context, key, stays)) === 0)
    return [{ check: "target", level: "block", text: "并入的供应商已不在使用，请取消合并后重新提交" }];
  const named = async (supplierId: string) => {
    const own = [where.eq("supplier_id", supplierId)];
    const rows = await unscopedRows(context, "supplier-management/supplier-site", ["name"], own);
    return rows.map(({ name }) => name);
  };
  const there = new Set(await named(String(record.merged_into_id)));
  const same = (await named(record.id)).filter((name) => there.has(name));
  if (same.length === 0) return [];
  return [{ check: "sites", level: "block", text: `两家供应商有同名的生产基地（${same.join("、")}），请先改名` }];
}

/** What belonged to the duplicate belongs to the supplier that stays, and the file says what that was. */
async function carryOver(context: Context, work: Work<SupplierRecord>): Promise<void> {
  const transitioned = await repointReferences(context, key, work.record.id, String(work.record.merged_into_id));
  await dropOwnRelations(context, String(work.record.merged_into_id), work.record.id);
  const log = [...transitioned].map(([label, count]) => `${label}${count}`).join("，");
  work.set({ merge_log: log === "" ? "没有单据" : log });
}

/** Says which supplier holds the credit code already; the unique key of the table only catches what happens meanwhile. */
async function alreadyFiled(context: Context, record: SupplierRecord): Promise<Complaint[]> {
  const same = [where.eq("uscc", String(record.uscc)), where.not(where.eq("id", record.id))];
  const [other] = await unscopedRows(context, key, ["name", "stage"], same);
  if (!other) return [];
  const stage = typeof other.stage === "string" ? kindOf(fields.stage).show(other.stage, fields.stage.options) : "";
  return [complain("uscc", `该统一社会信用代码已存在（${other.name}，${stage}），请勿重复建档`)];
}
