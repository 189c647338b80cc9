import { useAddress } from "~/ui/address";
import type { ListModel } from "~/ui/model/list";

/** What the list can be taken away as: links to files, opened from a button that needs no script. */
export function ExportMenu({ exports }: { exports: ListModel["exports"] }) {
  const { href } = useAddress();
  if (exports.length === 0) return null;
  return (
    <details className="ex">
      <summary className="bt">导出</summary>
      <ul>
        {exports.map(({ label, href: to, page }) => (
          <li key={label}>
            <a href={href(to)} data-reload={page ? undefined : ""}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
