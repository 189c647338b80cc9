import { type Complaint, complain, ok } from "~/engine/entity";

interface Scoped {
  audience: string;
  data_scope: string;
  home_id: string | null;
}

/** Rows of suppliers are decided by the supplier; a role of our own people names what it reaches. */
export function scopeFits({ audience, data_scope }: Scoped): Complaint | null {
  return audience === "internal" && data_scope === "supplier"
    ? complain("data_scope", "“本供应商”只用于供应商角色，请选择其他数据范围")
    : ok;
}
