import { data } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { testMailServer } from "~/engine/mail/server-test.server";
import { recordPath } from "~/engine/screen/address";
import { dictionaryUsesModel } from "~/engine/screen/dictionary-uses-model.server";
import { flowTrialModel } from "~/engine/screen/flow-trial-model.server";
import { postedOnce, postedVersion } from "~/engine/screen/form-data";
import { jobScheduleModel, saveSchedule } from "~/engine/screen/job-schedule-model.server";
import { mailServerModel } from "~/engine/screen/mail-server-model.server";
import { acknowledgeModel, acknowledgeNews } from "~/engine/screen/news-acknowledge-model.server";
import { orderRuleTryModel } from "~/engine/screen/order-rule-try-model.server";
import { restoreDefault, restoreModel } from "~/engine/screen/parameter-restore-model.server";
import { answering, type EdgeArgs, readForm, requireEdge, seeOther } from "./request.server";

type RecordArgs = EdgeArgs & { params: { id?: string } };

function crumbs({
  key,
  list,
  label,
  id,
  title,
}: {
  key: string;
  list: string;
  label: string;
  id: string;
  title: string;
}) {
  return [
    { label: list, href: `/system-management/${key}` },
    { label, href: recordPath({ area: "system-management", key }, id) },
    { label: title },
  ];
}

/** Where the values of a dictionary are used. */
export async function openDictionaryUses(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await dictionaryUsesModel(context, id);
    return {
      model,
      crumbs: crumbs({ key: "dictionary", list: "数据字典", label: model.dictionary, id, title: "引用位置" }),
    };
  });
}

/** What a rule says about an order, named in the address. */
export async function openOrderRuleTry(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await orderRuleTryModel(context, id, new URL(args.request.url).searchParams.get("order") ?? "");
    return { model, crumbs: crumbs({ key: "order-rule", list: "订单规则", label: model.rule, id, title: "试算" }) };
  });
}

/** A flow as a picture, and whom it would ask about what is named in the address. */
export async function openFlowTrial(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await flowTrialModel(context, id, new URL(args.request.url).searchParams);
    return {
      model,
      crumbs: crumbs({ key: "approval-flow", list: "审批流程", label: model.flow, id, title: "流程图与试算" }),
    };
  });
}

/** The editor of a job's schedule, with the expression named in the address. */
export async function openJobSchedule(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await jobScheduleModel(context, id, new URL(args.request.url).searchParams);
    return { model, crumbs: crumbs({ key: "job", list: "任务调度", label: model.name, id, title: "编辑调度" }) };
  });
}

/** Keeps the schedule, or answers the editor again. */
export async function postJobSchedule(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await saveSchedule(context, args.params.id ?? "", form);
    if ("model" in outcome) return data({ model: outcome.model }, { status: 400 });
    throw await seeOther(context, outcome.href, "调度已保存", []);
  });
}

/** Asks before a parameter gets its default again. */
export async function openRestore(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await restoreModel(context, id);
    return { model, crumbs: crumbs({ key: "parameter", list: "参数管理", label: "参数", id, title: "恢复默认" }) };
  });
}

export async function postRestore(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    const requestId = postedOnce(form);
    const input = { id, version: postedVersion(form), ...(requestId ? { requestId } : {}) };
    try {
      const { name, path } = await restoreDefault(context, input);
      throw await seeOther(context, path, `${name}已恢复默认`);
    } catch (error) {
      if (!(error instanceof AppError) || !["stale_record", "duplicate"].includes(error.error)) throw error;
      return data({ model: await restoreModel(context, id, error.message) }, { status: 400 });
    }
  });
}

/** Asks a reader to say that news were read. */
export async function openAcknowledge(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await acknowledgeModel(context, id);
    return { model, crumbs: crumbs({ key: "news-board", list: "新闻公告", label: "新闻", id, title: "确认已阅读" }) };
  });
}

export async function postAcknowledge(args: RecordArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const { path } = await acknowledgeNews(context, args.params.id ?? "");
    return seeOther(context, path, "已确认阅读");
  });
}

/** Asks before the mail server is tested. */
export async function openMailServer(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = mailServerModel(context);
    const list = { label: "邮件管理", href: "/system-management/email" };
    return { model, crumbs: [list, { label: model.title }] };
  });
}

/** Tests it, and says on the same page what was refused. */
export async function postMailServer(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const refused = await testMailServer(context);
    if (refused !== null) return data({ model: mailServerModel(context, refused) }, { status: 400 });
    throw await seeOther(context, "/system-management/email", "邮件服务器可以连接，账号已被接受");
  });
}
