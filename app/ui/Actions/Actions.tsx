import { useAddress } from "~/ui/address";
import type { Action } from "~/ui/model";

const order = { primary: 0, plain: 1, danger: 2 };

/** What can be done here: the primary action first, dangerous ones last. Links: whatever changes something is a page of its own. */
export function Actions({ actions }: { actions: Action[] }) {
  const { href } = useAddress();
  if (actions.length === 0) return null;
  const sorted = [...actions].sort((one, other) => order[one.tone] - order[other.tone]);
  return (
    <div className="ac">
      {sorted.map(({ label, href: to, tone, download, reload }) => (
        <a
          key={`${label} ${to}`}
          className="bt"
          data-tone={tone}
          href={href(to)}
          download={download}
          data-reload={reload ? "" : undefined}
        >
          {label}
        </a>
      ))}
    </div>
  );
}
