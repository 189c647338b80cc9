import { type ComponentProps, lazy, Suspense } from "react";
import type { ChartFigure as Charts } from "./ChartFigure";
import * as onServer from "./figures.server";
import type { NetworkFigure as Networks } from "./NetworkFigure";
import type { TimelineFigure as Timelines } from "./TimelineFigure";

const isServer = typeof document === "undefined";
const ChartFigure = isServer
  ? onServer.ChartFigure
  : lazy(() => import("./ChartFigure").then((code) => ({ default: code.ChartFigure })));
const NetworkFigure = isServer
  ? onServer.NetworkFigure
  : lazy(() => import("./NetworkFigure").then((code) => ({ default: code.NetworkFigure })));
const TimelineFigure = isServer
  ? onServer.TimelineFigure
  : lazy(() => import("./TimelineFigure").then((code) => ({ default: code.TimelineFigure })));

/** A chart on a page that seldom has one: the picture comes with the page, its code is fetched where there is one. */
export function LaterChart(props: ComponentProps<typeof Charts>) {
  return (
    <Suspense fallback={null}>
      <ChartFigure {...props} />
    </Suspense>
  );
}

/** A net of boxes, as `LaterChart`. */
export function LaterNetwork(props: ComponentProps<typeof Networks>) {
  return (
    <Suspense fallback={null}>
      <NetworkFigure {...props} />
    </Suspense>
  );
}

/** What goes on over days, as `LaterChart`. */
export function LaterTimeline(props: ComponentProps<typeof Timelines>) {
  return (
    <Suspense fallback={null}>
      <TimelineFigure {...props} />
    </Suspense>
  );
}
