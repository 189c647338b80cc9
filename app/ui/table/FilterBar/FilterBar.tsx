import { Form } from "@remix-run/react";
import { type MouseEvent, useContext } from "react";
import { useAddress } from "~/ui/address";
import { Datalists } from "~/ui/form/Datalists/Datalists";
import type { Chip, Filter, ListModel } from "~/ui/model/list";
import { ShellContext } from "~/ui/shell/context";
import { sendQuietly } from "~/ui/shell/quiet-post";
import { FilterControl } from "./FilterControl";

type FilterBarProps = Pick<
  ListModel,
  "filterAction" | "hidden" | "filters" | "filtersOpen" | "filtersTyped" | "chips" | "clearHref" | "datalists"
>;

const shownAtOnce = 4;

/**
 * GET form of a list: what is typed ends in the address. The first fields stand in a row, the rest unfold, and stay so. A list opened
 * by a link comes folded: on a phone everything else would lie below its filters.
 */
export function FilterBar({
  filterAction,
  hidden,
  filters,
  filtersOpen,
  filtersTyped,
  chips,
  clearHref,
  datalists,
}: FilterBarProps) {
  const { path, href } = useAddress();
  const shell = useContext(ShellContext);
  const rest = filters.slice(shownAtOnce);
  /** How the next list comes; without scripts that is a matter of 个性化设置. */
  function remember({ currentTarget }: MouseEvent<HTMLElement>) {
    const fold = currentTarget.parentElement;
    if (!shell || !(fold instanceof HTMLDetailsElement)) return;
    const fields = { _csrf: shell.csrf, from: shell.path, filtersOpen: fold.open ? "0" : "1" };
    sendQuietly(href("/shell/preferences"), new URLSearchParams(fields));
  }
  return (
    <section className="fb" aria-label="筛选条件">
      {filters.length > 0 ? (
        <Form method="get" action={path(filterAction)}>
          {hidden.map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <div className="fb-row">
            {filters.slice(0, shownAtOnce).map((filter) => (
              <FilterControl key={filter.name} filter={filter} />
            ))}
            <div className="fb-go">
              <button type="submit" className="bt" data-tone="primary">
                查询
              </button>
            </div>
          </div>
          {filters.length > 1 ? (
            <details
              className="fb-more"
              open={filtersOpen || rest.some((filter) => filter.error !== undefined || (filtersTyped && isSet(filter)))}
              data-rest={rest.length > 0 ? "" : undefined}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, keys included; the toggle of a fold also comes when nobody touched it */}
              <summary onClick={remember}>
                <span>展开</span>
                <span>收起</span>
              </summary>
              <div className="fb-row">
                {rest.map((filter) => (
                  <FilterControl key={filter.name} filter={filter} />
                ))}
              </div>
            </details>
          ) : null}
        </Form>
      ) : null}
      <Chips chips={chips} clearHref={clearHref} />
      <Datalists lists={datalists} />
    </section>
  );
}

function Chips({ chips, clearHref }: Pick<FilterBarProps, "chips" | "clearHref">) {
  const { href } = useAddress();
  if (chips.length === 0) return null;
  return (
    <ul className="fb-chips" aria-label="已选条件">
      {chips.map((chip: Chip) => (
        <li key={chip.href}>
          <a href={href(chip.href)} aria-label={`去掉条件 ${chip.label}`}>
            {chip.label}
            <b aria-hidden="true">×</b>
          </a>
        </li>
      ))}
      <li>
        <a href={href(clearHref)} data-clear="">
          清除
        </a>
      </li>
    </ul>
  );
}

function isSet({ values, shownElsewhere }: Filter): boolean {
  return !shownElsewhere && values.some((value) => value !== "");
}
