import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { addDays, addMonths, dayOf, isDay, weekdayOf } from "~/shared/calendar";
import { type CalendarLevel, DatePicker, DatesProvider, getTimeRange, TimeGrid } from "~/ui/mantine/dates.client";
import { MantineFrame } from "~/ui/mantine/MantineFrame";
import datesHref from "./dates.css";
import { readDay, writeDay } from "./day-field";

/** The week begins on Monday; six weeks always, so that the calendar keeps its height. */
const settings: ComponentProps<typeof DatesProvider>["settings"] = {
  locale: "zh-cn",
  firstDayOfWeek: 1,
  weekendDays: [0, 6],
  consistentWeeks: true,
};
const times = getTimeRange({ startTime: "00:00", endTime: "23:30", interval: "00:30" });
const words = {
  nextMonth: "下个月",
  previousMonth: "上个月",
  nextYear: "下一年",
  previousYear: "上一年",
  nextDecade: "后十年",
  previousDecade: "前十年",
};
/** Room between the field and the calendar, and between the calendar and the edge of the window, in pixels. */
const GAP = 4;

let sheet: Promise<void> | undefined;

/** Fetches the style sheet of the calendar, once for all pages. */
export function styled(): Promise<void> {
  sheet ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = datesHref;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      sheet = undefined;
      reject(new Error("the style sheet of the calendar is out of reach"));
    };
    document.head.append(link);
  });
  return sheet;
}

interface DatePanelProps {
  id: string;
  field: HTMLInputElement;
  inside: boolean;
  /** Puts a text into the field. */
  write: (text: string) => void;
  /** @param back the focus returns to the field */
  close: (back: boolean) => void;
}

/** The calendar under a date field. What is chosen is written into the field as if it had been typed. */
export function DatePanel({ id, field, inside, write, close }: DatePanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const text = useText(field);
  const { day, time } = readDay(text);
  const [month, turn] = useState(day || dayOf(new Date()));
  const isTurned = useTurned(month.slice(0, 7));
  const withTime = field.dataset.day === "datetime-local";
  useEffect(() => turn((before) => day || before), [day]);
  usePlace(box, field);
  const limits = { first: limit(field.min), last: limit(field.max) };
  const { first, last } = limits;
  /** The day that is to get the focus; the month that is turned to takes the focused one away. */
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (inside) dayIn(box, readDay(field.value).day || dayOf(new Date()))?.focus();
  }, [inside, field]);
  useEffect(() => {
    if (wanted.current === month) dayIn(box, month)?.focus();
    wanted.current = null;
  }, [month]);
  const [level, step] = useState<CalendarLevel>("month");
  /** Months and years take the place of the days and take away what has the focus. */
  const isHeld = useRef(false);
  const stepTo = (to: CalendarLevel) => {
    isHeld.current = box.current?.contains(document.activeElement) === true;
    const parts = box.current?.querySelector<HTMLElement>(".dp-parts");
    // Months and years take no other room than the days: a calendar above its field would move under the mouse.
    if (parts && level === "month") {
      const { width, height } = parts.getBoundingClientRect();
      Object.assign(parts.style, { inlineSize: `${width}px`, minBlockSize: `${height}px` });
    }
    step(to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what takes another's place takes the focus along
  useEffect(() => {
    if (isHeld.current) (level === "month" ? dayIn(box, within(month, limits)) : headingIn(box))?.focus();
    isHeld.current = false;
  }, [level]);

  useWorkingHours(box, time);

  const choose = (chosen: { day: string; time: string }, isLast: boolean) => {
    write(writeDay(chosen, withTime, field.dataset.time));
    if (isLast) close(true);
  };
  const goTo = (wish: string) => {
    const to = within(wish, limits);
    if (to.slice(0, 7) === month.slice(0, 7)) return dayIn(box, to)?.focus();
    wanted.current = to;
    turn(to);
  };
  /** Days are gone through across months; the calendar's own arrows end with the days in sight. */
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (level !== "month" || ctrlKey || metaKey || altKey || isTime(target)) return;
    const from = dayOfButton(target);
    const to = key.startsWith("Page") ? stepFrom(from || month, key, shiftKey) : from && stepFrom(from, key, shiftKey);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(to);
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, target } = event;
    if (key === "Tab" && target === (shiftKey ? stopsIn(box).at(0) : stopsIn(box).at(-1))) {
      // The calendar stands at the end of the page, people think of it as within the field.
      event.preventDefault();
      field.focus();
    }
  };
  const today = dayOf(new Date());
  return createPortal(
    <div
      ref={box}
      id={id}
      className="dp"
      role="dialog"
      aria-label={`选择日期：${labelOf(field)}`}
      onKeyDownCapture={walk}
      onKeyDown={keys}
      // The field keeps the focus, so that one can go on typing.
      onMouseDown={(event) => event.preventDefault()}
    >
      <MantineFrame>
        <DatesProvider settings={settings}>
          <div className="dp-parts">
            <DatePicker
              size="sm"
              value={day || null}
              date={month}
              onDateChange={turn}
              level={level}
              onLevelChange={stepTo}
              onChange={(chosen) => choose({ day: chosen ?? day, time }, !withTime)}
              {...(first ? { minDate: first } : {})}
              {...(last ? { maxDate: last } : {})}
              highlightToday
              monthLabelFormat="YYYY年M月"
              yearLabelFormat="YYYY年"
              monthsListFormat="MMM"
              getDayProps={(date) => ({
                "data-day": date,
                "aria-pressed": date === day,
                ...(date === today ? { "aria-current": "date" as const } : {}),
              })}
              getDayAriaLabel={(date) => `${spoken(date)} ${weekdayOf(date)}`}
              ariaLabels={words}
            />
            {withTime ? (
              <div className="dp-times">
                <TimeGrid
                  aria-label="时间"
                  role="group"
                  size="sm"
                  data={times}
                  value={time || null}
                  onChange={(chosen) => choose({ day, time: (chosen ?? time).slice(0, 5) }, true)}
                  getControlProps={(one) => ({ "data-time": one.slice(0, 5) })}
                  simpleGridProps={{ cols: 2, spacing: 2 }}
                />
              </div>
            ) : null}
          </div>
        </DatesProvider>
      </MantineFrame>
      <p className="vh" role="status">
        {isTurned ? `已转到${spoken(month).replace(/\d+日$/, "")}` : ""}
      </p>
      <div className="dp-foot">
        <button
          type="button"
          className="bt"
          disabled={(first !== null && today < first) || (last !== null && today > last)}
          onClick={() => choose({ day: today, time }, !withTime)}
        >
          今天
        </button>
        <button type="button" className="bt" disabled={text === ""} onClick={() => choose({ day: "", time: "" }, true)}>
          清除
        </button>
        <small>
          <kbd>↓</kbd> 进入日历
        </small>
      </div>
    </div>,
    field.closest("dialog") ?? document.body,
  );
}

/** The day has more times than fit: the list begins where people choose, or where the chosen one is. */
function useWorkingHours(box: RefObject<HTMLElement>, time: string): void {
  useLayoutEffect(() => {
    const list = box.current?.querySelector<HTMLElement>(".dp-times");
    const hour = `${(time || "08:00").slice(0, 2)}:00`;
    const first = list?.querySelector<HTMLElement>(`[data-time="${hour}"]`);
    if (list && first) list.scrollTop = first.offsetTop - list.offsetTop;
  }, [box, time]);
}

/** Whether the calendar shows another month than it was opened with; only that is news to those who cannot see it. */
function useTurned(month: string): boolean {
  const first = useRef(month);
  const [isTurned, tell] = useState(false);
  useEffect(() => {
    if (month !== first.current) tell(true);
  }, [month]);
  return isTurned;
}

/** What stands in the field, also while it is typed into. */
function useText(field: HTMLInputElement): string {
  const [, draw] = useState(0);
  useEffect(() => {
    const changed = () => draw((turn) => turn + 1);
    field.addEventListener("input", changed);
    return () => field.removeEventListener("input", changed);
  }, [field]);
  return field.value;
}

/** Below the field and its complaint, above or beside it where there is no room, else shorter: it never covers them. */
function usePlace(box: RefObject<HTMLDivElement>, field: HTMLInputElement): void {
  useLayoutEffect(() => {
    const place = () => {
      const panel = box.current;
      if (!panel) return;
      const { left, right, top, bottom: end } = field.getBoundingClientRect();
      const bottom = Math.max(end, ...complaintsOf(field).map((words) => words.getBoundingClientRect().bottom));
      const { innerWidth, innerHeight } = window;
      panel.style.maxHeight = "";
      const { offsetWidth: width, offsetHeight: height } = panel;
      const [above, below] = [top - 2 * GAP, innerHeight - bottom - 2 * GAP];
      const isBeside = height > Math.max(above, below) && Math.max(left, innerWidth - right) >= width + 2 * GAP;
      if (isBeside) {
        panel.style.top = `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`;
        panel.style.left = `${innerWidth - right >= width + 2 * GAP ? right + GAP : left - GAP - width}px`;
        return;
      }
      const isAbove = height > below && above > below;
      const tall = Math.min(height, isAbove ? above : below);
      if (tall < height) panel.style.maxHeight = `${tall}px`;
      panel.style.top = `${isAbove ? top - GAP - tall : bottom + GAP}px`;
      panel.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
    };
    place();
    const over = new AbortController();
    const size = new ResizeObserver(place);
    if (box.current) size.observe(box.current);
    window.addEventListener("resize", place, { signal: over.signal });
    document.addEventListener("scroll", place, { signal: over.signal, capture: true, passive: true });
    return () => {
      over.abort();
      size.disconnect();
    };
  }, [box, field]);
}

interface Limits {
  first: string | null;
  last: string | null;
}

function within(day: string, { first, last }: Limits): string {
  if (first !== null && day < first) return first;
  return last !== null && day > last ? last : day;
}

/** Where a key leads from a day; null for one that leads nowhere. */
function stepFrom(day: string, key: string, shift: boolean): string | null {
  if (key === "PageUp" || key === "PageDown") return addMonths(day, (key === "PageUp" ? -1 : 1) * (shift ? 12 : 1));
  if (shift) return null;
  const fromMonday = [..."一二三四五六日"].indexOf(weekdayOf(day).slice(-1));
  const days: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -fromMonday,
    End: 6 - fromMonday,
  };
  const count = days[key];
  return count === undefined ? null : addDays(day, count);
}

function isTime(target: EventTarget): boolean {
  return target instanceof Element && target.closest(".dp-times") !== null;
}

function headingIn(box: RefObject<HTMLElement>): HTMLElement | null {
  const buttons = [
    ...(box.current?.querySelectorAll<HTMLElement>(".dp-parts button:not([data-direction], :disabled)") ?? []),
  ];
  // Above ten years there is nothing.
  return buttons.find((button) => button.closest("td, .dp-times") === null) ?? buttons[0] ?? null;
}

function limit(text: string): string | null {
  const { day } = readDay(text);
  return day || null;
}

function complaintsOf(field: HTMLInputElement): HTMLElement[] {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.flatMap((id) => document.getElementById(id) ?? []);
}

function labelOf(field: HTMLInputElement): string {
  const text = field.ariaLabel ?? field.labels?.[0]?.textContent ?? "";
  return text.replace("*", "").trim();
}

function spoken(day: string): string {
  if (!isDay(day)) return day;
  const [year, month, date] = day.split("-").map(Number);
  return `${year}年${month}月${date}日`;
}

function dayOfButton(target: EventTarget): string {
  return (target instanceof HTMLElement && target.dataset.day) || "";
}

/** The button of that day; where it may not be chosen, the one that can be reached by Tab. */
function dayIn(box: RefObject<HTMLElement>, day: string): HTMLElement | null {
  const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector) ?? null;
  return find(`td button[data-day="${day}"]:not(:disabled)`) ?? find("td button:not([tabindex='-1'])");
}

function stopsIn(box: RefObject<HTMLElement>): HTMLElement[] {
  return [...(box.current?.querySelectorAll<HTMLElement>("button:not([tabindex='-1'], :disabled)") ?? [])];
}
