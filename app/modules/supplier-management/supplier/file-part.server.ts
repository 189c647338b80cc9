import type { Context } from "~/engine/context.server";
import type { Field, Tone } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { OwnSection, RecordTable } from "~/engine/entity/server-hooks";
import type { Facet, FacetRow } from "~/engine/operations/facets.server";
import { screenFor } from "~/engine/operations/scope.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import type { Condition } from "~/shared/condition";
import { where } from "~/shared/condition";
import { leftText } from "../supplier-certificate/supplier-certificate.rules";

type SupplierRecord = RecordFor<"supplier-management/supplier">;

export type Cell = RecordTable["table"]["rows"][number]["cells"][number];
export type FileRow = readonly [id: string, ...cells: Cell[]];

/** Whose file is drawn, for whom and when. */
export interface At {
  context: Context;
  record: SupplierRecord;
  /** Business day. */
  today: string;
  isSupplier: boolean;
}

/**
 * A part of the file of a supplier. What it needs is read together with what all others need, in one statement; a facet that the person
 * may not read has no rows. A part without anything to show draws nothing.
 */
export interface FilePart {
  facets?(at: At): Readonly<Record<string, Facet>>;
  draw(at: At, rows: (facet: string) => readonly FacetRow[]): readonly OwnSection[] | Promise<readonly OwnSection[]>;
}

/** Rows of an entity that name this supplier. */
export function ofSupplier({ record }: At, ...more: Condition[]): Condition[] {
  return [where.eq("supplier_id", record.id), ...more];
}

export function tableSection(title: string, labels: readonly string[], rows: readonly FileRow[]): RecordTable {
  return {
    kind: "table",
    title,
    table: {
      caption: title,
      columns: columnsOf(labels),
      rows: rows.map(([id, ...cells]) => ({ id, cells })),
    },
  };
}

/** One table about rows of one entity: the usual part. A later area adds one by naming it in `supplier-file.server.ts`. */
export function tablePart({
  title,
  facet,
  columns,
  staffOnly = false,
}: {
  title: string;
  facet(at: At): Facet;
  columns: Readonly<Record<string, (row: FacetRow, at: At) => Cell>>;
  staffOnly?: boolean;
}): FilePart {
  const isHidden = (at: At) => staffOnly && at.isSupplier;
  return {
    facets: (at): Readonly<Record<string, Facet>> => (isHidden(at) ? {} : { rows: facet(at) }),
    draw(at, rows) {
      if (isHidden(at)) return [];
      const cells = rows("rows").map(
        (row): FileRow => [row.id ?? "", ...Object.values(columns).map((cell) => cell(row, at))],
      );
      return [tableSection(title, Object.keys(columns), cells)];
    },
  };
}

/** A text that leads to a record, for whoever may open it. */
export function leading(context: Context, entity: string, id: string | null | undefined, shown: string): Cell {
  const screen = id ? screenFor(context, entity, "get") : undefined;
  return screen && id ? { text: shown, href: recordPath(screen, id) } : { text: shown };
}

export function stateCell(context: Context, entity: string, state: string | null | undefined): Cell {
  const { states, tones } = context.services.registry.entity(entity);
  const name = state ?? "";
  const tone: Tone | undefined = tones?.[name];
  return { text: states?.[name] ?? name, ...(tone ? { tone } : {}) };
}

/** A value of a field as people read it, with its tone where the field has tones. */
export function valueCell(context: Context, entity: string, name: string, value: string | null | undefined): Cell {
  const field: Field | undefined = context.services.registry.entity(entity).fields[name];
  if (!field || value === null || value === undefined || value === "") return { text: "" };
  const tone: Tone | undefined = field.options.tones?.[value];
  return { text: kindOf(field).show(value, field.options), ...(tone ? { tone } : {}) };
}

/** How long until a day, or since. */
export function leftCell({ today }: At, day: string | null | undefined): Cell {
  if (!day) return { text: "长期有效" };
  const left = leftText(day, today);
  return day < today ? { text: left, tone: "refused" } : { text: left };
}

export const textCell = (text: string | null | undefined): Cell => ({ text: text ?? "" });
