import type { SettingsTab } from "../model";
import { SettingsFrame } from "./SettingsFrame";

/** No chat application is connected to this installation, so there is nothing to bind. */
export function BindingPage({ tabs }: { tabs: SettingsTab[] }) {
  return (
    <SettingsFrame tabs={tabs}>
      <section aria-labelledby="st-binding">
        <h2 id="st-binding">账号绑定</h2>
        <p className="st-note">
          本系统尚未接入微信或企业微信，目前没有可以绑定的应用。请使用账号和密码登录，提醒会显示在「与我有关的动态」中。
        </p>
      </section>
    </SettingsFrame>
  );
}
