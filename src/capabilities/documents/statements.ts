import { sentencesOf } from '../text/measure';
import type { Passage } from './passage';
import { termsOf } from './terms';

/** One sentence of a passage, and what it is about. */
export interface Statement {
  readonly passage: Passage;
  readonly sentence: string;
  readonly terms: ReadonlySet<string>;
  /** Its figures as written, without separators: `1,200` is `1200`. */
  readonly figures: readonly string[];
  readonly negated: boolean;
}

const NEGATION =
  /\b(?:not|no|never|nothing|neither|nor|cannot|without|hardly|rarely|little|(?:is|are|do|does|did|was|were|ca|wo)n['’]t)\b/i;
/** Fewer terms than this are a fragment: it agrees with everything, and what it is about may stand before it. */
const LEAST_TERMS = 4;

export function isFragment({ terms }: Statement): boolean {
  return terms.size < LEAST_TERMS;
}

/** The sentences of passages that say something, in order. List marks and emphasis of Markdown are dropped. */
export function statementsOf(passages: readonly Passage[]): Statement[] {
  return passages.flatMap((passage) =>
    sentencesOf(plainText(passage.text)).flatMap((sentence) => {
      const terms = new Set(termsOf(sentence));
      if (terms.size === 0) return [];
      return [{ passage, sentence, terms, figures: figuresOf(sentence), negated: NEGATION.test(sentence) }];
    }),
  );
}

/** Share of terms that two sentences have in common, of all the terms they have (Jaccard 1901), 0 … 1. */
export function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const term of left) if (right.has(term)) common++;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}

function figuresOf(sentence: string): string[] {
  return (sentence.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((figure) =>
    figure.replaceAll(',', '').replace(/\.$/, ''),
  );
}

function plainText(markdown: string): string {
  return markdown
    .split('\n')
    .map(plainLine)
    .join('\n')
    .replace(/\*\*|__|`/g, '')
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1');
}

/** Marks of lists and of quotes stand at the beginning of a line; an item is a paragraph of its own. */
function plainLine(line: string): string {
  const text = line.trimStart();
  const item = /^(?:[-*+]|\d+[.)])(?=\s|$)/.exec(text)?.[0];
  const rest = item === undefined ? text : text.slice(item.length).trimStart();
  const isQuote = rest.startsWith('>');
  if (item === undefined && !isQuote) return line;
  return `${item === undefined ? '' : '\n\n'}${isQuote ? rest.slice(1).replace(/^\s/, '') : rest}`;
}
