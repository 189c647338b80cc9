import type { Context } from "~/engine/context.server";
import type { ConditionOn } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { ListPaper } from "~/engine/entity/server-hooks";
import { rowFilter, screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { PrintPart } from "~/shared/print-document";
import { valueCell } from "./file-part.server";

const SUPPLIER = "supplier-management/supplier";
const CLASS = "master-data/supplier-class";
const SITE = "supplier-management/supplier-site";
const CERTIFICATE = "supplier-management/supplier-certificate";
/** Who may deliver food or what touches it. */
const QUALIFIED = ["qualified", "preferred"];
/** Licences and systems an inspector of food safety asks for, the licences first; agreements with us are our own business. */
const SHOWN = [
  "business_license",
  "food_production",
  "food_trade",
  "food_contact",
  "printing",
  "import_reg",
  "iso9001",
  "iso22000",
  "haccp",
  "fssc_brc",
  "organic",
];

type Row = Readonly<Record<string, unknown>>;

/** Rows by the supplier they belong to. */
function bySupplier(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(String(row.supplier_id), [...(found.get(String(row.supplier_id)) ?? []), row]);
  return found;
}

/** 合格供方名录: who may deliver, where it makes it, and what proves it until when; printed and sealed for inspections. */
async function directory(context: Context, screen: Screen): Promise<readonly PrintPart[]> {
  // What a screen of suppliers filters by are their columns.
  const seen = [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : [])];
  const chosen = seen as ConditionOn<typeof SUPPLIER>[];
  const columns = ["id", "code", "name", "uscc", "supplier_type", "supplier_class_id", "stage", "region"] as const;
  const listed = [...chosen, where.eq("state", "active"), where.oneOf("stage", QUALIFIED)];
  const suppliers = [...(await unscopedRows(context, SUPPLIER, columns, listed))].sort((a, b) =>
    a.code < b.code ? -1 : 1,
  );
  const ids = suppliers.map(({ id }) => id);
  const of = where.oneOf("supplier_id", ids);
  const may = (entity: string) => ids.length > 0 && screenFor(context, entity, "query") !== undefined;
  const classes = new Map(
    (await unscopedRows(context, CLASS, ["id", "code", "name"], [])).map((row) => [row.id, `${row.code} ${row.name}`]),
  );
  const sites = bySupplier(
    may(SITE)
      ? await unscopedRows(context, SITE, ["supplier_id", "name", "address", "sc_no"], [of, where.eq("enabled", true)])
      : [],
  );
  const proven = [
    of,
    where.oneOf("state", ["valid", "renewing"]),
    where.oneOf("certificate_type", SHOWN),
    where.any(where.empty("valid_to"), where.coming("valid_to")),
  ];
  const certificates = bySupplier(
    may(CERTIFICATE)
      ? await unscopedRows(
          context,
          CERTIFICATE,
          ["supplier_id", "certificate_type", "certificate_name", "certificate_no", "valid_to"],
          proven,
        )
      : [],
  );
  const shown = (row: Row, name: string) =>
    valueCell(context, SUPPLIER, name, typeof row[name] === "string" ? row[name] : null).text;
  const rows = suppliers.map((row, at) => [
    String(at + 1),
    `${row.code} ${row.name}\n${row.uscc ?? ""}`,
    `${shown(row, "supplier_type")}\n${classes.get(row.supplier_class_id) ?? ""}`,
    shown(row, "stage"),
    (sites.get(row.id) ?? []).map(siteText).join("\n"),
    [...(certificates.get(row.id) ?? [])].sort(byKind).map(certificateText).join("\n"),
  ]);
  const labels = ["序号", "供应商", "类型与分类", "阶段", "生产基地", "有效证照"];
  return [
    {
      kind: "facts",
      title: "",
      facts: [
        { label: "合格供方", text: `${suppliers.length}家` },
        { label: "范围", text: "合格和优选的在用供应商；只列有效的许可和体系证书" },
      ],
    },
    {
      kind: "table",
      title: "合格供方",
      columns: labels.map((label, at) => ({ label, align: at === 0 ? ("end" as const) : ("start" as const) })),
      rows,
      totals: null,
    },
  ];
}

function siteText({ name, address, sc_no }: Row): string {
  return [name, address, sc_no].filter((part) => typeof part === "string" && part !== "").join("，");
}

function byKind(a: Row, b: Row): number {
  return SHOWN.indexOf(String(a.certificate_type)) - SHOWN.indexOf(String(b.certificate_type));
}

function certificateText({ certificate_name, certificate_no, valid_to }: Row): string {
  const until = valid_to === null ? "长期有效" : `至${String(valid_to)}`;
  return `${String(certificate_name)} ${String(certificate_no)}（${until}）`;
}

export const supplierDirectory: ListPaper = {
  screen: "supplier-report",
  title: "合格供方名录",
  signatures: ["编制", "审核", "批准（盖章）"],
  draw: directory,
};
