/** How safe the supply of a material is. */
export type Risk = "none" | "expiring" | "single" | "ok";

/** Type inspections of a material's suppliers, the worst of them. */
export type ReportState = "unneeded" | "valid" | "expiring" | "overdue" | "missing";

/** A source of a material as it stands; dates are business days, both belong to it. */
export interface MaterialSource {
  supplierId: string;
  state: string;
  from: string;
  to: string | null;
}

/** What somebody sees of a material by its sources. */
export interface Sourcing {
  /** Suppliers that may deliver it today, for good, on trial, or not until their source is resumed. */
  formal: number;
  trial: number;
  blocked: number;
  report: ReportState;
  risk: Risk;
}

export interface SourcingFacts {
  sources: readonly MaterialSource[];
  /** Whether the material needs type inspections, and when those of its suppliers are due. */
  inspected: boolean;
  dueDays: ReadonlyMap<string, string>;
  today: string;
  /** The last day of what ends soon. */
  soon: string;
}

/** Counts suppliers, not sources: the same supplier for three factories is one. */
export function sourcingOf({ sources, inspected, dueDays, today, soon }: SourcingFacts): Sourcing {
  const current = sources.filter(({ from, to }) => from <= today && (to === null || to >= today));
  const suppliers = (...states: string[]) =>
    new Set(current.flatMap(({ state, supplierId }) => (states.includes(state) ? [supplierId] : [])));
  const formal = suppliers("active");
  const trial = suppliers("trial");
  const delivering = new Set([...formal, ...trial]);
  const blocked = [...suppliers("suspended")].filter((id) => !delivering.has(id));
  const due = (id: string) => dueDays.get(id) ?? null;
  // A supplier goes on beyond the soon as long as one of its sources and its report do.
  const lasting = [...formal].filter(
    (id) =>
      current.some(
        ({ supplierId, state, to }) => supplierId === id && state === "active" && (to === null || to > soon),
      ) &&
      (!inspected || (due(id) ?? "") > soon),
  );
  return {
    formal: formal.size,
    trial: [...trial].filter((id) => !formal.has(id)).length,
    blocked: blocked.length,
    report: inspected ? worst([...delivering].map(due), today, soon) : "unneeded",
    risk: formal.size === 0 ? "none" : lasting.length === 0 ? "expiring" : formal.size === 1 ? "single" : "ok",
  };
}

function worst(days: readonly (string | null)[], today: string, soon: string): ReportState {
  if (days.length === 0 || days.includes(null)) return "missing";
  const [first = ""] = days.flatMap((day) => day ?? []).sort();
  return first < today ? "overdue" : first <= soon ? "expiring" : "valid";
}
