import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasErrors } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { check, read, type Workspace } from '#plan';
import { PATTERNS, patternPage, readPage } from '../../../src/app/help/pages';

import { simulatedIn } from '../../notation/simulation';
import { runToRest } from '../../samples/hosting';
import { EXPECTATIONS } from './expectations';
import { MUTANTS, type Mutant } from './mutants';
import { told } from './told';

const folder = new URL('../../../src/app/help/patterns/', import.meta.url);
const pages = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((file) => {
      const name = file.replace('.md', '');
      return [name, readPage(name, readFileSync(new URL(file, folder), 'utf8'))] as const;
    }),
);

/** L5: the ones that have to be direct. */
const DIRECT = [1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 14, 16, 19, 20, 21, 22, 24, 25, 29, 30, 32, 39, 43];

describe('L5 the table of patterns', () => {
  test('has all 43, each once, each with its page', () => {
    expect(PATTERNS.map(({ number }) => number)).toEqual(Array.from({ length: 43 }, (_, index) => index + 1));
    expect([...pages.keys()].sort()).toEqual(PATTERNS.map(patternPage));
    for (const pattern of PATTERNS) {
      const page = pages.get(patternPage(pattern));
      expect([page?.title, page?.text]).toEqual([
        `${pattern.number} · ${pattern.name}`,
        expect.stringMatching(/.{20}/),
      ]);
    }
  });

  test('the 23 that are named there are direct, and at least 36 have an example', () => {
    const direct = PATTERNS.filter(({ kind }) => kind === 'direct').map(({ number }) => number);
    expect(direct).toEqual(expect.arrayContaining(DIRECT));
    expect(PATTERNS.filter(({ kind }) => kind !== 'lacking').length).toBeGreaterThanOrEqual(36);
    expect(Object.keys(EXPECTATIONS).length).toBeGreaterThanOrEqual(36);
  });

  test('what is not lacking has an example, and every example an assertion', () => {
    for (const pattern of PATTERNS) {
      const example = pages.get(patternPage(pattern))?.example ?? null;
      if (pattern.kind !== 'lacking') expect(example).not.toBeNull();
      expect(pattern.number in EXPECTATIONS).toBe(example !== null);
    }
  });
});

const examples = PATTERNS.flatMap((pattern) => {
  const workspace = exampleOf(pages.get(patternPage(pattern))?.example ?? null);
  const expectation = EXPECTATIONS[pattern.number];
  return workspace === null || expectation === undefined ? [] : [{ ...pattern, workspace, expectation }];
});

describe.each(examples)('L5 pattern $number, $name', ({ workspace, expectation }) => {
  const { see, script = { default: { afterMs: 10, output: { text: 'done' } } }, same = [] } = expectation;
  // What a construct needs that is not run yet is told by `check`, and is run once that says nothing.
  const later = check(workspace, BUILT_IN_CATALOGUE).some(({ code }) => code === 'NOT_SUPPORTED');

  test.skipIf(later)('has no problem', () => {
    const problems = check(workspace, BUILT_IN_CATALOGUE).filter(({ severity }) => severity === 'error');
    expect(problems).toEqual([]);
  });

  test.skipIf(later)('does what it says', async () => {
    see(told(await simulatedIn(workspace, script)));
  });

  test.skipIf(later)(
    'its assertion notices when something else stands in place of its construct',
    async () => {
      const noticed: Mutant[] = [];
      for (const [name, change] of Object.entries(MUTANTS)) {
        if (!(await passes(change(workspace), script, see))) noticed.push(name as Mutant);
      }
      const all = Object.keys(MUTANTS) as Mutant[];
      expect(noticed).toEqual(all.filter((name) => !same.includes(name)));
      expect(noticed.some((name) => name !== 'all at once') || same.includes('sequence')).toBe(true);
    },
  );

  test.skipIf(later)('runs in the app without a key, to its end or to what it waits for', async () => {
    const { view } = await runToRest(workspace);
    expect([view.error, ['completed', 'waiting'].includes(view.status)]).toEqual([null, true]);
  });
});

async function passes(
  workspace: Workspace,
  script: Parameters<typeof simulatedIn>[1],
  see: (typeof EXPECTATIONS)[number]['see'],
): Promise<boolean> {
  try {
    see(told(await simulatedIn(workspace, script)));
    return true;
  } catch {
    return false;
  }
}

function exampleOf(text: string | null): Workspace | null {
  if (text === null) return null;
  const outcome = read(text);
  if (outcome.kind !== 'document' || hasErrors(outcome.diagnostics))
    throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.workspace;
}
