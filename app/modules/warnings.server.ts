import { stickyMessages } from "~/engine/notify/sticky-messages.server";
import type { WarningProvider } from "~/engine/warnings/warnings.server";
import { contractWarnings } from "./contract-management/contract/contract-warnings.server";
import { typeInspectionWarnings } from "./master-data/type-inspection-due/type-inspection-due.server";
import { brandWarnings } from "./supplier-management/brand-authorization/brand-warnings.server";
import { certificateWarnings } from "./supplier-management/supplier-certificate/certificate-warnings.server";

/** Who watches over what; the order is that of the cards on the page. */
export const warnings: readonly WarningProvider[] = [
  stickyMessages,
  certificateWarnings,
  contractWarnings,
  typeInspectionWarnings,
  brandWarnings,
];
