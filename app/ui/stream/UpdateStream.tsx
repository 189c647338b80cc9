import { useEffect, useRef, useState } from "react";
import { type EventSourceMap, EventSourceProvider, useEventSource } from "remix-utils/sse/react";
import { type StreamUpdate, UPDATE_STREAM } from "~/shared/update-stream";
import { useAddress } from "~/ui/address";
import { heard, unheard } from "./browser-updates";

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const SIGNED_OUT = 401;

type Message = { kind: "updates"; updates: StreamUpdate } | { kind: "beat" | "ask" | "torn" };

/**
 * Listens for what is new: one tab of a browser does, of those one looks at, and tells the others. Where browsers offer no locks, on
 * plain http, nobody listens and pages ask as they did.
 * @param account tabs of different people in one browser do not tell each other
 */
export function UpdateStream({ account }: { account: string }) {
  const name = `portal-updates:${account}`;
  const channel = useChannel(name);
  const listens = useTurn(name);
  const [sources] = useState<EventSourceMap>(() => new Map());
  if (!channel || !listens) return null;
  return (
    <EventSourceProvider value={sources}>
      <Listening sources={sources} channel={channel} />
    </EventSourceProvider>
  );
}

/** The channel between the tabs; what others hear counts here, too. */
function useChannel(name: string): BroadcastChannel | null {
  const [channel, setChannel] = useState<BroadcastChannel | null>(null);
  useEffect(() => {
    if (!("BroadcastChannel" in window)) return;
    const opened = new BroadcastChannel(name);
    opened.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (data.kind === "updates") heard(data.updates);
      if (data.kind === "beat") heard(null);
      if (data.kind === "torn") unheard();
    });
    opened.postMessage({ kind: "ask" } satisfies Message);
    setChannel(opened);
    return () => {
      setChannel(null);
      opened.close();
    };
  }, [name]);
  return channel;
}

/** Whether it is this tab's turn to listen: it is seen, and no other that is seen listens. */
function useTurn(name: string): boolean {
  const [isOurs, setOurs] = useState(false);
  useEffect(() => {
    if (!navigator.locks) return;
    let giveBack = () => {};
    const look = () => {
      giveBack();
      giveBack = () => {};
      if (document.visibilityState !== "visible") return;
      const request = new AbortController();
      const kept = new Promise<void>((resolve) => {
        giveBack = () => {
          request.abort();
          setOurs(false);
          resolve();
        };
      });
      navigator.locks
        .request(name, { signal: request.signal }, () => {
          if (request.signal.aborted) return undefined;
          setOurs(true);
          return kept;
        })
        // Given up while another tab listened.
        .catch(() => undefined);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      giveBack();
    };
  }, [name]);
  return isOurs;
}

interface ListeningProps {
  sources: EventSourceMap;
  channel: BroadcastChannel;
}

/** The stream itself. A torn one is opened anew by the browser, and by us where it gives up, as it does when a proxy answers. */
function Listening({ sources, channel }: ListeningProps) {
  const { href } = useAddress();
  const [turn, setTurn] = useState(0);
  const [isOver, setOver] = useState(false);
  const pause = useRef(FIRST_PAUSE_MS);
  const url = turn === 0 ? href(UPDATE_STREAM) : `${href(UPDATE_STREAM)}?turn=${turn}`;
  const text = useEventSource(url, { event: "updates", enabled: !isOver });
  useEffect(() => {
    if (text === null) return;
    const updates: StreamUpdate = JSON.parse(text);
    pause.current = FIRST_PAUSE_MS;
    const tell = () => channel.postMessage({ kind: "updates", updates } satisfies Message);
    const answer = ({ data }: MessageEvent<Message>) => data.kind === "ask" && tell();
    heard(updates);
    tell();
    channel.addEventListener("message", answer);
    return () => channel.removeEventListener("message", answer);
  }, [text, channel]);
  useEffect(() => {
    // Made by the hook above, under the name it gives it.
    const source = sources.get(`${url}::`)?.source;
    if (!source || isOver) return;
    let timer: number | undefined;
    const wait = () => {
      timer = window.setTimeout(again, pause.current);
      pause.current = Math.min(2 * pause.current, LONGEST_PAUSE_MS);
    };
    const beat = () => {
      heard(null);
      channel.postMessage({ kind: "beat" } satisfies Message);
    };
    const again = async () => {
      const answer = await fetch(`${href("/shell/bell")}?counts=1`).catch(() => null);
      // Sent elsewhere: the password has to be changed first.
      if (answer?.status === SIGNED_OUT || answer?.redirected) return setOver(true);
      if (answer?.ok) return setTurn((before) => before + 1);
      wait();
    };
    const torn = () => {
      unheard();
      channel.postMessage({ kind: "torn" } satisfies Message);
      if (source.readyState === EventSource.CLOSED) wait();
    };
    const over = () => setOver(true);
    source.addEventListener("beat", beat);
    source.addEventListener("open", beat);
    source.addEventListener("error", torn);
    source.addEventListener("over", over);
    return () => {
      window.clearTimeout(timer);
      source.removeEventListener("beat", beat);
      source.removeEventListener("open", beat);
      source.removeEventListener("error", torn);
      source.removeEventListener("over", over);
    };
  }, [sources, channel, href, isOver, url]);
  return null;
}
