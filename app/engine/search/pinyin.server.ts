import type { Spell, Syllable } from "~/shared/search";

/** Signs of one word that are read; what stands behind is found by its characters. */
const LONGEST_WORD = 60;

let loading: Promise<Spell> | undefined;

/**
 * The reader of Chinese words. Every word is read twice, as a word of the language and as a name of people and places
 * (曾 `ceng` and `zeng`, 单县 `danxian` and `shanxian`): each reading misses cases of the other (ruling 32).
 * The dictionary is large; it is loaded when the first word is to be read.
 */
export function speller(): Promise<Spell> {
  loading ??= import("pinyin-pro").then(({ pinyin }) => {
    const read = (word: string, surname: "off" | "all") =>
      pinyin(word, { toneType: "none", type: "array", v: true, surname });
    return (word: string) => {
      const signs = [...word].slice(0, LONGEST_WORD);
      if (!signs.some(isChinese)) return [];
      const text = signs.join("");
      const plain = read(text, "off");
      const named = read(text, "all");
      return plain.join() === named.join()
        ? [syllables(signs, plain)]
        : [syllables(signs, plain), syllables(signs, named)];
    };
  });
  return loading;
}

function isChinese(sign: string): boolean {
  return /^\p{Script=Han}$/u.test(sign);
}

/** Sounds beside their signs; what has no sound is left out, and letters and digits stay together. */
function syllables(signs: readonly string[], sounds: readonly string[]): Syllable[] {
  const found: Syllable[] = [];
  signs.forEach((sign, at) => {
    const sound = (sounds[at] ?? "").toLowerCase();
    const last = found.at(-1);
    if (isChinese(sign)) {
      if (/^[a-z]+$/.test(sound)) found.push({ sound, chinese: true });
    } else if (/^[a-z0-9]$/.test(sign)) {
      if (last && !last.chinese) found[found.length - 1] = { sound: last.sound + sign, chinese: false };
      else found.push({ sound: sign, chinese: false });
    }
  });
  return found;
}
