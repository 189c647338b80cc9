/** What a record belongs with, drawn as a flow on its page: see `pointsAt` and `pointedAtBy`. */
export interface Related {
  /** The other entity; absent where it is what the own reference points at. */
  entity?: string;
  /** The reference that joins the two, `contract_id` or in lines `items.material_id`: of the other entity, or without one its own. */
  through: string;
  /**
   * Neither points at the other, both speak of the same: fields of the other entity with those of this one that hold the same value, all of
   * them and in lines within one line.
   */
  shares?: Readonly<Record<string, string>>;
  /** Default: what the reference, or the other entity, is called. */
  label?: string;
  /** Field of the other entity that says what matters about it, e.g. its amount. */
  fact?: string;
  /** Where it stands in the flow; default: what is pointed at before, what points here after. */
  side?: "before" | "after";
}

type RelatedOptions = Pick<Related, "label" | "fact" | "side">;

/** What a reference of this entity points at, also in its lines. @example pointsAt("contract_id", { fact: "end_date" }) */
export function pointsAt(through: string, options: RelatedOptions = {}): Related {
  return { through, ...options };
}

/** Another entity that points here. @example pointedAtBy("purchase-orders/purchase-order", "items.material_id", { fact: "amount" }) */
export function pointedAtBy(entity: string, through: string, options: RelatedOptions = {}): Related {
  return { entity, through, ...options };
}

/**
 * Another entity that speaks of the same where neither points at the other; both sides may say so.
 * @example sharing("receiving/delivery-note", { supplier_id: "supplier_id", "items.batch_no": "batch_no" })
 */
export function sharing(
  entity: string,
  shares: Readonly<Record<string, string>>,
  options: RelatedOptions = {},
): Related {
  return { entity, through: Object.keys(shares)[0] ?? "", shares, ...options };
}
