import { complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { sapMovement } from "./sap-movement.entity";

const FACTS = Object.keys(sapMovement.fields) as (keyof typeof sapMovement.fields)[];

export const sapMovementServer: EntityServer<"receiving/sap-movement"> = {
  /** A voucher of the ERP stays as it was booked; it corrects by another one. */
  async beforeSave({ record, before }) {
    const changed = before !== null && FACTS.some((name) => record[name] !== before[name]);
    return changed ? [complain("sap_key", `SAP凭证${record.sap_key}已接收，内容不能更改，请以冲销凭证更正`)] : [];
  },
};
