import type { ReactNode } from "react";

interface PlotProps {
  /** What a screen reader says of the picture. */
  spoken: string;
  /** Marks of the scale from below, each with its height of 0 to 100. */
  marks: readonly { text: string; at: number }[];
  labels: readonly string[];
  /** Places of the labels that are written out. */
  shown: readonly number[];
  /** Drawn in a field of 100 by 100, of which the upper left corner is 0 0. */
  children: ReactNode;
}

/** The field of a picture is stretched to the room there is; marks and labels stand outside it and keep their size. */
export function Plot({ spoken, marks, labels, shown, children }: PlotProps) {
  return (
    <div className="ch-lines">
      <ol className="ch-marks" aria-hidden="true">
        {[...marks].reverse().map(({ text, at }) => (
          <li key={at}>{text}</li>
        ))}
      </ol>
      <svg role="img" aria-label={spoken} viewBox="0 0 100 100" preserveAspectRatio="none">
        {marks.map(({ at }) => (
          <path key={at} className="ch-grid" d={`M0 ${100 - at}H100`} />
        ))}
        {children}
      </svg>
      <ol className="ch-days" aria-hidden="true">
        {[...new Set(shown)].map((at) => (
          <li key={at}>{labels[at]}</li>
        ))}
      </ol>
    </div>
  );
}

/** A series as a line through its points, each a dot. @param look of the series in the stylesheet */
export function PlotLine({ look, points }: { look: number; points: readonly string[] }) {
  return (
    <g data-series={look}>
      <path className="ch-line" d={`M${points.join("L")}`} />
      <path className="ch-dots" d={points.map((point) => `M${point}h0`).join("")} />
    </g>
  );
}
