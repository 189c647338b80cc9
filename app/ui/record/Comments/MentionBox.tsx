import { useId, useRef, useState } from "react";
import { useLater } from "~/ui/later";

interface MentionBoxProps {
  text: string;
  maxLength: number;
  peopleHref: string;
  describedBy: string;
  invalid: boolean;
}

const loadMentions = () => import("./Mentions.client");

/**
 * A text in which people can be named with `@`. Without script it is a plain one, and the server finds the names; what offers them
 * is fetched when one begins to write.
 */
export function MentionBox({ text, maxLength, peopleHref, describedBy, invalid }: MentionBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [isWanted, want] = useState(false);
  const code = useLater(isWanted, loadMentions);
  const begin = () => want(true);
  return (
    <div className="cm-box">
      <textarea
        ref={box}
        className="in"
        id="f-text"
        name="text"
        rows={3}
        maxLength={maxLength}
        defaultValue={text}
        required
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        // biome-ignore lint/a11y/noAutofocus: a refused form leads to what is wrong, with and without script
        autoFocus={invalid}
        aria-autocomplete="list"
        onFocus={begin}
        onInput={begin}
      />
      {code ? <code.Mentions box={box} list={list} peopleHref={peopleHref} /> : null}
    </div>
  );
}
