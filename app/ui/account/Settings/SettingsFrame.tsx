import type { ReactNode } from "react";
import { useAddress } from "~/ui/address";
import type { SettingsTab } from "../model";

/** The settings: tabs beside what they open. */
export function SettingsFrame({ tabs, children }: { tabs: SettingsTab[]; children: ReactNode }) {
  const { href } = useAddress();
  return (
    <div className="st">
      <h1>账号设置</h1>
      <nav className="st-tabs" aria-label="账号设置">
        {tabs.map((tab) => (
          <a key={tab.href} href={href(tab.href)} aria-current={tab.current ? "page" : undefined}>
            {tab.label}
          </a>
        ))}
      </nav>
      <div className="st-main">{children}</div>
    </div>
  );
}
