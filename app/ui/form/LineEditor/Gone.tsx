/** Stands where a row was taken away, and brings it back as it was. */
export function Gone({ what, restore }: { what: string; restore: () => void }) {
  return (
    <span role="status">
      已删除{what}{" "}
      <button type="button" className="bt" data-quiet="" onClick={restore} aria-label={`撤销删除${what}`}>
        撤销
      </button>
    </span>
  );
}
