import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, OwnSection, RecordTable, RowLink } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { leftText } from "../supplier-certificate/supplier-certificate.rules";
import { brandAuthorization } from "./brand-authorization.entity";
import { brokenLink } from "./brand-authorization.rules";

type BrandAuthorizationRecord = RecordFor<"supplier-management/brand-authorization">;

const KEY = brandAuthorization.key;
const SUPPLIER = "supplier-management/supplier";

const ENDED: Readonly<Record<string, string>> = { eliminated: "已淘汰", blacklisted: "已列入黑名单" };

const linkOf = ({ grantor, grantee, valid_to }: Record<string, unknown>) => ({
  grantor: String(grantor),
  grantee: String(grantee),
  valid_to: String(valid_to),
});

export const brandAuthorizationServer: EntityServer<"supplier-management/brand-authorization"> = {
  async prepare({ context, before, set }) {
    if (!before && context.actor.supplierId) set({ origin: "supplier" });
  },
  async extra(context, _screen, ids) {
    const shown = ["id", "effective_to", "state"] as const;
    const own = [where.oneOf("id", ids)];
    const rows = context.actor.supplierId
      ? (await unscopedRows(context, KEY, shown, own)).map((row) => ({ ...row, producer_supplier_id: null }))
      : await unscopedRows(context, KEY, [...shown, "producer_supplier_id"], own);
    const today = dayOf(context.now);
    const producers = await producersOf(
      context,
      rows.flatMap(({ producer_supplier_id: id }) => (typeof id === "string" ? [id] : [])),
    );
    return new Map(
      rows.map(({ id, effective_to, state, producer_supplier_id }) => [
        id,
        {
          days_left: state === "valid" ? leftText(String(effective_to), today) : null,
          producer_state: producers.get(String(producer_supplier_id)) ?? null,
        },
      ]),
    );
  },
  async sections(context, record) {
    return [...chainPicture(context, record), ...(await producerTable(context, record))];
  },
  rowLinks: renewalLinks,
  transitions: {
    submit: {
      async check(context, record) {
        const [supplier] = await ask(context, SUPPLIER, "names", [String(record.supplier_id)]);
        const chain = Array.isArray(record.chain) ? record.chain : [];
        const broken = brokenLink(
          { producer_name: String(record.producer_name), chain: chain.map((row) => linkOf(Object(row))) },
          supplier?.name ?? "",
        );
        return broken ? [{ check: "chain", level: "block", text: broken.message }] : [];
      },
    },
    approve: {
      async check(context, record) {
        return String(record.effective_to) < dayOf(context.now)
          ? [{ check: "end", level: "block", text: `授权已于${String(record.effective_to)}到期，不能通过` }]
          : [];
      },
      // The supplier itself must not learn who else is on the platform, so it is looked up by whoever approves.
      async effect(context, { record, set }) {
        if (!record.producer_uscc) return;
        const [producer] = await ask(context, SUPPLIER, "listed", { uscc: record.producer_uscc });
        set({ producer_supplier_id: producer ? producer.id : null });
      },
    },
  },
};

/** What of producers on the platform speaks against their agents, by id; those that are as they should be are absent. */
async function producersOf(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 || context.actor.supplierId) return new Map();
  const rows = await ask(context, SUPPLIER, "standing", ids);
  return new Map(
    rows.flatMap(({ id, stage, freeze }) => {
      const ended = ENDED[String(stage)];
      if (ended) return [[id, `品牌方${ended}`] as const];
      return freeze === "full" || freeze === "partial" ? [[id, "品牌方已冻结"] as const] : [];
    }),
  );
}

/** That the producer itself is frozen or has left: for staff alone. */
async function producerTable(context: Context, record: BrandAuthorizationRecord): Promise<RecordTable[]> {
  const id = record.producer_supplier_id;
  if (typeof id !== "string") return [];
  const state = (await producersOf(context, [id])).get(id);
  if (!state) return [];
  return [
    {
      kind: "table",
      title: "品牌方状态",
      table: {
        caption: "品牌方在平台上的状态",
        columns: columnsOf(["品牌方", "状态"]),
        rows: [{ id: record.id, cells: [{ text: String(record.producer_name) }, { text: state, tone: "refused" }] }],
      },
    },
  ];
}

/** From the producer to the supplier, each with the day its authorisation ends; the end of the chain is marked where it has run out. */
function chainPicture(context: Context, record: BrandAuthorizationRecord): OwnSection[] {
  const links = linesOf(record, "chain").map(linkOf);
  if (links.length === 0) return [];
  const today = dayOf(context.now);
  const toneOf = (end: string) => (end < today ? ("refused" as const) : undefined);
  const boxes = [
    { id: "0", label: String(record.producer_name), note: "品牌方" },
    ...links.map(({ grantee, valid_to }, index) => {
      const tone = toneOf(valid_to);
      const note = `${valid_to < today ? "已到期" : "至"}${valid_to}`;
      return { id: String(index + 1), label: grantee, note, ...(tone ? { tone } : {}) };
    }),
  ];
  return [
    {
      kind: "network",
      title: "授权链图",
      network: {
        caption: `品牌“${String(record.brand_name)}”的授权链`,
        columns: boxes.map((box) => [box]),
        edges: links.map((_link, index) => ({ from: String(index), to: String(index + 1) })),
      },
      table: {
        caption: "授权链",
        columns: columnsOf(["层级", "授权方", "被授权方", "有效期至", "剩余"]),
        rows: links.map(({ grantor, grantee, valid_to }, index) => {
          const tone = toneOf(valid_to);
          return {
            id: String(index + 1),
            cells: [
              { text: `第${index + 1}级` },
              { text: grantor },
              { text: grantee },
              { text: valid_to },
              { text: leftText(valid_to, today), ...(tone ? { tone } : {}) },
            ],
          };
        }),
      },
    },
  ];
}

/** The form of an authorisation that goes on where one ends: the same chain, without its days and papers. */
async function renewalLinks(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RowLink[]>> {
  const screen = screenFor(context, KEY, "add");
  if (!screen) return new Map();
  const renewable = [where.oneOf("id", ids), where.oneOf("state", ["valid", "expired"])];
  const rows = await unscopedRows(context, KEY, ["id"], renewable);
  return new Map(rows.map(({ id }) => [id, [{ label: "续期", href: `${listPath(screen)}/new?copy=${id}` }]]));
}
