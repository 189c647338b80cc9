import type { ComplianceSnapshot } from "./gate-reason.rules";

/** What is known of each supplier by itself, so that a question about one does not look through all. */
export function splitBySupplier(all: ComplianceSnapshot): Map<string, ComplianceSnapshot> {
  const group = <T extends { supplier: string }>(rows: readonly T[]) => {
    const found = new Map<string, T[]>();
    for (const row of rows) {
      const own = found.get(row.supplier);
      if (own) own.push(row);
      else found.set(row.supplier, [row]);
    }
    return found;
  };
  const [reports, sources, freezes, exemptions, certificates, corrections] = [
    group(all.reports),
    group(all.sources),
    group(all.freezes),
    group(all.exemptions),
    all.certificates === null ? null : group(all.certificates),
    group(all.corrections),
  ];
  return new Map(
    all.suppliers.map((supplier) => [
      supplier.id,
      {
        ...all,
        suppliers: [supplier],
        reports: reports.get(supplier.id) ?? [],
        sources: sources.get(supplier.id) ?? [],
        freezes: freezes.get(supplier.id) ?? [],
        exemptions: exemptions.get(supplier.id) ?? [],
        corrections: corrections.get(supplier.id) ?? [],
        certificates: certificates === null ? null : (certificates.get(supplier.id) ?? []),
      },
    ]),
  );
}
