import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { companyMailHost, likeNames } from "./supplier-registration.rules";

type SupplierRegistrationRecord = RecordFor<"supplier-onboarding/supplier-registration">;

const SUPPLIER = "supplier-management/supplier";
const ACCOUNT = "supplier-management/supplier-bank-account";
const REGISTRATION = "supplier-onboarding/supplier-registration";

/** Somebody we know, and what the applicant has in common with it. */
interface Like {
  entity: typeof SUPPLIER | typeof REGISTRATION;
  id: string;
  number: string;
  name: string;
  /** Stage of a supplier, state of an application. */
  standing: string;
  /** The same as people read it. */
  standingText: string;
  same: readonly string[];
}

const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
const isSame = (one: unknown, other: unknown) => text(one) !== "" && text(one) === text(other);

/** Suppliers that share a fact with the applicant (catalogue supplier-registration, 查重). */
async function likeSuppliers(context: Context, record: SupplierRegistrationRecord): Promise<Like[]> {
  const suppliers = await ask(context, SUPPLIER, "registered", "all");
  const contacts = await ask(context, SUPPLIER, "contacts", "all");
  const byPhone = new Set(
    contacts.filter(({ phone }) => isSame(phone, record.contact_phone)).map(({ supplierId }) => supplierId),
  );
  const host = companyMailHost(text(record.contact_email));
  const byHost = new Set(
    host === null
      ? []
      : contacts.filter(({ email }) => companyMailHost(text(email)) === host).map((one) => one.supplierId),
  );
  const number = text(record.bank_account_no);
  const accounts =
    number === ""
      ? []
      : await unscopedRows(
          context,
          ACCOUNT,
          ["supplier_id"],
          [where.eq("account_no", number), where.not(where.eq("state", "disabled"))],
        );
  const byAccount = new Set(accounts.map(({ supplier_id: id }) => id));
  return suppliers.flatMap((one) => {
    const names = likeNames(text(record.name), text(one.name));
    const same = [
      isSame(one.uscc, record.uscc) ? "统一社会信用代码相同" : "",
      names === "same" ? "企业名称相同" : names === "like" ? "企业名称相近" : "",
      isSame(one.legalPerson, record.legal_person) ? "法定代表人相同" : "",
      byPhone.has(one.id) ? "联系电话相同" : "",
      byHost.has(one.id) ? "邮箱域名相同" : "",
      byAccount.has(one.id) ? "银行账号相同" : "",
      isSame(one.registeredAddress, record.registered_address) ? "注册地址相同" : "",
    ].filter(Boolean);
    if (same.length === 0 || one.id === record.supplier_id) return [];
    const { id, code, name, stage, stageText: standingText } = one;
    return [{ entity: SUPPLIER, id, number: text(code), name: text(name), standing: text(stage), standingText, same }];
  });
}

/** Applications that wait beside this one and come from the same hand. */
async function likeApplications(context: Context, record: SupplierRegistrationRecord): Promise<Like[]> {
  const columns = ["id", "number", "name", "state", "legal_person", "contact_phone", "contact_email"] as const;
  const others = await unscopedRows(
    context,
    REGISTRATION,
    [...columns, "bank_account_no"],
    [where.oneOf("state", ["pending", "supplement"]), where.not(where.eq("id", record.id))],
  );
  const states: Readonly<Record<string, string>> = context.services.registry.entity(REGISTRATION).states ?? {};
  return others.flatMap((one) => {
    const same = [
      isSame(one.legal_person, record.legal_person) ? "法定代表人相同" : "",
      isSame(one.contact_phone, record.contact_phone) ? "联系电话相同" : "",
      isSame(one.contact_email, record.contact_email) ? "邮箱相同" : "",
      isSame(one.bank_account_no, record.bank_account_no) ? "银行账号相同" : "",
    ].filter(Boolean);
    if (same.length === 0) return [];
    const { id, number, name, state } = one;
    const standingText = `注册申请${states[state] ?? ""}`;
    return [{ entity: REGISTRATION, id, number: text(number), name: text(name), standing: state, standingText, same }];
  });
}

async function alike(context: Context, record: SupplierRegistrationRecord): Promise<Like[]> {
  return [...(await likeSuppliers(context, record)), ...(await likeApplications(context, record))];
}

/** What about a company is like one we know, in words for reviewers, never for applicants; and whether it is shut out. */
export async function likeness(
  context: Context,
  record: SupplierRegistrationRecord,
): Promise<{ texts: string[]; isBarred: boolean }> {
  const found = await alike(context, record);
  const bars = ["统一社会信用代码相同", "法定代表人相同"];
  return {
    texts: found.map(({ number, name, same }) => `与${number} ${name}${same.join("、")}`),
    isBarred: found.some(
      ({ entity, standing, same }) =>
        entity === SUPPLIER && standing === "blacklisted" && same.some((one) => bars.includes(one)),
    ),
  };
}

/** Whom the reviewer looks at beside the applicant, as things stand today. */
export async function likenessTable(context: Context, record: SupplierRegistrationRecord): Promise<RecordTable[]> {
  const found = await alike(context, record);
  if (found.length === 0) return [];
  const hrefOf = ({ entity, id }: Like) => {
    const screen = screenFor(context, entity, "get");
    return screen ? { href: recordPath(screen, id) } : {};
  };
  const isBad = (one: Like) => one.entity === SUPPLIER && one.standing === "blacklisted";
  return [
    {
      kind: "table",
      title: "查重与关联方",
      table: {
        caption: "与本申请相同或相近的供应商和注册申请",
        columns: columnsOf(["编号", "企业名称", "当前阶段", "相同之处"]),
        rows: found.map((one) => ({
          id: one.id,
          cells: [
            { text: one.number, ...hrefOf(one) },
            { text: one.name },
            {
              text: one.standingText,
              ...(isBad(one) ? { tone: "refused" as const } : {}),
            },
            { text: one.same.join("、") },
          ],
        })),
      },
    },
  ];
}
