/** Where a browser listens for what is new, below the base path. */
export const UPDATE_STREAM = "/shell/stream";

/** What a browser is told: how much is unread, and how far the work goes that the person has asked for. */
export interface StreamUpdate {
  bell: { watch: number; mention: number; drafts: number };
  /** Another text whenever work that the person waits for has gone on, or has ended. */
  work: string;
}

/** How often a stream says that it is alive: well below the minute after which proxies cut what is silent. */
export const BEAT_MS = 20_000;
