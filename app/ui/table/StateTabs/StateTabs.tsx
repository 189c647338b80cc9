import { useAddress } from "~/ui/address";
import type { ListModel } from "~/ui/model/list";

/** Quick ways to a part of the list: by state with counts, and switches such as 仅看逾期. Links only. */
export function StateTabs({ tabs, toggles }: Pick<ListModel, "tabs" | "toggles">) {
  const { href } = useAddress();
  if (tabs.length === 0 && toggles.length === 0) return null;
  return (
    <nav className="ts" aria-label="快速筛选">
      <ul>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <a href={href(tab.href)} aria-current={tab.current ? "page" : undefined}>
              {tab.label}
              {tab.count ? <b>{tab.count}</b> : null}
            </a>
          </li>
        ))}
      </ul>
      {toggles.length > 0 ? (
        <ul className="ts-switches">
          {toggles.map((toggle) => (
            <li key={toggle.label}>
              <a href={href(toggle.href)} aria-current={toggle.current ? "true" : undefined}>
                {toggle.label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </nav>
  );
}
