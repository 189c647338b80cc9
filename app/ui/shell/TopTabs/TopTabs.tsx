import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";

/** Top-level menu. Each tab has a menu of its own, and the menu comes with a full page only. */
export function TopTabs({ tabs }: { tabs: ShellModel["topTabs"] }) {
  const { href } = useAddress();
  return (
    <nav className="sh-tabs" aria-label="业务范围">
      {tabs.map((tab) => (
        <a key={tab.id} href={href(tab.href)} data-reload="" aria-current={tab.current ? "true" : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
