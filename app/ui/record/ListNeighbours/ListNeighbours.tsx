import { useAddress } from "~/ui/address";
import type { RecordModel } from "~/ui/model/record";

/** Through the list one came from without going back to it. */
export function ListNeighbours({ way }: { way: NonNullable<RecordModel["way"]> }) {
  const { href } = useAddress();
  const { previous, next, place } = way;
  if (!previous && !next && !place) return null;
  return (
    <nav className="rc-way" aria-label="列表中的前后记录">
      {place ? <span>{place}</span> : null}
      {previous ? (
        <a href={href(previous)} rel="prev">
          上一条
        </a>
      ) : (
        <span>上一条</span>
      )}
      {next ? (
        <a href={href(next)} rel="next">
          下一条
        </a>
      ) : (
        <span>下一条</span>
      )}
    </nav>
  );
}
