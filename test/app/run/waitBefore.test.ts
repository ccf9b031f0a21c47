import { describe, expect, test } from 'vitest';
import { endOfWait, project, type Waiting } from '#projection';
import { startRun } from '#runtime';
import { answerIn } from '../../../src/app/run/WaitBefore';
import { plan, workspace } from '../../notation/plan';
import { hostOf } from '../../runtime/notation';

const FORM = { type: 'object', properties: { why: { type: 'string', title: 'Why?' } } };

/** A run that has asked, and was told what is given; with what it asked first. */
async function answered(text: string, tell: (run: RunHandle, asked: Waiting) => Promise<void>) {
  const main = plan(text);
  const run = startRun(hostOf(), { workspace: workspace([main]), plan: main.id, input: {} });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.atRest();
  const asking = project(run.value.commits);
  const [waiting] = asking.waiting;
  if (waiting === undefined) throw new Error('It does not wait.');
  await tell(run.value, waiting);
  await run.value.atRest();
  const { commits } = run.value;
  return { waiting, end: endOfWait(waiting, asking, commits), length: commits.length, asking };
}

type RunHandle = Extract<ReturnType<typeof startRun>, { ok: true }>['value'];

describe('D3 what waited at an earlier position', () => {
  test('says what was decided, by its label, and what the form held', async () => {
    const text = `q: HUMAN_INPUT Well? {decisions: [{id: "go", label: "Go on"}], schema: ${JSON.stringify(FORM)}}`;
    const { waiting, end } = await answered(text, (run, { address }) =>
      run.answer(address, { decision: 'go', why: 'Because.' }),
    );
    expect(end && answerIn(waiting, end.fact)).toEqual({
      words: 'Go on',
      fields: [{ title: 'Why?', text: 'Because.' }],
    });
  });

  test('says one value as it is, and a form without decisions by its fields', async () => {
    const one = await answered('q: HUMAN_INPUT Well? {schema: {type: "number"}}', (run, { address }) =>
      run.answer(address, 7),
    );
    expect(one.end && answerIn(one.waiting, one.end.fact)).toEqual({ words: '7', fields: [] });
    const form = await answered(
      `q: HUMAN_INPUT Well? {schema: ${JSON.stringify(FORM)}}`,
      (run, { address }) => run.answer(address, { why: 'Because.' }),
    );
    expect(form.end && answerIn(form.waiting, form.end.fact)).toEqual({
      words: '',
      fields: [{ title: 'Why?', text: 'Because.' }],
    });
  });

  test('was ended by what ended it, not by what came in between; what waits still has no end', async () => {
    const two = 'a: HUMAN_INPUT First? {}\nb: HUMAN_INPUT Second? {}';
    const { waiting, end, asking } = await answered(two, async (run, first) => {
      const other = otherThan(first, run);
      await run.answer(other.address, { said: 1 });
      await run.cancel();
    });
    expect(end?.fact.type).toBe('run.cancelled');
    expect(end && answerIn(waiting, end.fact)).toBeNull();
    expect(endOfWait(waiting, asking, [])).toBeNull();
  });
});

function otherThan(first: Waiting, run: RunHandle): Waiting {
  const other = project(run.commits).waiting.find(({ address }) => address !== first.address);
  if (other === undefined) throw new Error('Only one waits.');
  return other;
}
