import { searchText } from "./text";

/*
 * How rows are found by parts of a Chinese name, by codes and by pinyin. A row carries a text and a set of grams; both are
 * made here, and so is what a typed word asks of them. The index answers by grams, the text decides.
 *
 * The text holds, each behind a blank: the words of the values in lower case; the initials of their Chinese (`hsr`); and,
 * behind a mark, what is read from every syllable on (`^'huashengren 'shengren 'ren`). So `sheng` finds 花生仁 and `ng`
 * does not: a typed sound begins where a syllable begins.
 */

/** Columns of every searched table that hold them. */
export const SEARCH_TEXT = "search_text";
export const SEARCH_GRAMS = "search_grams";

/** What a row is found by; stored beside it. */
export interface SearchDocument {
  text: string;
  grams: string[];
}

/** A Chinese character by its sound, or a run of letters and digits between such characters as it is. */
export interface Syllable {
  sound: string;
  chinese: boolean;
}

/** The ways a word can be read aloud; none for a word without Chinese. */
export type Spell = (word: string) => readonly (readonly Syllable[])[];

/** What a typed word asks of a row. */
export interface SearchNeed {
  /** Sets of grams; the row has all of one set. */
  grams: string[][];
  /** One of these stands in its text; null where the grams say it all. */
  parts: string[] | null;
}

/** Characters that may be typed into a search, more are cut off. */
export const LONGEST_SEARCH = 100;

/** Signs of a value that count; a long text is found by its beginning. */
const LONGEST_VALUE = 500;
const SYLLABLE = "'";
const BEGINNING = "^";
const FIRST_SOUND = BEGINNING + SYLLABLE;
/** Letters that are kept from a syllable on. */
const LONGEST_SOUND = 20;
/** Lengths of the beginnings that are indexed: of what is read from a syllable on, and of words and initials. */
const SOUND_GRAMS = [6, 4, 3, 2, 1];
const FIRST_GRAMS = [4, 2, 1];

/** The words of a typed text or a value: half-width, in lower case, each once. */
export function searchWords(text: string): string[] {
  const words = searchText(text).toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word !== "");
}

/** What was typed into a search box as far as it counts. */
export function searchPhrase(text: string): string {
  return [...searchText(text)].slice(0, LONGEST_SEARCH).join("").trim();
}

/** What a row is found by. */
export function searchDocument(values: readonly string[], spell: Spell): SearchDocument {
  const words = [...new Set(values.flatMap((value) => searchWords([...value].slice(0, LONGEST_VALUE).join(""))))];
  const readings = words.flatMap((word) => spell(word));
  const initials = [...new Set(readings.map(initialsOf))].filter((word) => word !== "");
  const sounds = [...new Set(readings.flatMap(soundsOf))];
  const grams = [...[...words, ...initials].flatMap(wordGrams), ...sounds.flatMap((sound) => soundGrams(sound))];
  return { text: [...words, ...initials, ...sounds].map((part) => ` ${part}`).join(""), grams: [...new Set(grams)] };
}

/** Words that are remembered with their grams: rows written together share most of theirs, such as the number of their document. */
const MOST_REMEMBERED = 500;
const remembered = new Map<string, readonly string[]>();

function wordGrams(word: string): readonly string[] {
  const known = remembered.get(word);
  if (known) return known;
  const grams = [...gramsOf(word), ...beginningsOf(BEGINNING, word, FIRST_GRAMS)];
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(word, grams);
  return grams;
}

function initialsOf(reading: readonly Syllable[]): string {
  return reading.map(({ sound, chinese }) => (chinese ? sound.slice(0, 1) : sound)).join("");
}

function soundsOf(reading: readonly Syllable[]): string[] {
  return reading.map((_syllable, from) => {
    const rest = reading.slice(from).map(({ sound }) => sound);
    return (from === 0 ? BEGINNING : "") + SYLLABLE + rest.join("").slice(0, LONGEST_SOUND);
  });
}

function soundGrams(sound: string): string[] {
  const isFirst = sound.startsWith(BEGINNING);
  const mails = sound.slice(isFirst ? FIRST_SOUND.length : SYLLABLE.length);
  return [
    ...beginningsOf(SYLLABLE, mails, SOUND_GRAMS),
    ...(isFirst ? beginningsOf(FIRST_SOUND, mails, FIRST_GRAMS) : []),
  ];
}

/** The indexed beginnings of a word, longest first, behind their mark. */
function beginningsOf(mark: string, word: string, lengths: readonly number[]): string[] {
  const signs = [...word];
  return lengths.filter((length) => length <= signs.length).map((length) => mark + signs.slice(0, length).join(""));
}

/** One sign, two neighbours, and three where they are plain letters and digits: codes share most of their pairs. */
function gramsOf(word: string): string[] {
  const signs = [...word];
  return signs.flatMap((sign, at) => [
    sign,
    ...(at + 1 < signs.length ? [pairAt(signs, at)] : []),
    ...threeAt(signs, at),
  ]);
}

function pairAt(signs: readonly string[], at: number): string {
  return signs.slice(at, at + 2).join("");
}

function threeAt(signs: readonly string[], at: number): string[] {
  const three = signs.slice(at, at + 3).join("");
  return /^[a-z0-9]{3}$/.test(three) ? [three] : [];
}

/** What one word of `searchWords` asks of the rows it finds. */
export function searchNeed(word: string): SearchNeed {
  const written = wantedGrams(word);
  const isExact = written.length === 1 && written[0] === word;
  if (!isSpoken(word)) return { grams: [written], parts: isExact ? null : [word] };
  const spoken = longestBeginning(SYLLABLE, word, SOUND_GRAMS);
  return {
    grams: [written, [spoken]],
    parts: isExact && spoken === SYLLABLE + word ? null : [word, ...cutSound(SYLLABLE, word)],
  };
}

/** What a word asks of the rows in which a value, or what is read from it, begins with the word. */
export function beginningNeed(word: string): SearchNeed {
  const written = longestBeginning(BEGINNING, word, FIRST_GRAMS);
  const spoken = longestBeginning(FIRST_SOUND, word, FIRST_GRAMS);
  // Four signs begin many words; the rest of the word tells them apart.
  const isExact = written === BEGINNING + word;
  const sets = isExact
    ? [[written], [spoken]]
    : [
        [written, ...wantedGrams(word)],
        [spoken, longestBeginning(SYLLABLE, word, SOUND_GRAMS)],
      ];
  const parts = [` ${word}`, FIRST_SOUND + word.slice(0, LONGEST_SOUND)];
  const ways = isSpoken(word) ? 2 : 1;
  return { grams: sets.slice(0, ways), parts: isExact ? null : parts.slice(0, ways) };
}

function longestBeginning(mark: string, word: string, lengths: readonly number[]): string {
  return beginningsOf(mark, word, lengths)[0] ?? "";
}

/** What is left in the text of a sound that is longer than what is kept. */
function cutSound(mark: string, word: string): string[] {
  return word.length > LONGEST_SOUND ? [mark + word.slice(0, LONGEST_SOUND)] : [];
}

/** True for what may be typed pinyin. */
function isSpoken(word: string): boolean {
  return /^(?=.*[a-z])[a-z0-9]+$/.test(word);
}

/** Grams of every row in which the typed text stands as it is, in one of the values that rows are found by. */
export function gramsWithin(text: string): string[] {
  return [...new Set(searchWords(text).flatMap(wantedGrams))];
}

/** As few grams as cover the word, the rarest kind first. */
function wantedGrams(word: string): string[] {
  const signs = [...word];
  if (signs.length === 1) return signs;
  const found: string[] = [];
  for (let at = 0; at < signs.length - 1; at += 1) {
    const [three] = threeAt(signs, at);
    const covered = at > 0 && threeAt(signs, at - 1).length > 0;
    if (three) found.push(three);
    else if (!covered) found.push(pairAt(signs, at));
  }
  return [...new Set(found)];
}

/** Whether all words of a typed text are found, judged in memory as the database does. */
export function isFound(document: SearchDocument, typed: string): boolean {
  return searchWords(typed).every((word) => fulfils(document, searchNeed(word)));
}

/** Whether a row is what a word asks for. */
export function fulfils({ text, grams }: SearchDocument, need: SearchNeed): boolean {
  return (
    need.grams.some((set) => set.every((gram) => grams.includes(gram))) &&
    (need.parts === null || need.parts.some((part) => text.includes(part)))
  );
}
