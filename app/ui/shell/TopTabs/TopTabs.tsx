import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";

/**
 * Top-level menu. A button each: choosing one closes the open pages, so it is sent as a form and never followed ahead. The answer
 * is a document of its own, because each tab has a menu of its own.
 */
export function TopTabs({ tabs, csrf }: { tabs: ShellModel["topTabs"]; csrf: string }) {
  const { href } = useAddress();
  return (
    <nav className="sh-tabs" aria-label="业务范围">
      <form method="post" action={href("/shell/top-tab")}>
        <input type="hidden" name="_csrf" value={csrf} />
        {tabs.map((tab) => (
          <button key={tab.id} type="submit" name="id" value={tab.id} aria-current={tab.current ? "true" : undefined}>
            {tab.label}
          </button>
        ))}
      </form>
    </nav>
  );
}
