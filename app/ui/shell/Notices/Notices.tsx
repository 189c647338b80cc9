import { useEffect, useState } from "react";
import { useListedNotices } from "~/ui/connection/notices";
import { useLater } from "~/ui/later";
import { LEFT_OVER, NoticeList, NoticeRow, type NoticesProps } from "./NoticeList";

const loadFloating = () => import("./FloatingNotices");

/**
 * Messages, newest first: rows above the content, each closed by a form. Where scripts run they float over the page, which the style
 * sheet does from the first byte on, and go by themselves after a while; the script for that is fetched when there are any.
 */
export function Notices(props: NoticesProps) {
  const { notices } = props;
  const [hasLeftOvers, setLeftOvers] = useState(false);
  // Those that came with the document were taken off the server's list by sending it.
  const [told] = useState(() => notices.map(({ id }) => id));
  useEffect(() => setLeftOvers(keepsSome()), []);
  const later = useLater(hasLeftOvers || notices.length > 0, loadFloating);
  const connectionNotices = useListedNotices();
  if (later) return <later.FloatingNotices {...props} told={told} connectionNotices={connectionNotices} />;
  return (
    <NoticeList
      connectionNotices={connectionNotices}
      notices={notices}
      row={(notice) => <NoticeRow key={notice.id} {...props} notice={notice} />}
    />
  );
}

function keepsSome(): boolean {
  try {
    return sessionStorage.getItem(LEFT_OVER) !== null;
  } catch {
    // Storage may be switched off.
    return false;
  }
}
