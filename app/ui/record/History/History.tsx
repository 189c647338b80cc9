import type { HistoryEntry } from "~/ui/model";

const shownAtOnce = 10;

/** What happened to a record, newest first, with old and new values. */
export function History({ entries }: { entries: HistoryEntry[] }) {
  const older = entries.slice(shownAtOnce);
  return (
    <div className="hs">
      <ol>{entries.slice(0, shownAtOnce).map(entryRow)}</ol>
      {older.length > 0 ? (
        <details>
          <summary>更早的 {older.length} 条</summary>
          <ol>{older.map(entryRow)}</ol>
        </details>
      ) : null}
    </div>
  );
}

function entryRow({ id, at, who, what, reason, changes }: HistoryEntry) {
  return (
    <li key={id}>
      <p>
        <time>{at}</time>
        <strong>{what}</strong>
        <span>{who}</span>
      </p>
      {reason ? <p className="hs-why">原因：{reason}</p> : null}
      {changes.length > 0 ? (
        <ul>
          {changes.map(({ label, from, to }) => (
            <li key={`${label} ${from} ${to}`}>
              <span>{label}</span>
              <del>{from || "空"}</del>
              <span aria-hidden="true">→</span>
              <ins>{to || "空"}</ins>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
