import { type Address, useAddress } from "~/ui/address";
import type { RelatedFlow as Flow, RelatedGroup, RelatedItem } from "~/ui/model/record";

/** What the record belongs with: a small flow from what came before to what came of it, then the newest of each kind. */
export function RelatedFlow({ related }: { related: Flow }) {
  const address = useAddress();
  const { here, groups } = related;
  const on = (side: RelatedGroup["side"]) => groups.filter((group) => group.side === side);
  const long = groups.filter(({ items }) => items.length > 1);
  return (
    <>
      <ol className="rf">
        {on("before").map((group) => card(group, address))}
        <li data-here="">
          <small>{here.label}</small>
          <strong>{here.text}</strong>
        </li>
        {on("after").map((group) => card(group, address))}
      </ol>
      {long.map((group) => facet(group, address))}
    </>
  );
}

/** The newest of a kind; how many there are besides is said by the list beneath. */
function card({ label, items, total, side }: RelatedGroup, address: Address) {
  const [first] = items;
  if (!first) return null;
  return (
    <li key={label} data-side={side}>
      <small>{items.length > 1 ? `${label}（${total}）` : label}</small>
      {item(first, address)}
    </li>
  );
}

function item({ text, href, state, fact }: RelatedItem, address: Address) {
  return (
    <p>
      <a href={address.href(href)}>{text}</a>
      {state ? (
        <span className="bd" data-tone={state.tone}>
          {state.label}
        </span>
      ) : null}
      {fact ? <span>{`${fact.label} ${fact.text}`}</span> : null}
    </p>
  );
}

function facet({ label, items, total, allHref }: RelatedGroup, address: Address) {
  return (
    <div key={label} className="rf-facet">
      <h3>
        {label}
        {allHref ? <a href={address.href(allHref)}>{`查看全部 (${total})`}</a> : null}
      </h3>
      <ul>
        {items.map((one) => (
          <li key={one.id}>{item(one, address)}</li>
        ))}
      </ul>
    </div>
  );
}
