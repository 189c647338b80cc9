/** The header goes when one has scrolled so far down, and comes back on the way up. */
const FROM_PX = 300;

/**
 * Writes `data-header="away"` on the frame while the header is out of the way; the style sheet does the rest.
 * @param end stops it
 */
export function hideHeader(shell: HTMLElement, end: AbortSignal): void {
  let before = window.scrollY;
  function follow() {
    const down = window.scrollY > before;
    if (window.scrollY === before) return;
    before = window.scrollY;
    // Somebody is in the header: with the keyboard, or in an open box.
    const busy = shell.querySelector(".sh-head :is(:focus-visible, details[open])");
    if (down && before > FROM_PX && !busy) shell.setAttribute("data-header", "away");
    else if (!down) shell.removeAttribute("data-header");
  }
  function show({ target }: FocusEvent) {
    if (target instanceof Element && target.closest(".sh-head")) shell.removeAttribute("data-header");
  }
  window.addEventListener("scroll", follow, { passive: true, signal: end });
  shell.addEventListener("focusin", show, { signal: end });
  end.addEventListener("abort", () => shell.removeAttribute("data-header"));
}
