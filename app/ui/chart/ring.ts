/** A part of a ring; parts of the whole circle, the first at the top. A whole ring is drawn in two halves. */
export function ring(radii: readonly [number, number], from: number, to: number): string {
  if (to - from > 0.999) return `${ring(radii, from, from + 0.5)}${ring(radii, from + 0.5, from + 0.998)}`;
  const [near, far] = radii;
  const large = to - from > 0.5 ? 1 : 0;
  const at = (part: number, radius: number) => {
    const angle = part * 2 * Math.PI - Math.PI / 2;
    return `${Math.round(Math.cos(angle) * radius * 10) / 10} ${Math.round(Math.sin(angle) * radius * 10) / 10}`;
  };
  return `M${at(from, far)}A${far} ${far} 0 ${large} 1 ${at(to, far)}L${at(to, near)}A${near} ${near} 0 ${large} 0 ${at(from, near)}Z`;
}
