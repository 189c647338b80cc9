import { type Complaint, complain, ok } from "~/engine/entity";
import { scenarioFacts } from "~/shared/scenarios";

interface Switches {
  code: string;
  on_site: boolean;
  by_email: boolean;
  can_mute: boolean;
}

/** Something that is announced at all goes some way. */
export function someChannel({ on_site, by_email }: Switches): Complaint | null {
  return on_site || by_email ? ok : complain("on_site", "至少保留一个渠道；不再通知请停用场景");
}

/** What concerns the safety of an account reaches its owner whatever anybody chose. */
export function mandatoryStays({ code, can_mute }: Switches): Complaint | null {
  return can_mute && scenarioFacts(code)?.mandatory ? complain("can_mute", "该类通知不能允许个人关闭") : ok;
}

/** The scenario an administrator wants to stop. */
export function mayStop({ code }: { code: string }): Complaint | null {
  return scenarioFacts(code)?.level === "security" ? complain("code", "安全类场景不能停用") : ok;
}
