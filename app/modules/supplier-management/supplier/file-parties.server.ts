import type { Tone } from "~/engine/entity";
import type { Network } from "~/engine/entity/server-hooks";
import { type Party, type PartyEdge, partiesOf } from "~/engine/operations/supplier-file.server";
import { type At, type FilePart, type FileRow, leading, tableSection, textCell, valueCell } from "./file-part.server";
import { PARTY_RELATIONS } from "./supplier.entity";

const SUPPLIER = "supplier-management/supplier";

const relationText = (relation: string) => PARTY_RELATIONS[relation as keyof typeof PARTY_RELATIONS] ?? relation;

/** Whom the supplier is related to, as a picture two steps far and as a table. For staff alone. */
export const parties: FilePart = {
  async draw(at) {
    if (at.isSupplier) return [];
    const { edges, parties: known } = await partiesOf(at.context, at.record.id);
    if (edges.length === 0) return [];
    const byId = new Map(known.map((one) => [one.id, one]));
    const rows = edges.map((edge, index): FileRow => {
      const isOwn = edge.from === at.record.id || edge.to === at.record.id;
      const other = byId.get(edge.from === at.record.id ? edge.to : edge.from);
      const by = isOwn ? undefined : byId.get(edge.to);
      return [
        String(index),
        leading(at.context, SUPPLIER, other?.id, nameOf(other)),
        textCell(isOwn ? "本供应商" : nameOf(by)),
        textCell(relationText(edge.relation)),
        textCell(edge.evidence),
        valueCell(at.context, SUPPLIER, "stage", other?.stage),
        valueCell(at.context, SUPPLIER, "risk_level", other?.risk_level),
        valueCell(at.context, SUPPLIER, "freeze_status", other?.freeze_status),
      ];
    });
    const { table, title } = tableSection(
      "关联方图谱",
      ["供应商", "关联到", "关联关系", "依据", "生命周期阶段", "风险等级", "冻结状态"],
      rows,
    );
    return [{ kind: "network", title, network: pictureOf(at, edges, byId), table }];
  },
};

function nameOf(party: Party | undefined): string {
  return party ? `${party.code} ${party.name}` : "";
}

/** The supplier itself, whom it is related to, and whom those are related to. */
function pictureOf({ context, record }: At, edges: readonly PartyEdge[], parties: ReadonlyMap<string, Party>): Network {
  const touching = (ids: readonly string[]) =>
    edges.flatMap(({ from, to }) => (ids.includes(from) ? [to] : ids.includes(to) ? [from] : []));
  const own = [record.id];
  const near = [...new Set(touching(own))].filter((id) => !own.includes(id));
  const far = [...new Set(touching(near))].filter((id) => !own.includes(id) && !near.includes(id));
  const box = (id: string, nearer: readonly string[]) => {
    const party = parties.get(id);
    // Only what leads back towards the supplier: how it is related to those behind it stands in their boxes.
    const relations = edges
      .filter(({ from, to }) => (from === id && nearer.includes(to)) || (to === id && nearer.includes(from)))
      .map(({ relation }) => relationText(relation));
    const tone = toneOf(party);
    const { href } = leading(context, SUPPLIER, id === record.id ? null : id, "");
    return {
      id,
      label: party?.short_name ?? party?.name ?? "",
      note: id === record.id ? "本供应商" : [...new Set(relations)].join("、"),
      ...(href ? { href } : {}),
      ...(tone ? { tone } : {}),
    };
  };
  return {
    caption: "关联方图谱",
    columns: [own, near, far]
      .filter((column) => column.length > 0)
      .map((column, at, all) => column.map((id) => box(id, all[at - 1] ?? []))),
    edges: edges.map(({ from, to }) => ({ from, to })),
  };
}

/** Frames say what to look at; the words stand in the table. */
function toneOf(party: Party | undefined): Tone | null {
  if (party?.stage === "blacklisted" || party?.risk_level === "high") return "refused";
  return party?.freeze_status && party.freeze_status !== "none" ? "warning" : null;
}
