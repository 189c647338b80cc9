import { useLocation } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { type ConnectionNotice, untell } from "../notices";

/** What is between the page and the server, as the first rows of the list of messages. */
export function ConnectionRows({ connectionNotices: notices }: { connectionNotices: readonly ConnectionNotice[] }) {
  const { pathname, search } = useLocation();
  const { href } = useAddress();
  return (
    <ul className="cx">
      {notices.map((one) => (
        <li
          key={one.kind}
          className="no"
          data-level={one.level}
          data-kind={one.kind}
          role={one.level === "info" ? "status" : "alert"}
        >
          <Row one={one} here={href(pathname + search)} />
        </li>
      ))}
    </ul>
  );
}

function Row({ one, here }: { one: ConnectionNotice; here: string }) {
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
