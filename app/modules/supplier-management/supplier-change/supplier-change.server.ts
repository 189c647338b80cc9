import { type Context, consequenceOf } from "~/engine/context.server";
import { type AnyLine, type Complaint, complain, type Field, type Value, type Work } from "~/engine/entity";
import type { ColumnOf, ConditionOn, EntityKey, RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { fieldValue, linesOf, putLines } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { fileCategories, fileFacts, fileState } from "../supplier/file-columns.server";
import { refreshCompleteness } from "../supplier/refresh-completeness.server";
import { impactOf } from "./change-impact.server";
import { supplierChange } from "./supplier-change.entity";
import { BASE_FACTS } from "./supplier-change.rules";

type SupplierChangeRecord = RecordFor<"supplier-management/supplier-change">;

const { key } = supplierChange;
const SUPPLIER = "supplier-management/supplier";
const MATERIAL_TYPE = "master-data/material-type";
const SITE = "supplier-management/supplier-site";
const ACCOUNT = "supplier-management/supplier-bank-account";
const CONTACT = ["name", "duty", "phone", "email", "is_primary"] as const;
const CATEGORY = ["material_type_id", "tier"] as const;
const SITE_FACTS = {
  site_name: "name",
  site_address: "address",
  site_sc_no: "sc_no",
  site_capacity: "capacity",
} as const;
const ACCOUNT_FACTS = {
  bank_name: "bank_name",
  bank_cnaps: "cnaps",
  bank_account_name: "account_name",
  bank_account_no: "account_no",
} as const;
/** States in which a change is being reviewed. */
const OPEN = ["pending", "second"];

interface Difference {
  item: string;
  old_value: string | null;
  new_value: string | null;
}
type Row = Readonly<Record<string, unknown>>;

function shown(field: Field | undefined, value: unknown): string | null {
  if (!field || value === null || value === undefined || value === "") return null;
  return kindOf(field).show(value as Exclude<Value, null>, field.options);
}

/** Facts side by side, those that differ. @param names field of the change → field of what it is about */
function factsApart(
  context: Context,
  {
    entity,
    names,
    record,
    current,
  }: { entity: string; names: Row; record: SupplierChangeRecord; current: Row | undefined },
): Difference[] {
  const { fields } = context.services.registry.entity(entity);
  return Object.entries(names).flatMap(([own, name]): Difference[] => {
    const field: Field | undefined = fields[String(name)];
    const [before, after] = [shown(field, current?.[String(name)]), shown(field, fieldValue(record, own))];
    if (after === null || before === after) return [];
    const isSecret = name === "account_no";
    const shownText = (text: string | null) => (text === null || !isSecret ? text : `尾号${text.slice(-4)}`);
    return [{ item: field?.options.label ?? own, old_value: shownText(before), new_value: shownText(after) }];
  });
}

function contactText(line: Row, duty: Field): string {
  const parts = [shown(duty, line.duty), line.name, line.phone, line.email, line.is_primary ? "主联系人" : null];
  return parts.filter((part) => typeof part === "string" && part !== "").join(" ");
}

async function contactsOf(context: Context, supplierId: string): Promise<Row[]> {
  const contacts = await ask(context, SUPPLIER, "contacts", [supplierId]);
  return contacts
    .sort((a, b) => a.lineNo - b.lineNo)
    .map(({ name, duty, phone, email, isPrimary }) => ({ name, duty, phone, email, is_primary: isPrimary }));
}

/** Kinds of material as people read them: `01 调味料（主供）`. */
async function categoryTexts(context: Context, lines: readonly Row[]): Promise<string[]> {
  const ids = lines.map(({ material_type_id }) => String(material_type_id));
  const names = await labelsOf(context, context.services.registry.entity(MATERIAL_TYPE), ids);
  const { tier } = supplierChange.lines.categories.fields;
  return lines.map((line) => {
    const place = shown(tier, line.tier);
    return `${names.get(String(line.material_type_id)) ?? ""}${place ? `（${place}）` : ""}`;
  });
}

/** Rows that go and rows that come, by their texts. */
function rowsApart(item: string, before: readonly string[], after: readonly string[]): Difference[] {
  return [
    ...before.filter((text) => !after.includes(text)).map((text) => ({ item, old_value: text, new_value: null })),
    ...after.filter((text) => !before.includes(text)).map((text) => ({ item, old_value: null, new_value: text })),
  ];
}

/** What of the file would become different; accounts show no more than the last digits. */
async function differencesOf(context: Context, record: SupplierChangeRecord): Promise<Difference[]> {
  const supplierId = String(record.supplier_id);
  const one = async <N extends EntityKey, const C extends ColumnOf<N>>(
    entity: N,
    columns: readonly C[],
    id: unknown,
  ) =>
    typeof id === "string"
      ? (await unscopedRows(context, entity, columns, [where.eq("id", id) as ConditionOn<N>]))[0]
      : undefined;
  if (record.section === "base")
    return factsApart(context, {
      entity: SUPPLIER,
      names: BASE_FACTS,
      record,
      current: await fileFacts(context, supplierId),
    });
  if (record.section === "site")
    return factsApart(context, {
      entity: SITE,
      names: SITE_FACTS,
      record,
      current: await one(SITE, Object.values(SITE_FACTS), record.site_id),
    });
  if (record.section === "bank") {
    const current = await one(ACCOUNT, Object.values(ACCOUNT_FACTS), record.bank_replaces_id);
    return factsApart(context, { entity: ACCOUNT, names: ACCOUNT_FACTS, record, current });
  }
  if (record.section === "category") {
    const before = await categoryTexts(context, await fileCategories(context, supplierId));
    return rowsApart("供应类别", before, await categoryTexts(context, linesOf(record, "categories")));
  }
  const { duty } = context.services.registry.entity(SUPPLIER).lines.contacts?.fields ?? {};
  const texts = (lines: readonly Row[]) => (duty ? lines.map((line) => contactText(line, duty)) : []);
  return rowsApart("联系人", texts(await contactsOf(context, supplierId)), texts(linesOf(record, "contacts")));
}

/** Two proposals for the same part of a file would undo each other. */
async function onlyOne(context: Context, record: SupplierChangeRecord): Promise<Finding[]> {
  const [other] = await unscopedRows(
    context,
    key,
    ["number"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("section", String(record.section)),
      where.oneOf("state", OPEN),
      where.not(where.eq("id", record.id)),
    ],
  );
  if (!other) return [];
  const text = `该供应商存在审核中的变更单【${String(other.number)}】，请勿重复提交`;
  return [{ check: "open_change", level: "block", text }];
}

/** The credit code of another supplier cannot become this one's. */
async function codeFree(context: Context, record: SupplierChangeRecord): Promise<Complaint[]> {
  // A supplier does not learn who else is on the platform; the reviewer is told when it is entered.
  if (typeof record.new_uscc !== "string" || context.actor.supplierId) return [];
  const found = await ask(context, SUPPLIER, "listed", { uscc: record.new_uscc });
  const other = found.find(({ id }) => id !== record.supplier_id);
  return other ? [complain("new_uscc", `该统一社会信用代码已存在（${other.name}），请核对`)] : [];
}

/** Writes what was approved into the file, in the transaction of the approval. */
async function enter(context: Context, work: Work<SupplierChangeRecord>): Promise<void> {
  const { record } = work;
  const supplierId = String(record.supplier_id);
  if (record.section === "site") await enterSite(context, record);
  else if (record.section === "bank") await enterAccount(context, record);
  else await enterSupplier(context, record);
  await refreshCompleteness(context, supplierId);
}

async function changeRow(
  context: Context,
  entity: typeof SUPPLIER | typeof SITE,
  id: string,
  values: Row,
): Promise<void> {
  const [screen] = context.services.registry.screensOf(entity);
  const row =
    entity === SUPPLIER
      ? await fileState(context, id)
      : (await unscopedRows(context, entity, ["version"], [where.eq("id", id)]))[0];
  if (!screen || !row) throw new Error(`no ${entity} to change`);
  await updateRecordBy(consequenceOf(context), { screen, id, version: Number(row.version), values });
}

async function enterSupplier(context: Context, record: SupplierChangeRecord): Promise<void> {
  const id = String(record.supplier_id);
  if (record.section === "contact") {
    const contacts = linesOf(record, "contacts").map((line) =>
      Object.fromEntries(CONTACT.map((name) => [name, line[name]])),
    );
    return changeRow(context, SUPPLIER, id, { contacts });
  }
  if (record.section === "category") {
    const categories = linesOf(record, "categories").map((line) =>
      Object.fromEntries(CATEGORY.map((name) => [name, line[name]])),
    );
    return changeRow(context, SUPPLIER, id, { categories });
  }
  await changeRow(context, SUPPLIER, id, proposed(record, BASE_FACTS));
}

/** What was proposed, under the names it has in the file; what was left empty stays as it is. */
function proposed(record: SupplierChangeRecord, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([own, name]) => {
      const value = fieldValue(record, own);
      return value === null ? [] : [[name, value]];
    }),
  );
}

async function enterSite(context: Context, record: SupplierChangeRecord): Promise<void> {
  const values = proposed(record, SITE_FACTS);
  if (typeof record.site_id === "string") return changeRow(context, SITE, record.site_id, values);
  const [screen] = context.services.registry.screensOf(SITE);
  if (screen)
    await createRecord(consequenceOf(context), { screen, values: { ...values, supplier_id: record.supplier_id } });
}

/** The new account takes effect and the one it replaces ends; who agreed stands on the change. */
async function enterAccount(context: Context, record: SupplierChangeRecord): Promise<void> {
  const [screen] = context.services.registry.screensOf(ACCOUNT);
  if (!screen) return;
  const { entity } = screen;
  const replaced = typeof record.bank_replaces_id === "string" ? record.bank_replaces_id : null;
  const system = consequenceOf(context);
  const values = {
    ...proposed(record, ACCOUNT_FACTS),
    supplier_id: record.supplier_id,
    name_reason: record.bank_name_reason,
  };
  const started = { ...screen, initial: { ...screen.initial, ...(replaced ? { replaces_id: replaced } : {}) } };
  const reason = `信息变更${record.number ?? ""}`;
  if (replaced) await applyTransition(system, { entity, id: replaced, name: "disable", reason });
  const { id } = await createRecord(system, { screen: started, values });
  await applyTransition(system, { entity, id, name: "take_effect", reason });
}

/** Who is invited reads it: in the portal, or by mail. */
async function reachable(context: Context, record: SupplierChangeRecord): Promise<Finding[]> {
  const own = String(record.supplier_id);
  const login = [where.eq("supplier_id", own), where.eq("state", "active")];
  if ((await unscopedCount(context, "system-management/user", login)) > 0) return [];
  const contacts = await ask(context, SUPPLIER, "contacts", [own]);
  const text = contacts.some(({ email }) => email)
    ? "该供应商没有可登录的平台账号，只能按预留邮箱联系；请先开通账号，或代为补充"
    : "该供应商没有平台账号，也没有预留邮箱，不能邀请；请先开通账号";
  return [{ check: "account", level: contacts.some(({ email }) => email) ? "warn" : "block", text }];
}

/** What the file lacks of the part the invitation is about. */
async function listGaps(context: Context, work: Work<SupplierChangeRecord>): Promise<void> {
  const row = await fileState(context, String(work.record.supplier_id));
  const part = shown(supplierChange.fields.section, work.record.section) ?? "";
  const line = (row?.gaps ?? "").split("\n").find((one) => one.startsWith(`${part}：`));
  work.set({ checklist: line ?? null });
}

export const supplierChangeServer: EntityServer<"supplier-management/supplier-change"> = {
  async prepare({ context, record, before, set }) {
    if (!before && context.actor.supplierId) set({ origin: "supplier" });
    if (typeof record.bank_account_no === "string")
      set({ bank_account_no: record.bank_account_no.replaceAll(" ", "") });
    // Contacts and kinds of material are changed as a whole: the form begins with those on file.
    if (before) return;
    const supplierId = String(record.supplier_id);
    const onFile = async (
      lines: "contacts" | "categories",
      read: (context: Context, supplierId: string) => Promise<Row[]>,
    ) => {
      if (linesOf(record, lines).length > 0) return;
      putLines(
        record,
        lines,
        (await read(context, supplierId)).map((row, at) => lineOf(context, at, row)),
      );
    };
    if (record.section === "contact") await onFile("contacts", contactsOf);
    if (record.section === "category") await onFile("categories", fileCategories);
  },
  async beforeSave({ context, record }) {
    const kept = linesOf(record, "differences");
    const same = (one: Difference) => (line: AnyLine) =>
      line.item === one.item && line.old_value === one.old_value && line.new_value === one.new_value;
    // A row that says the same stays the same row, or every save would be a change.
    putLines(
      record,
      "differences",
      (await differencesOf(context, record)).map((one, at) => {
        const line = lineOf(context, at, { ...one });
        return { ...line, id: kept.find(same(one))?.id ?? line.id };
      }),
    );
    return codeFree(context, record);
  },
  sections: impactOf,
  transitions: {
    invite: { check: reachable, effect: listGaps },
    submit: { check: onlyOne },
    approve: {
      async effect(context, work) {
        if (work.record.section !== "bank") await enter(context, work);
      },
    },
    confirm: { effect: enter },
  },
};

function lineOf(context: Context, at: number, row: Row): AnyLine {
  const values = Object.fromEntries(Object.entries(row).filter(([name]) => name !== "line_no")) as Record<
    string,
    Value
  >;
  return { ...values, id: context.services.newId(), line_no: (at + 1) * LINE_STEP };
}
