import { useAddress } from "~/ui/address";
import type { BoardNote, BoardPart, DockBoardModel } from "./model";

/** Docks below each other, hours across; on narrow screens a list per dock. Complete without script, fit for paper. */
export function DockBoard({ model }: { model: DockBoardModel }) {
  const { href } = useAddress();
  const { factory } = model;
  return (
    <article className="rc db">
      <header>
        <h1>{model.title}</h1>
        <p className="db-about">{model.about}</p>
      </header>
      <form className="db-ask" method="get" action={href(model.action)}>
        <label>
          <span>工厂</span>
          <select className="in" name="factory" defaultValue={factory.value}>
            {factory.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>日期</span>
          <input className="in" type="date" name="day" defaultValue={model.day} />
        </label>
        <button type="submit" className="bt" data-tone="primary">
          查看
        </button>
        <nav className="db-days" aria-label="前后一天">
          <a className="bt" href={href(model.before)} rel="prev">
            ‹ 前一天
          </a>
          <a className="bt" href={href(model.today)}>
            今天
          </a>
          <a className="bt" href={href(model.after)} rel="next">
            后一天 ›
          </a>
        </nav>
      </form>
      <h2>{model.dayText}</h2>
      {model.docks.length > 0 ? <Board model={model} /> : <p className="rc-none">{model.empty}</p>}
      {model.lists.map(({ title, about, empty, ordered, notes }) => (
        <section key={title} className="db-list" aria-label={title}>
          <h2>{title}</h2>
          <p className="db-about">{about}</p>
          {notes.length > 0 ? <Notes notes={notes} ordered={ordered} /> : <p className="rc-none">{empty}</p>}
        </section>
      ))}
    </article>
  );
}

function Board({ model }: { model: DockBoardModel }) {
  return (
    <table className="db-board">
      <caption>
        {model.title}：{model.dayText}
      </caption>
      <thead>
        <tr>
          <th scope="col" className="db-dock">
            月台
          </th>
          {model.columns.map((hour) => (
            <th key={hour} scope="col">
              {hour}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.docks.map(({ dock, parts }) => (
          <tr key={dock}>
            <th scope="row" className="db-dock">
              {dock}
            </th>
            {parts.map((part) => (
              <Part key={part.time} part={part} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Part({ part: { span, time, slot } }: { part: BoardPart }) {
  const { href } = useAddress();
  if (!slot) return <td colSpan={span} className="db-none" />;
  const head = slot.href ? <a href={href(slot.href)}>{time}</a> : time;
  return (
    <td colSpan={span} data-closed={slot.closed || undefined}>
      <p className="db-time">
        <b>{head}</b> <span>{slot.closed ? `已关闭 ${slot.load}` : slot.load}</span>
      </p>
      <meter className="db-meter" min={0} max={100} value={slot.full} aria-label={`已约${slot.full}%`} />
      {slot.notes.length > 0 ? <Notes notes={slot.notes} ordered={false} /> : null}
    </td>
  );
}

function Notes({ notes, ordered }: { notes: BoardNote[]; ordered: boolean }) {
  const List = ordered ? "ol" : "ul";
  return (
    <List className="db-notes">
      {notes.map((note) => (
        <Note key={note.id} note={note} />
      ))}
    </List>
  );
}

function Note({ note: { number, href: to, supplier, facts, state, tone } }: { note: BoardNote }) {
  const { href } = useAddress();
  return (
    <li>
      {to ? <a href={href(to)}>{number}</a> : number}
      <span className="bd" data-tone={tone}>
        {state}
      </span>
      <span className="db-who">{supplier}</span>
      <span className="db-facts">{facts}</span>
    </li>
  );
}
