import { type DragEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { landsBefore, type StripModel } from "./strip";
import { closeMenus } from "./use-strip";

const MARGIN = 8;

/** What mouse and keys do on the strip beyond its links and buttons; to be spread over the strip's element. */
export function useStripGestures(
  nav: RefObject<HTMLElement>,
  strip: StripModel,
  change: (intent: string, id: string, before?: string) => void,
) {
  const dragged = useRef<string | null>(null);
  useSight(nav, strip);

  return {
    onClick(event: MouseEvent) {
      const summary = closest(event.target, "summary");
      const item = closest(event.target, "li");
      if (!summary || !item) return;
      event.preventDefault();
      const isOpen = summary.closest("details")?.open;
      closeMenus(nav.current);
      if (!isOpen) openMenu(item);
    },
    onContextMenu(event: MouseEvent) {
      const item = closest(event.target, "li");
      if (!item || closest(event.target, ".ot-pop")) return;
      event.preventDefault();
      closeMenus(nav.current);
      openMenu(item);
    },
    onMouseDown(event: MouseEvent) {
      // Otherwise the wheel's button begins to scroll.
      if (event.button === 1 && closest(event.target, "li")) event.preventDefault();
    },
    onAuxClick(event: MouseEvent) {
      const item = closest(event.target, "li");
      if (event.button !== 1 || !item?.dataset.tab) return;
      event.preventDefault();
      change("close", item.dataset.tab);
    },
    onKeyDown(event: KeyboardEvent) {
      if (pressed(event, nav.current, change)) event.preventDefault();
    },
    onDragStart(event: DragEvent) {
      const item = closest(event.target, "li");
      // Home stays where it is.
      dragged.current = item?.previousElementSibling ? (item.dataset.tab ?? null) : null;
      event.dataTransfer.effectAllowed = "copyMove";
    },
    onDragOver(event: DragEvent) {
      const item = closest(event.target, "li");
      if (!dragged.current || !item) return;
      event.preventDefault();
      clearMarks(nav.current);
      item.dataset.drop = isSecondHalf(item, event.clientX) ? "after" : "before";
    },
    onDrop(event: DragEvent) {
      const item = closest(event.target, "li");
      const id = dragged.current;
      if (!id || !item?.dataset.tab) return;
      event.preventDefault();
      const before = landsBefore(strip.tabs, item.dataset.tab, isSecondHalf(item, event.clientX));
      if (before !== id) change("move", id, before);
    },
    onDragEnd() {
      dragged.current = null;
      clearMarks(nav.current);
    },
  };
}

/** The tab one is on is in sight, and the wheel moves a strip that is longer than its place. */
function useSight(nav: RefObject<HTMLElement>, strip: StripModel): void {
  const { current, tabs } = strip;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip is looked at anew whenever it changes
  useEffect(() => {
    const list = nav.current?.querySelector("ul");
    const item = list?.querySelector("[aria-current]")?.closest("li");
    if (!list || !item) return;
    const [from, to] = [item.offsetLeft - list.offsetLeft, item.offsetLeft - list.offsetLeft + item.offsetWidth];
    if (from < list.scrollLeft) list.scrollLeft = from;
    else if (to > list.scrollLeft + list.clientWidth) list.scrollLeft = to - list.clientWidth;
  }, [nav, current, tabs]);
  useEffect(() => {
    const list = nav.current?.querySelector("ul");
    if (!list) return;
    const turned = (event: WheelEvent) => {
      if (list.scrollWidth <= list.clientWidth || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      list.scrollLeft += event.deltaY;
    };
    list.addEventListener("wheel", turned, { passive: false });
    return () => list.removeEventListener("wheel", turned);
  }, [nav]);
}

/** @returns true when the key meant something here */
function pressed(
  { key, shiftKey, target }: KeyboardEvent,
  nav: HTMLElement | null,
  change: (intent: string, id: string) => void,
): boolean {
  const item = closest(target, "li");
  if (!item) return false;
  const menu = closest(target, ".ot-pop");
  if (key === "Escape") {
    if (!item.querySelector("details")?.open) return false;
    closeMenus(nav);
    item.querySelector("a")?.focus();
    return true;
  }
  if (menu) return key.startsWith("Arrow") && step([...menu.querySelectorAll("button")], target, key === "ArrowDown");
  if (key === "ContextMenu" || (key === "F10" && shiftKey)) {
    closeMenus(nav);
    openMenu(item).querySelector("button")?.focus();
    return true;
  }
  const opened = item.querySelector("details[open] .ot-pop");
  if (key === "ArrowDown" && opened) {
    opened.querySelector("button")?.focus();
    return true;
  }
  if (!closest(target, "a")) return false;
  if (key === "Delete" && item.dataset.tab) {
    change("close", item.dataset.tab);
    return true;
  }
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  return isAcross && step([...(nav?.querySelectorAll("a") ?? [])], target, key === "ArrowRight");
}

/** Moves the focus to the next one or the one before, round the ends. */
function step(elements: HTMLElement[], from: EventTarget, isForward: boolean): boolean {
  const at = from instanceof HTMLElement ? elements.indexOf(from) : -1;
  elements.at((at + (isForward ? 1 : -1)) % elements.length)?.focus();
  return true;
}

function openMenu(item: HTMLElement): HTMLElement {
  const menu = item.querySelector("details");
  const box = item.querySelector<HTMLElement>(".ot-pop");
  if (!menu || !box) return item;
  menu.open = true;
  const { left, bottom } = item.getBoundingClientRect();
  const most = document.documentElement.clientWidth - box.offsetWidth - MARGIN;
  box.style.setProperty("--x", `${Math.max(MARGIN, Math.min(left, most))}px`);
  box.style.setProperty("--y", `${bottom}px`);
  return box;
}

function isSecondHalf(item: HTMLElement, x: number): boolean {
  const { left, width } = item.getBoundingClientRect();
  return x > left + width / 2;
}

function clearMarks(nav: HTMLElement | null): void {
  for (const item of nav?.querySelectorAll<HTMLElement>("[data-drop]") ?? []) delete item.dataset.drop;
}

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
