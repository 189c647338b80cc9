import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useAddress } from "~/ui/address";
import { type ConnectionNews, tell, untell, useConnectionNews } from "../news";
import { useWantedPage } from "../wanted-page";

/** Says over every page what is between it and the server: no network, something not sent, a newer release. Drawn by script only. */
export function ConnectionBar() {
  useWantedPage();
  useNetwork();
  const news = useConnectionNews();
  const { pathname, search } = useLocation();
  const { href } = useAddress();
  useEffect(() => {
    // Another page, another form: what was not sent belonged to the last one.
    if (pathname) untell("failed");
  }, [pathname]);
  if (news.length === 0) return null;
  return (
    <div className="cx">
      {news.map((one) => (
        <div
          key={one.kind}
          className="no"
          data-level={one.level}
          data-kind={one.kind}
          role={one.level === "info" ? "status" : "alert"}
        >
          <News one={one} here={href(pathname + search)} />
        </div>
      ))}
    </div>
  );
}

function News({ one, here }: { one: ConnectionNews; here: string }) {
  if (one.kind === "release") {
    return (
      <p>
        <a href={here} data-reload="">
          {one.text}
        </a>
      </p>
    );
  }
  return (
    <>
      <p>
        {one.title ? <strong>{one.title} </strong> : null}
        {one.text}
      </p>
      {one.kind === "failed" ? (
        <button type="button" className="bt" data-quiet="" onClick={() => untell("failed")}>
          关闭
        </button>
      ) : null}
    </>
  );
}

function useNetwork(): void {
  useEffect(() => {
    const look = () =>
      navigator.onLine
        ? untell("offline")
        : tell({ kind: "offline", level: "warning", text: "网络已断开，内容已暂存" });
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
