import { useAddress } from "~/ui/address";

/** What the list can be taken away as: links to files, opened from a button that needs no script. */
export function ExportMenu({ exports }: { exports: { label: string; href: string }[] }) {
  const { href } = useAddress();
  if (exports.length === 0) return null;
  return (
    <details className="ex">
      <summary className="bt">导出</summary>
      <ul>
        {exports.map(({ label, href: to }) => (
          <li key={label}>
            <a href={href(to)} data-reload="">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
