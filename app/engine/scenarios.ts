import type { EventsOf } from "~/shared/scenarios";
import { approvalScenarios } from "./approval/scenarios";
import { assignScenarios } from "./assign/scenarios";
import { conversionsScenarios } from "./conversions/scenarios";
import { exportsScenarios } from "./exports/scenarios";
import { importsScenarios } from "./imports/scenarios";
import { integrationsScenarios } from "./integrations/scenarios";
import { jobsScenarios } from "./jobs/scenarios";
import { mailScenarios } from "./mail/scenarios";
import { notifyScenarios } from "./notify/scenarios";
import { sealingScenarios } from "./sealing/scenarios";
import { sessionScenarios } from "./session/scenarios";
import { tasksScenarios } from "./tasks/scenarios";
import { userSyncScenarios } from "./user-sync/scenarios";

/** What the platform itself notifies people of, whatever modules there are. */
export const platformScenarios = {
  ...notifyScenarios,
  ...importsScenarios,
  ...exportsScenarios,
  ...conversionsScenarios,
  ...approvalScenarios,
  ...integrationsScenarios,
  ...tasksScenarios,
  ...mailScenarios,
  ...jobsScenarios,
  ...sessionScenarios,
  ...assignScenarios,
  ...sealingScenarios,
  ...userSyncScenarios,
} as const;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof platformScenarios> {}
}
