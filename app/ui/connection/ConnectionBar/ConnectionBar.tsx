import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { ConnectionRows } from "../ConnectionRows/ConnectionRows";
import { notify, untell, useConnectionNotices, useNoticesListed } from "../notices";
import { useWantedPage } from "../wanted-page";

/**
 * Watches what is between the page and the server: no network, something not sent, a newer release. Within the shell it is said in the
 * list of messages; a page without one, such as paper, has a list of its own. Drawn by script only.
 */
export function ConnectionBar() {
  useWantedPage();
  useNetwork();
  const notices = useConnectionNotices();
  const isListed = useNoticesListed();
  const { pathname } = useLocation();
  useEffect(() => {
    // Another page, another form: what was not sent belonged to the last one.
    if (pathname) untell("failed");
  }, [pathname]);
  if (isListed || notices.length === 0) return null;
  return (
    <div className="sh-notices">
      <ConnectionRows connectionNotices={notices} />
    </div>
  );
}

function useNetwork(): void {
  useEffect(() => {
    const look = () =>
      navigator.onLine
        ? untell("offline")
        : notify({ kind: "offline", level: "warning", text: "网络已断开，内容已暂存" });
    // Without the network another page cannot come; trying it would lose this one, and what is typed into it.
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!link || navigator.onLine || link.getAttribute("href")?.startsWith("#")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      look();
    };
    look();
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    window.addEventListener("click", stay, { capture: true });
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
      window.removeEventListener("click", stay, { capture: true });
    };
  }, []);
}
