import jsep from "jsep";
import { z } from "zod";
import { type Decimal, decimal } from "~/shared/decimal";

/*
 * Formulas of cost models and of templates of quotes: codes or names of elements, numbers, + - * / ( ) and index('code or name', month_avg). The parser is
 * a library that only builds a tree; what the tree means is decided here, in decimals (decision 0177). Everything that is wrong is a sentence with the place.
 */

jsep.removeAllUnaryOps();
jsep.addUnaryOp("-");
jsep.removeAllBinaryOps();
for (const [operator, precedence] of [
  ["+", 9],
  ["-", 9],
  ["*", 10],
  ["/", 10],
] as const)
  jsep.addBinaryOp(operator, precedence);
jsep.removeAllLiterals();

export const MOST_CHARACTERS = 500;
const DEEPEST = 40;
const MOST_DIGITS = 18;
/** Results are kept to so many decimals after each step, so that a chain of products stays short. */
const KEPT_DECIMALS = 30;
/** What a price column takes, and far beyond any price. */
export const LARGEST = decimal("999999999999");

/** How an index is read: its newest value, or the mean of a month. */
export type IndexBasis = "latest" | "month_avg";

export type FormulaNode =
  | { kind: "number"; value: string }
  | { kind: "code"; code: string; at: number }
  | { kind: "index"; code: string; basis: IndexBasis; at: number }
  | { kind: "minus"; of: FormulaNode }
  | { kind: "operation"; operator: string; left: FormulaNode; right: FormulaNode; at: number };

/** What is wrong with a formula, as people are told. */
export class FormulaError extends Error {}

/** A formula divides by something that is nothing with the figures at hand. */
export class DividedByZero extends FormulaError {}

interface Token {
  text: string;
  at: number;
}

const unknown = ({ text, at }: Token) => new FormulaError(`公式有误：第${at + 1}位【${text}】无法识别`);
const SPACE = /\s+/y;
/** Names may be Chinese words; what else a name holds (signs, spaces) can only be said by its code. */
const TOKEN = /\d+(?:\.\d+)?|[A-Za-z_\p{Script=Han}][\w\p{Script=Han}]*|'[^'"\\]*'|"[^'"\\]*"|[-+*/(),]/uy;

/** A name as formulas are read: whether its signs were typed in full width is no difference. */
export const nameInFormula = (name: string) => plain(name).trim();

/** Full-width signs as the keyboard of a Chinese input method gives them. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/×/g, "*").replace(/÷/g, "/").replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}

/** Signs one by one: whatever a formula cannot hold ends here, before the parser sees it. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    SPACE.lastIndex = at;
    const space = SPACE.exec(text);
    if (space) {
      at += space[0].length;
      continue;
    }
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text)?.[0];
    if (found === undefined) throw unknown({ text: [...text.slice(at)][0] ?? "", at });
    const after = at + found.length;
    // 「1e9」 and 「2KG」 are no numbers here.
    const next = text[after] ?? "";
    if (/^\d/.test(found) && (found.length > MOST_DIGITS || /[\w.]/.test(next)))
      throw unknown({ text: found + next, at });
    depth += found === "(" ? 1 : found === ")" ? -1 : 0;
    if (depth > DEEPEST) throw new FormulaError(`公式有误：第${at + 1}位起括号嵌套超过${DEEPEST}层`);
    tokens.push({ text: found, at });
    at = after;
  }
  return tokens;
}

const node = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Literal"), raw: z.string() }),
  z.object({ type: z.literal("Identifier"), name: z.string() }),
  z.object({ type: z.literal("UnaryExpression"), argument: z.unknown() }),
  z.object({ type: z.literal("BinaryExpression"), operator: z.string(), left: z.unknown(), right: z.unknown() }),
  z.object({ type: z.literal("CallExpression"), callee: z.unknown(), arguments: z.array(z.unknown()) }),
  z.object({ type: z.literal("Compound"), body: z.array(z.unknown()) }),
  z.object({ type: z.literal("SequenceExpression"), expressions: z.array(z.unknown()) }),
]);

/** Walks the tree in the order of the text, where each node takes its own signs: that is how it gets its place. */
class Reader {
  private place = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  /** The next sign that stands for a node. */
  private next(): Token {
    for (; this.place < this.tokens.length; this.place += 1) {
      const token = this.tokens[this.place];
      if (token && !["(", ")", ","].includes(token.text)) {
        this.place += 1;
        return token;
      }
    }
    return { text: "结尾", at: this.tokens.at(-1)?.at ?? 0 };
  }

  private call(callee: unknown, given: readonly unknown[]): FormulaNode {
    const name = this.next();
    const called = node.safeParse(callee);
    if (!called.success || called.data.type !== "Identifier" || called.data.name !== "index") throw unknown(name);
    const code = this.next();
    const quoted = /^['"](.+)['"]$/.exec(code.text)?.[1]?.trim();
    if (quoted === undefined || quoted === "") throw unknown(code);
    if (given.length === 1) return { kind: "index", code: quoted, basis: "latest", at: name.at };
    const basis = this.next();
    if (given.length !== 2 || basis.text !== "month_avg") throw unknown(given.length > 2 ? this.next() : basis);
    return { kind: "index", code: quoted, basis: "month_avg", at: name.at };
  }

  read(raw: unknown): FormulaNode {
    const parsed = node.safeParse(raw);
    if (!parsed.success) throw unknown(this.next());
    const { data } = parsed;
    switch (data.type) {
      case "Literal": {
        const token = this.next();
        if (!/^\d/.test(token.text)) throw unknown(token);
        return { kind: "number", value: token.text };
      }
      case "Identifier": {
        const token = this.next();
        return { kind: "code", code: token.text, at: token.at };
      }
      case "UnaryExpression":
        this.next();
        return { kind: "minus", of: this.read(data.argument) };
      case "BinaryExpression": {
        const left = this.read(data.left);
        const { at } = this.next();
        return { kind: "operation", operator: data.operator, left, right: this.read(data.right), at };
      }
      case "CallExpression":
        return this.call(data.callee, data.arguments);
      default: {
        // Two values beside each other: the second is what nobody can make sense of.
        this.read(data.type === "Compound" ? data.body[0] : data.expressions[0]);
        throw unknown(this.next());
      }
    }
  }
}

const failed = z.object({ index: z.number() });

/**
 * Reads a formula.
 * @throws FormulaError with a sentence for whoever typed it
 */
export function parseFormula(formula: string): FormulaNode {
  if (formula.length > MOST_CHARACTERS) throw new FormulaError(`公式有误：超过${MOST_CHARACTERS}个字`);
  const text = plain(formula);
  const tokens = tokensOf(text);
  const end = { text: "结尾", at: text.trimEnd().length };
  if (tokens.length === 0) throw unknown(end);
  let tree: unknown;
  try {
    tree = jsep(text);
  } catch (error) {
    const told = failed.safeParse(error);
    const index = told.success ? told.data.index : 0;
    throw unknown(tokens.find(({ at, text: token }) => at + token.length > index) ?? end);
  }
  return new Reader(tokens).read(tree);
}

/** Codes and indices a formula names, each with its place. */
export function namesIn(of: FormulaNode): { code: string; at: number; index: IndexBasis | null }[] {
  switch (of.kind) {
    case "number":
      return [];
    case "code":
      return [{ code: of.code, at: of.at, index: null }];
    case "index":
      return [{ code: of.code, at: of.at, index: of.basis }];
    case "minus":
      return namesIn(of.of);
    case "operation":
      return [...namesIn(of.left), ...namesIn(of.right)];
  }
}

const SAID: Readonly<Record<string, string>> = { "*": "×", "/": "÷" };

/**
 * A formula that can be read, in words: 「【原料】 × (1 + 【损耗率】)」.
 * @param nameOf what a code or a name is called; itself where nobody knows
 */
export function formulaInWords(formula: string, nameOf: (called: string) => string): string {
  return tokensOf(plain(formula))
    .map(({ text }) => (/^[A-Za-z_\p{Script=Han}]/u.test(text) ? `【${nameOf(text)}】` : (SAID[text] ?? text)))
    .join(" ")
    .replace(/\( /g, "(")
    .replace(/ \)/g, ")");
}

/** The same formula with other names in it: signs, numbers and their order stay. Not for formulas that name an index. */
export function renamedFormula(formula: string, nameOf: (called: string) => string): string {
  const text = plain(formula);
  let end = 0;
  const parts = tokensOf(text).map(({ text: sign, at }) => {
    const between = text.slice(end, at);
    end = at + sign.length;
    return between + (/^[A-Za-z_\p{Script=Han}]/u.test(sign) ? nameOf(sign) : sign);
  });
  return parts.join("").trim();
}

/** Where values come from; both throw a FormulaError for what is not known. */
export interface FormulaValues {
  code(code: string, at: number): Decimal;
  index(code: string, basis: IndexBasis): Decimal;
}

function kept(value: Decimal): Decimal {
  if (value.abs().gt(LARGEST)) throw new FormulaError("公式有误：计算结果过大");
  return value.round(KEPT_DECIMALS);
}

function calculated(operator: string, [left, right]: readonly [Decimal, Decimal], at: number): Decimal {
  switch (operator) {
    case "+":
      return left.plus(right);
    case "-":
      return left.minus(right);
    case "*":
      return left.times(right);
    default:
      if (right.eq(0)) throw new DividedByZero(`公式有误：第${at + 1}位除数为0`);
      return left.div(right);
  }
}

/**
 * What a formula comes to.
 * @throws FormulaError
 */
export function evaluate(of: FormulaNode, values: FormulaValues): Decimal {
  switch (of.kind) {
    case "number":
      return kept(decimal(of.value));
    case "code":
      return kept(values.code(of.code, of.at));
    case "index":
      return kept(values.index(of.code, of.basis));
    case "minus":
      return decimal("0").minus(evaluate(of.of, values));
    case "operation":
      return kept(calculated(of.operator, [evaluate(of.left, values), evaluate(of.right, values)], of.at));
  }
}
