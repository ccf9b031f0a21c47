import type { Json } from '#base';
import { defineCapability } from '../defineCapability';
import { z } from '../zod';
import { passages, sourceOf } from './passage';
import { isFragment, likeness, type Statement, statementsOf } from './statements';
import { termsOf } from './terms';

/** From this share of common terms on, two sentences are about the same thing. */
const ALIKE = 0.28;
const SHOWN = 4;

const pair = z.object({
  subject: z.string(),
  statements: z.array(z.object({ document: z.string(), source: z.string(), text: z.string() })),
});

export const compare = defineCapability({
  id: 'documents.compare',
  title: 'Compare passages',
  description:
    'Puts sentences of different documents that are about the same thing side by side: agreements, and differences in figures or in yes and no.',
  input: z.strictObject({
    passages: passages.meta({ title: 'Passages' }),
    question: z.string().optional().meta({ title: 'Question', description: 'Pairs about it come first.' }),
  }),
  output: z.object({ agreements: z.array(pair), differences: z.array(pair), text: z.string() }),
  icon: 'git-compare',
  tags: ['documents'],
  run({ passages: given, question }) {
    const sentences = statementsOf(given).filter((statement) => !isFragment(statement));
    const pairs = pairsOf(sentences, new Set(termsOf(question ?? '')));
    const differences = pairs.filter(differs).slice(0, SHOWN);
    const agreements = pairs.filter((one) => !differs(one)).slice(0, SHOWN);
    return {
      agreements: agreements.map(asJson),
      differences: differences.map(asJson),
      text: inWords(agreements, differences),
    };
  },
});

interface Pair {
  readonly left: Statement;
  readonly right: Statement;
  readonly weight: number;
}

/** The likest pairs of sentences from different documents, best first; each sentence stands in one pair only. */
function pairsOf(statements: readonly Statement[], asked: ReadonlySet<string>): Pair[] {
  const candidates: Pair[] = [];
  for (const [index, left] of statements.entries()) {
    for (const right of statements.slice(index + 1)) {
      if (left.passage.document === right.passage.document) continue;
      const alike = likeness(left.terms, right.terms);
      if (alike < ALIKE) continue;
      candidates.push({ left, right, weight: alike + askedShare(left, asked) + askedShare(right, asked) });
    }
  }
  const taken = new Set<Statement>();
  return candidates
    .toSorted((one, other) => other.weight - one.weight)
    .filter(({ left, right }) => {
      if (taken.has(left) || taken.has(right)) return false;
      taken.add(left).add(right);
      return true;
    });
}

function askedShare({ terms }: Statement, asked: ReadonlySet<string>): number {
  return asked.size === 0 ? 0 : [...asked].filter((term) => terms.has(term)).length / asked.size;
}

function differs({ left, right }: Pair): boolean {
  if (left.negated !== right.negated) return true;
  if (left.figures.length === 0 || right.figures.length === 0) return false;
  return !left.figures.some((figure) => right.figures.includes(figure));
}

function asJson({ left, right }: Pair): Json {
  const common = [...left.terms].filter((term) => right.terms.has(term));
  return {
    subject: common.join(' '),
    statements: [left, right].map(({ passage, sentence }) => ({
      document: passage.document,
      source: sourceOf(passage),
      text: sentence,
    })),
  };
}

function inWords(agreements: readonly Pair[], differences: readonly Pair[]): string {
  const sections = [
    ...(differences.length > 0 ? [['The sources differ:', ...differences.map(line)]] : []),
    ...(agreements.length > 0 ? [['The sources agree:', ...agreements.map(line)]] : []),
  ];
  if (sections.length === 0) return 'No two sources say something about the same thing.';
  // A blank line, without which the second heading would belong to the last item of the first list.
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}

function line({ left, right }: Pair): string {
  return `- ${[left, right].map(({ passage, sentence }) => `${sourceOf(passage)}: “${sentence}”`).join(' — ')}`;
}
