import type { Address } from "~/ui/address";
import type { Cell } from "~/ui/model/table";

/** One value of a row or of a list of facts: text, link or badge. A plain function, because a page has hundreds of them. */
export function cellText({ text, href, tone }: Cell, address: Address) {
  const shown =
    tone && text ? (
      <span className="bd" data-tone={tone}>
        {text}
      </span>
    ) : (
      text
    );
  return href ? <a href={address.href(href)}>{shown}</a> : shown;
}
