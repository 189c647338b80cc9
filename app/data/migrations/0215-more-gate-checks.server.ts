/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0215-more-gate-checks";

export const up = `
alter table "gate_exemption" add column "lifts_brand" boolean default false not null;
alter table "gate_exemption" add column "lifts_grade" boolean default false not null;
alter table "gate_exemption" add column "lifts_risk" boolean default false not null;
alter table "gate_exemption" add column "lifts_correction" boolean default false not null;

/* The gate reads the brands of a material, and the critical faults a supplier has not mended. */
create index brand_authorization_materials_material_idx on brand_authorization_materials (material_id);
create index corrective_action_critical_idx on corrective_action (supplier_id)
  where severity = 'critical' and state in ('issued', 'contained', 'returned', 'verifying');
`;
