import { type RefObject, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import type { Person } from "~/ui/model/record";

interface MentionsProps {
  box: RefObject<HTMLTextAreaElement>;
  list: string;
  peopleHref: string;
}

/** What stands behind the last `@` before the caret, as long as it can be the beginning of a name. */
const TYPED = /(?:^|[^\w.])[@＠]([^\s@＠，。；：！？、,;:!?（）()]{0,20})$/u;

/** The people one may mean behind an `@`, to be chosen by mouse or keys. */
export function Mentions({ box, list, peopleHref }: MentionsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const people = usePeople(peopleHref, typed);
  const open = typed !== null && people.length > 0;
  const chosen = open ? people[Math.min(at, people.length - 1)] : undefined;

  function look() {
    const { current } = box;
    if (!current) return;
    const before = current.value.slice(0, current.selectionStart);
    setTyped(current.selectionStart === current.selectionEnd ? (TYPED.exec(before)?.[1] ?? null) : null);
    setAt(0);
  }

  function take(person: Person) {
    const { current } = box;
    if (!current || typed === null) return;
    const alike = people.filter(({ name }) => name === person.name).length > 1;
    const end = current.selectionStart;
    const word = alike && person.note ? `${person.name}（${person.note}）` : person.name;
    current.setRangeText(`${word} `, end - typed.length, end, "end");
    setTyped(null);
    current.focus();
  }

  function onKey(event: KeyboardEvent) {
    if (!chosen || event.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setAt((at + step + people.length) % people.length);
    else if (event.key === "Enter" || event.key === "Tab") take(chosen);
    else if (event.key === "Escape") setTyped(null);
    else return;
    event.preventDefault();
  }

  const latest = useRef({ look, onKey });
  latest.current = { look, onKey };
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const over = new AbortController();
    const { signal } = over;
    const looked = () => latest.current.look();
    element.addEventListener("input", looked, { signal });
    element.addEventListener("click", looked, { signal });
    element.addEventListener("keydown", (event) => latest.current.onKey(event), { signal });
    element.addEventListener("blur", () => setTyped(null), { signal });
    // Until this code was here one may have typed.
    if (document.activeElement === element) looked();
    return () => over.abort();
  }, [box]);

  const active = chosen && `${list}-${chosen.id}`;
  useEffect(() => {
    for (const [name, value] of Object.entries({
      "aria-controls": open ? list : undefined,
      "aria-activedescendant": active,
    }))
      if (value === undefined) box.current?.removeAttribute(name);
      else box.current?.setAttribute(name, value);
  }, [box, list, open, active]);

  if (!open) return null;
  return (
    <div className="cm-people" id={list} role="listbox" aria-label="可以提醒的人">
      {people.map((person) => (
        <div
          key={person.id}
          id={`${list}-${person.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={person === chosen}
          // Before the text loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            take(person);
          }}
        >
          {person.name}
          {person.note ? <small>{person.note}</small> : null}
        </div>
      ))}
    </div>
  );
}

/** People whose names hold what was typed; a newer question makes an older one void. */
function usePeople(peopleHref: string, typed: string | null): Person[] {
  const { href } = useAddress();
  const [people, setPeople] = useState<Person[]>([]);
  const address = href(peopleHref);
  useEffect(() => {
    if (typed === null) return setPeople([]);
    const asking = new AbortController();
    ask(`${address}?q=${encodeURIComponent(typed)}`, asking.signal)
      .then(setPeople)
      // Suggestions are a comfort: without them the server still finds the names.
      .catch(() => undefined);
    return () => asking.abort();
  }, [address, typed]);
  return people;
}

async function ask(address: string, signal: AbortSignal): Promise<Person[]> {
  const response = await fetch(address, { signal, headers: { Accept: "application/json" } });
  const answer: unknown = response.ok ? await response.json() : [];
  return Array.isArray(answer) ? answer.filter(isPerson) : [];
}

function isPerson(value: unknown): value is Person {
  return typeof value === "object" && value !== null && "id" in value && "name" in value && "note" in value;
}
