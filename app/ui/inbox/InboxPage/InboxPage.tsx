import { useAddress } from "~/ui/address";
import type { InboxModel } from "~/ui/model/inbox";
import { FilterBar } from "~/ui/table/FilterBar/FilterBar";
import { Steps } from "~/ui/table/Pager/Steps";
import { StateTabs } from "~/ui/table/StateTabs/StateTabs";
import { InboxList, MarkAllRead } from "../InboxList/InboxList";

/** All that concerns the person, newest first. */
export function InboxPage({ model }: { model: InboxModel }) {
  const { title, tabs, entries, unread, page, previous, next, action, isNarrowed, clearHref } = model;
  const { href } = useAddress();
  return (
    <div className="ls">
      <header className="ls-head">
        <h1>{title}</h1>
        {unread > 0 ? <MarkAllRead block={model} from={action} /> : null}
      </header>
      <FilterBar
        filterAction={model.filterAction}
        hidden={model.hidden}
        filters={model.filters}
        filtersOpen={model.filtersOpen}
        filtersTyped={model.filtersTyped}
        chips={[]}
        clearHref={clearHref}
        datalists={[]}
      />
      <StateTabs tabs={tabs} toggles={[]} />
      {entries.length > 0 ? (
        <InboxList block={model} from={action} keeps />
      ) : (
        <div className="ls-none">
          {isNarrowed ? (
            <p>
              没有符合当前条件的动态，可以<a href={href(clearHref)}>清除条件</a>。
            </p>
          ) : (
            <>
              <p>没有动态。</p>
              <p>在单据上点「关注」，或有人在评论中提到您，之后发生的事都会出现在这里。</p>
            </>
          )}
        </div>
      )}
      <Steps page={page} previous={previous} next={next} />
    </div>
  );
}
