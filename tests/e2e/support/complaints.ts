/** Where a page complains: the summary of a form, words beside a field or a line, notices. */
const COMPLAINTS = "[role=alert], [id$='-error'], [data-level=error], .sh-notices li";

/** What a page complains about, for the message of a failure: one line each, nothing twice; empty where it says nothing. */
export async function complaintsOn(page: {
  locator(selector: string): { allInnerTexts(): Promise<string[]> };
}): Promise<string> {
  const all = await page.locator(COMPLAINTS).allInnerTexts();
  const said = new Set(all.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== ""));
  return [...said].map((text) => `\n  页面提示：${text}`).join("");
}

/** Does what the page may refuse; where it fails, the failure says what the page complained about. */
export async function explained<T>(page: Parameters<typeof complaintsOn>[0], act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    // A page that is gone complains about nothing.
    const complaints = await complaintsOn(page).catch(() => "");
    if (!(error instanceof Error) || complaints === "" || error.message.includes(complaints)) throw error;
    throw new Error(`${error.message}${complaints}`, { cause: error });
  }
}
