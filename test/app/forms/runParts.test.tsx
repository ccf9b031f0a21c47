import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { setAt } from '#base';
import type { Budget } from '#kernel';
import { runPartSchema, scriptPartSchema } from '#plan';
import { BudgetFields } from '../../../src/app/forms/BudgetFields';
import { typedBounds } from '../../../src/app/forms/controls';
import { fieldsOf, objectIn } from '../../../src/app/forms/schema';
import { readNumber } from '../../../src/app/forms/typedValues';
import { budgetOf } from '../../../src/app/state/trust';

describe('E5 what is of a run and of no document has a form from its schema', () => {
  test.each([
    ['a budget', runPartSchema('budget'), ['Most calls', 'Longest, in minutes', 'Most tokens', 'Most money']],
    ['a pin’s error', objectIn(runPartSchema('pinned'), 'error'), ['Code', 'Message']],
    ['an outcome’s error', objectIn(scriptPartSchema('outcome'), 'error'), ['Code', 'Message']],
    ['what is waited for', objectIn(scriptPartSchema('outcome'), 'waitFor'), ['Signal', 'At most']],
    ['an answer', objectIn(scriptPartSchema('event'), 'answer'), ['To', 'Answer']],
  ])('%s', (_, schema, titles) => {
    expect(fieldsOf(schema).map(({ title }) => title)).toEqual(titles);
  });

  it('what comes of a call is JSON, and said so', () => {
    const [output] = fieldsOf(runPartSchema('pinned'));
    expect(output).toMatchObject({ title: 'Output', kind: { kind: 'json' }, typeWord: 'JSON' });
  });
});

describe('K10 a budget as it is typed', () => {
  const fields = new Map(fieldsOf(runPartSchema('budget')).map((field) => [field.name, field]));
  const read = (name: keyof Budget, text: string) => {
    const field = fields.get(name);
    if (field?.kind.kind !== 'number') throw new Error(name);
    return readNumber(text, typedBounds(field.kind.bounds, field.scale));
  };

  it.each([
    ['calls', '0'],
    ['calls', '1.5'],
    ['wallTimeMs', '-1'],
    ['tokens', 'many'],
    ['microUnits', '0'],
  ] as const)('%s of “%s” is no limit', (part, text) => {
    expect(read(part, text).ok).toBe(false);
  });

  it('is typed in minutes and in units of money', () => {
    expect(read('wallTimeMs', '1.5')).toEqual({ ok: true, value: 1.5 });
    expect(read('microUnits', '0.25')).toEqual({ ok: true, value: 0.25 });
    const budget: Budget = { calls: 7, wallTimeMs: 90_000, microUnits: 250_000 };
    const html = renderToStaticMarkup(<BudgetFields budget={budget} onChange={() => undefined} />);
    expect([...html.matchAll(/ value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      '7',
      '1.5',
      '',
      '0.25',
    ]);
    expect(html).toContain('placeholder="no limit"');
  });

  it('a limit that is taken away is none', () => {
    expect(budgetOf(setAt({ calls: 7, tokens: 9 }, ['calls'], undefined))).toEqual({ tokens: 9 });
  });
});
