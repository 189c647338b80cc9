import type { Context } from "~/engine/context.server";
import { consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, Opening } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { withoutRole } from "~/engine/sealing/holders.server";
import { withoutKeys } from "~/engine/sealing/opening-keys.server";
import { makeSeal, takeBackShares } from "~/engine/sealing/seals.server";
import { openSealed } from "~/engine/sealing-fields/open.server";
import { where } from "~/shared/condition";
import { KEY, QUOTE, quotesOf } from "./rfq-quotes.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

const USER = "system-management/user";
const SUPERVISOR = "supervisor";
const OPENERS = ["opener_1", "opener_2", "opener_supervisor"] as const;
const LABELS = { opener_1: "开启人一", opener_2: "开启人二", opener_supervisor: "监督人" } as const;

export const isSealed = ({ sealing }: RfqRecord): boolean => sealing === "sealed";

/** Whoever opens is named, three different people, and has what one opens with. */
export async function openerComplaints(context: Context, record: RfqRecord): Promise<Complaint[]> {
  if (!isSealed(record)) return [];
  const people = OPENERS.flatMap((field) => {
    const id: unknown = record[field];
    return typeof id === "string" ? [{ field, id }] : [];
  });
  const ids = [...new Set(people.map(({ id }) => id))];
  const keyless = await withoutKeys(context, ids);
  const names = await namesOf(context, keyless);
  const { opener_supervisor: supervisor } = record;
  const isOther = typeof supervisor === "string" && (await withoutRole(context, SUPERVISOR, [supervisor])).length > 0;
  return OPENERS.flatMap((field) => {
    const own = people.find((one) => one.field === field);
    if (!own) return [complain(field, `密封的询价须指定${LABELS[field]}`)];
    const first = people.find(({ id }) => id === own.id);
    if (first && first.field !== field) return [complain(field, "开启人一、开启人二和监督人须是三个不同的人")];
    if (field === "opener_supervisor" && isOther) return [complain(field, "监督人须具有监察角色")];
    if (!keyless.includes(own.id)) return [];
    const name = names.get(own.id) ?? "该人员";
    return [complain(field, `${name}不能开启：还没有设置开启口令（账号设置 › 开启口令），或账号已停用`)];
  });
}

async function namesOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await unscopedRows(context, USER, ["id", "username"], [where.oneOf("id", ids)]);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** The same as it stands at the moment of a publication: keys are lost and people leave meanwhile. */
export async function openerFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const found = await openerComplaints(context, record);
  return found.map(({ message }) => ({ check: "openers", level: "block", text: message }));
}

/** A round of a sealed inquiry has a seal of its own. */
export async function sealRound(context: Context, work: Work<RfqRecord>): Promise<string | null> {
  const { record } = work;
  if (!isSealed(record)) return null;
  const { sealId } = await makeSeal(context, {
    about: { entity: KEY, id: record.id, number: record.number },
    holders: [String(record.opener_1), String(record.opener_2)],
    supervisor: String(record.opener_supervisor),
  });
  work.set({ seal_id: sealId });
  return sealId;
}

/** Suppliers go on quoting: who gave a share before decides anew when the time is over again. */
export async function giveAnew(context: Context, record: RfqRecord): Promise<void> {
  const sealId: unknown = record.seal_id;
  if (typeof sealId === "string")
    await takeBackShares(context, sealId, { entity: KEY, id: record.id, number: record.number });
}

/** Those who hold the seal open all quotes of the round at one moment. */
export const opening: Opening = {
  transition: "open_sealed",
  sealOf: ({ seal_id: sealId }) => (typeof sealId === "string" ? sealId : null),
  async open(context, record, privateKey) {
    const entity = context.services.registry.entity(QUOTE);
    const sent = await quotesOf(context, { id: record.id, round: Number(record.round_no) }, []);
    const ids = sent.filter(({ state }) => state === "submitted").map(({ id }) => id);
    await openSealed(consequenceOf(context), { entity, ids, privateKey });
  },
};
