import { describe, expect, it } from 'vitest';
import { backtrackingSteps, ENOUGH, isEndless, lettersOf, treeOf } from './backtracking';
import { literalsIn } from './literalsIn';
import { readTree } from './readTree';

/** Patterns that take long on long texts, and get none: what they look at, and why that is short. */
const ON_SHORT_TEXTS: ReadonlyMap<string, string> = new Map([
  ['base/ids.ts', 'ids of at most 64 characters'],
  ['models/chatCompletions.ts', 'the address of a connection, written by the user'],
  ['projection/ledgerRows.ts', 'addresses of nodes'],
  ['app/forms/completion.ts', 'an expression up to the caret'],
  ['app/forms/durations.ts', 'a field of a form'],
  ['app/forms/typedValues.ts', 'a field of a form'],
  ['app/parts/lazily.tsx', 'an error of the browser'],
  ['capabilities/table/answer.ts', 'the label of a question'],
  ['capabilities/table/formatValue.ts', 'the digits of a number'],
  ['plan/shapes/machineDraft.ts', 'a condition of at most 10,000 characters'],
]);

/** How long the texts are that patterns are tried on, and how many times more steps a text of twice the length may take. */
const SHORT = 20;
const MOST = 3;

describe('case C4 patterns of our own', () => {
  it('take steps that grow with the text, and not with its square, when the engine tries one way after the other', () => {
    const slow: string[] = [];
    for (const [path, text] of readTree('src'))
      for (const { line, source, flags } of literalsIn(path, text)) {
        const found = ON_SHORT_TEXTS.has(path) ? null : slowOn(source, flags);
        if (found !== null) slow.push(`${path}:${line} /${source}/${flags} on ${JSON.stringify(found)}`);
      }
    expect(slow).toEqual([]);
  });

  it.each([
    ['^(\\w+\\s?)*$', ''],
    ['\\s+$', ''],
    ['^(#{1,6})\\s+(.+?)\\s*#*$', ''],
    ['^\\s*>', 'm'],
    ['\\[([^\\]]*)\\]', ''],
    ['"(?:[^"\\\\]|\\\\[\\s\\S])*(?:"|$)', 'g'],
  ])('/%s/%s would be found', (source, flags) => expect(slowOn(source, flags)).not.toBeNull());

  it.each([
    ['^\\s+$', ''],
    ['^[ \\t]*>', 'm'],
    ['"[^"]*"', 'g'],
    ['"(?:[^"\\\\]|\\\\[\\s\\S])*(?:"|\\\\?$)', 'g'],
  ])('/%s/%s is none', (source, flags) => expect(slowOn(source, flags)).toBeNull());
});

/** What a pattern takes long on: letters of it again and again, behind what it begins with. */
function slowOn(source: string, flags: string): string | null {
  const part = treeOf(source, flags);
  if (part === null || !isEndless(part)) return null;
  const letters = lettersOf(part).slice(0, 5);
  const repeated = [...letters, ...letters.flatMap((one) => letters.map((other) => one + other))];
  const prefixes = [
    '',
    letters.slice(0, 1).join(''),
    letters.slice(0, 2).join(''),
    letters.slice(0, 3).join(''),
  ];
  // What it does not end with: a letter of no pattern, or half of an escape.
  const endings = ['\u0001\n', ...(letters.includes('\\') ? ['\\'] : [])];
  for (const prefix of new Set(prefixes))
    for (const round of new Set(repeated))
      for (const ending of endings) {
        const steps = (times: number): number =>
          backtrackingSteps(part, `${prefix}${round.repeat(times)}${ending}`, flags.includes('y'));
        const short = steps(SHORT);
        const isSlow = short > SHORT * 8 && steps(2 * SHORT) > short * MOST;
        if (isSlow || short > ENOUGH) return `${prefix}(${round})…${ending.trim()}`;
      }
  return null;
}
