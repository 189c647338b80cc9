import { ownChoices, type Preferences, preferencesOf } from "~/shared/preferences";

const NAME = "pro__prefs";
const YEAR = 365 * 24 * 60 * 60;
/** Longer ones were never ours. */
const LONGEST = 1000;

/** What the browser remembers of the last person's preferences, for pages nobody is signed in on. */
export function rememberedPreferences(request: Request): Preferences {
  const text = sent(request);
  // Most browsers carry none; a refused text would cost every page an error with its stack.
  if (text === "") return preferencesOf({});
  try {
    const stored: unknown = JSON.parse(decodeURIComponent(text));
    return preferencesOf(typeof stored === "object" && stored !== null ? { ...stored } : {});
  } catch {
    return preferencesOf({});
  }
}

/**
 * The cookie that brings the browser's memory in line with the server, which wins; null where they agree. Scripts may read it, it
 * holds nothing but looks.
 */
export function preferencesCookie(request: Request, preferences: Preferences, secure: boolean): string | null {
  const choices = ownChoices(preferences);
  const value = Object.keys(choices).length === 0 ? "" : encodeURIComponent(JSON.stringify(choices));
  if (sent(request) === value) return null;
  return `${NAME}=${value}; Path=/; Max-Age=${value === "" ? 0 : YEAR}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

function sent(request: Request): string {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const [name, ...value] = part.trim().split("=");
    if (name === NAME) return value.join("=").slice(0, LONGEST);
  }
  return "";
}
