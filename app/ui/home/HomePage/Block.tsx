import { useAddress } from "~/ui/address";
import type { HomeModel } from "~/ui/model";
import { Part } from "./Part";

/** A part of the home page that some part of the product brings: a heading and rows that lead somewhere. */
export function Block({ block }: { block: HomeModel["blocks"][number] }) {
  const { href } = useAddress();
  if (block.failed) return <Part title="其他内容" failed />;
  const { title, all, entries, none } = block;
  return (
    <Part title={title} all={all}>
      {entries.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className="hm-rows">
          {entries.map(({ text, href: to, mark, note, at, picture }) => (
            <li key={`${to} ${text} ${at}`}>
              {picture ? <img className="hm-picture" src={href(picture)} alt="" loading="lazy" /> : null}
              <div>
                {mark ? (
                  <span className="bd" data-tone={mark.tone}>
                    {mark.text}
                  </span>
                ) : null}
                {to ? <a href={href(to)}>{text}</a> : <span>{text}</span>}
                {note ? <small>{note}</small> : null}
              </div>
              {at ? <time>{at}</time> : null}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
