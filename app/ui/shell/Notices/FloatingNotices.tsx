import { useEffect, useRef } from "react";
import { useAddress } from "~/ui/address";
import type { ConnectionNotice } from "~/ui/connection/notices";
import type { Notice } from "~/ui/model";
import { postQuietly } from "../quiet-post";
import { NoticeList, NoticeRow, type NoticesProps } from "./NoticeList";
import { type Clock, useClock, useNotices } from "./use-notices";

interface FloatingNoticesProps extends NoticesProps {
  /** Ids of those that came with the document. */
  told: readonly string[];
  connectionNotices: readonly ConnectionNotice[];
}

/** Messages that go by themselves: the next ones move up. */
export function FloatingNotices({ notices, csrf, from, told, connectionNotices }: FloatingNoticesProps) {
  const { href } = useAddress();
  const { open, close, clock } = useNotices(notices, { address: href("/shell/notices"), csrf, told });
  return (
    <NoticeList
      connectionNotices={connectionNotices}
      notices={open}
      holding={clock.holding}
      row={(notice, isShown) => (
        <FloatingRow
          key={notice.id}
          notice={notice}
          csrf={csrf}
          from={from}
          clock={isShown && !notice.sticky ? clock : null}
          onClose={() => close(notice.id)}
        />
      )}
    />
  );
}

interface FloatingRowProps extends Omit<NoticesProps, "notices"> {
  notice: Notice;
  /** Null: it stays. */
  clock: Clock | null;
  onClose: () => void;
}

function FloatingRow({ notice, csrf, from, clock, onClose }: FloatingRowProps) {
  const gone = useRef(onClose);
  useEffect(() => {
    gone.current = onClose;
  });
  useClock(notice.id, clock, gone);
  return (
    <NoticeRow
      notice={notice}
      csrf={csrf}
      from={from}
      onSubmit={(event) => {
        event.preventDefault();
        postQuietly(event.currentTarget, null);
        onClose();
      }}
    />
  );
}
