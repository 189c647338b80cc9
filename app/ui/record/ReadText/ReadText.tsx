import { useAddress } from "~/ui/address";

interface TextToRead {
  title: string;
  blocks: readonly { kind: "heading" | "subheading" | "paragraph"; text: string }[];
}

const elements = { heading: "h3", subheading: "h4", paragraph: "p" } as const;

/** A long text from its beginning to its end, as headings and paragraphs. */
export function ReadText({ text }: { text: TextToRead }) {
  return (
    <article className="rt">
      <h2>{text.title}</h2>
      {text.blocks.map(({ kind, text: words }, index) => {
        const Element = elements[kind];
        // The text never changes while it is shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names and keep their places
        return <Element key={index}>{words}</Element>;
      })}
    </article>
  );
}

/** The text alone, with the way back to what it belongs to. */
export function ReadTextPage({ text, back }: { text: TextToRead; back: string }) {
  const { href } = useAddress();
  return (
    <section className="fm tr">
      <h1>{text.title}</h1>
      <ReadText text={text} />
      <div className="fm-bar">
        <a className="bt" href={href(back)}>
          返回
        </a>
      </div>
    </section>
  );
}
