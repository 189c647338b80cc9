import type { InboxModel } from "~/ui/model/inbox";
import { Steps } from "~/ui/table/Pager/Steps";
import { StateTabs } from "~/ui/table/StateTabs/StateTabs";
import { InboxList, MarkAllRead } from "../InboxList/InboxList";

/** All that concerns the person, newest first. */
export function InboxPage({ model }: { model: InboxModel }) {
  const { title, tabs, entries, unread, page, previous, next, action } = model;
  return (
    <div className="ls">
      <header className="ls-head">
        <h1>{title}</h1>
        {unread > 0 ? <MarkAllRead block={model} from={action} /> : null}
      </header>
      <StateTabs tabs={tabs} toggles={[]} />
      {entries.length > 0 ? (
        <InboxList block={model} from={action} keeps />
      ) : (
        <div className="ls-none">
          <p>没有动态。</p>
          <p>在单据上点「关注」，或有人在评论中提到您，之后发生的事都会出现在这里。</p>
        </div>
      )}
      <Steps page={page} previous={previous} next={next} />
    </div>
  );
}
