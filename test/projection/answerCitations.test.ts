import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerSteps, citationsIn, citedAnswer, metadataOf, project, type RunView } from '#projection';
import { says } from '../notation/models';
import { body, plan } from '../notation/plan';
import { runOf } from '../notation/run';

const PLAN = plan(`
  var dynamicPlan   out answer
  think: PLANNER llm {goal: "Count the bees.", models: [m]}
  do: PLAN_EXECUTOR {answer: model, output: {answer: "result.text"}}
  think -> do
  result {answer: "{{ answer }}"}
`);
const STEPS = body(`
  load: CAPABILITY echo {name: Load the hives}
  count: CAPABILITY echo {name: Count them}
  rest: CAPABILITY echo {name: Never}
  load -> count
  count.error -> rest
`);

/** A run whose model has answered this. */
function answered(text: string): RunView {
  const run = runOf(PLAN);
  run.proposes('/think!1', STEPS);
  run.done('/do@1/load#1', { hives: 3 });
  run.done('/do@1/count#1', 3);
  run.done('/do!answer', says(text));
  return project(run.commits);
}

/** The answer with its citations as `<id>`. */
function marked(text: string): string {
  const cited = citedAnswer(text, answered(text));
  return cited === null
    ? text
    : cited.pieces.map((piece) => (typeof piece === 'string' ? piece : `<${piece.id}>`)).join('');
}

describe('P10 what the answer of a model cites', () => {
  test('each cited step once, numbered in the order of the answer, with its card', () => {
    const text = 'Three hives [count]. They stand in a row [load, count].';
    expect(citedAnswer(text, answered(text))?.citations).toEqual([
      { executor: '/do', number: 1, id: 'count', address: '/do@1/count', title: 'Count them' },
      { executor: '/do', number: 2, id: 'load', address: '/do@1/load', title: 'Load the hives' },
    ]);
  });

  test.each([
    ['a list', 'Three [load; count ].', 'Three <load><count>.'],
    ['several behind each other', 'Three [load][count]', 'Three <load><count>'],
    ['a step that does not exist', 'Three [sum]. Four [load].', 'Three [sum]. Four <load>.'],
    ['a list of which one does not exist', 'Three [load, sum].', 'Three [load, sum].'],
    ['a step that gave nothing', 'Three [rest].', 'Three [rest].'],
    ['numbers, footnotes and boxes', '- [ ] three [1] [^load]', '- [ ] three [1] [^load]'],
    ['a link', '[load](https://example.org/) [load]', '[load](https://example.org/) <load>'],
    ['code', '`[load]` and\n```\n[load]\n```\n[load]', '`[load]` and\n```\n[load]\n```\n<load>'],
    ['code that does not end', 'Three [load]\n```\n[count]', 'Three <load>\n```\n[count]'],
  ])('%s', (_, text, shown) => {
    expect(marked(text)).toBe(shown);
  });

  test('an answer that cites nothing is no cited one', () => {
    expect(citedAnswer('Three.', answered('Three.'))).toBeNull();
    expect(citedAnswer(null, answered('Three [load].'))).toBeNull();
    expect(citationsIn(answered('Three.'))).toEqual([]);
  });

  test('of any text nothing is lost, and nothing is cited that has given nothing', () => {
    const part = fc.constantFrom('[', ']', 'load', 'count', 'sum', ',', ' ', '`', '```', '(', ')', '\n', 'a');
    const view = answered('Three [load].');
    const { pieces } = citedAnswer('Three [load].', view) ?? { pieces: [] };
    expect(pieces).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const ids = [...marked(text).matchAll(/<(\w+)>/g)].map(([, id]) => id);
        expect(ids.every((id) => id === 'load' || id === 'count')).toBe(true);
        const letters = (words: string) => words.replace(/[[\]<>,; ]/g, '');
        expect(letters(marked(text))).toBe(letters(text));
      }),
      { seed: 17, numRuns: 60 },
    );
  });

  test('the metadata has them; without any it has no such key', () => {
    expect(metadataOf(answered('Three [load].')).citations).toMatchObject([{ number: 1, id: 'load' }]);
    expect(metadataOf(answered('Three.'))).not.toHaveProperty('citations');
  });

  test('A5 the steps behind the answer of an executor are those of its plan', () => {
    const text = 'Three [load].';
    expect(answerSteps(text, answered(text)).map(({ title }) => title)).toEqual([
      'Load the hives',
      'Count them',
    ]);
  });
});

describe('P10 R13 an answer after a revision', () => {
  test('cites steps where they ran', () => {
    const run = runOf(
      plan(`
        var dynamicPlan   out answer
        think: PLANNER llm {goal: "Count the bees.", models: [m]}
        do: PLAN_EXECUTOR {answer: model, replan: {afterAttempts: 1}, output: {answer: "result.text"}}
        think -> do
        result {answer: "{{ answer }}"}
      `),
    );
    run.proposes(
      '/think!1',
      body('a: CAPABILITY echo\nb: CAPABILITY echo\nd: CAPABILITY echo\na -> b\nb -> d'),
    );
    run.done('/do@1/a#1', 1);
    run.fails('/do@1/b#1');
    run.proposes(
      '/think!2',
      body('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b\na -> c'),
    );
    run.done('/do@2/c#1', 2);
    run.done('/do!answer', says('One [a], two [c], none [b].'));
    expect(citationsIn(project(run.commits)).map(({ address }) => address)).toEqual(['/do@1/a', '/do@2/c']);
  });
});
