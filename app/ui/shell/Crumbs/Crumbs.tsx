import { useAddress } from "~/ui/address";
import type { Crumb } from "~/ui/model";

/** Where one is; the last entry is the page itself. */
export function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  const { href } = useAddress();
  if (crumbs.length === 0) return null;
  return (
    <nav className="sh-crumbs" aria-label="当前位置">
      <ol>
        {crumbs.map((crumb, index) => (
          <li
            key={`${crumb.href ?? ""} ${crumb.label}`}
            aria-current={index === crumbs.length - 1 ? "page" : undefined}
          >
            {crumb.href ? <a href={href(crumb.href)}>{crumb.label}</a> : crumb.label}
          </li>
        ))}
      </ol>
    </nav>
  );
}
