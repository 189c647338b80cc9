import type { HistoryEntry } from "~/ui/model/record";

const SHOWN_AT_ONCE = 10;
const CHANGES_AT_ONCE = 20;
/** What a record was made with is read in the record itself. */
const GIVEN_AT_ONCE = 6;
/** Longer values stand folded up. */
const LONG_TEXT = 60;

/** What happened to a record, newest first and day by day, with old and new values. */
export function History({ entries, all }: { entries: HistoryEntry[]; all?: boolean }) {
  const shown = all ? entries.length : SHOWN_AT_ONCE;
  const older = entries.slice(shown);
  return (
    <div className="hs">
      {days(entries.slice(0, shown))}
      {older.length > 0 ? (
        <details>
          <summary>更早的 {older.length} 条</summary>
          {days(older)}
        </details>
      ) : null}
    </div>
  );
}

function days(entries: HistoryEntry[]) {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = entry.at.slice(0, 10);
    groups.set(day, [...(groups.get(day) ?? []), entry]);
  }
  return [...groups].map(([day, own]) => (
    <div key={day}>
      <h3>
        <time dateTime={day}>{day}</time>
      </h3>
      <ol>{own.map(entryRow)}</ol>
    </div>
  ));
}

function entryRow({ id, at, who, what, reason, changes }: HistoryEntry) {
  const shown = changes.some(({ from }) => from !== undefined) ? CHANGES_AT_ONCE : GIVEN_AT_ONCE;
  const rest = changes.slice(shown);
  return (
    <li key={id}>
      <p>
        <time dateTime={at.replace(" ", "T")}>{at.slice(11, 16)}</time>
        <strong>{what}</strong>
        <span>{who}</span>
      </p>
      {reason ? (
        <p className="hs-why">
          {reason.label}：{reason.text}
        </p>
      ) : null}
      {changes.length > 0 ? <ul>{changes.slice(0, shown).map(changeRow)}</ul> : null}
      {rest.length > 0 ? (
        <details>
          <summary>其余 {rest.length} 项</summary>
          <ul>{rest.map(changeRow)}</ul>
        </details>
      ) : null}
    </li>
  );
}

function changeRow({ label, from, to }: HistoryEntry["changes"][number]) {
  return (
    <li key={`${label} ${from} ${to}`}>
      <span>{label}</span>
      {from === undefined ? null : <del>{value(from)}</del>}
      {from === undefined || to === undefined ? null : <span aria-hidden="true">→</span>}
      {to === undefined ? null : <ins>{value(to)}</ins>}
    </li>
  );
}

function value(text: string) {
  if (text.length <= LONG_TEXT) return text || "空";
  return (
    <details>
      <summary>{text.slice(0, LONG_TEXT)}…</summary>
      {text}
    </details>
  );
}
