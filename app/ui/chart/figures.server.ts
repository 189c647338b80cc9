/** The pictures for the server, which draws a page in one go and cannot wait for code that is fetched later. */
export { ChartFigure } from "./ChartFigure";
export { NetworkFigure } from "./NetworkFigure";
export { TimelineFigure } from "./TimelineFigure";
