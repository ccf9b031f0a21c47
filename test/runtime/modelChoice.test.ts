import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { type ModelMeasure, replay } from '#kernel';
import { type ModelEvent, type Models, memoryLedger, resumeRun, retryOf, startRun } from '#runtime';
import { plan, workspace } from '../notation/plan';
import { hostOf, start } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 1, outputTokens: 1 }, finishReason: 'stop' };
const SPECS = ['first', 'second', 'third'].map((id) => ({ id, connection: 'server', model: id }));
const REST: JsonObject = { models: SPECS, connections: [{ id: 'server' }] };
const GOOD = JSON.stringify({ steps: [{ toolId: 'echo', input: { text: 'Hi' } }] });

function answering(reply = GOOD): Models & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    list: SPECS,
    stream: async function* ({ model }) {
      asked.push(model);
      yield { type: 'text', text: reply };
      yield DONE;
    },
  };
}

const measure = (model: string, accepted: number, tried = 10): ModelMeasure => ({
  ...{ model, flavour: 'llm' as const, tried, accepted, tokens: 100 },
});
const MEASURES = [measure('first', 2), measure('second', 9), measure('third', 1, 2)];
const text = (params = '') => `
  plan: PLANNER llm {goal: "Greet Ada.", tools: [echo], repairRetries: 0${params}}
  execute: PLAN_EXECUTOR
  plan -> execute
`;

describe('P7 a planner chooses its model by how reliable it has been', () => {
  it('asks the best first, then the others in their order, and keeps why with the attempt', async () => {
    const models = answering('no plan');
    const run = start(hostOf({}, { models }), text(), { rest: REST, measures: MEASURES });
    await run.done;
    expect(models.asked).toEqual(['second', 'first', 'third']);
    const [reply] = run.commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact] : []));
    expect(reply?.attempt).toMatchObject({
      model: 'second',
      choice: {
        isChanged: true,
        order: [
          { model: 'second', tried: 10, accepted: 9 },
          { model: 'first', tried: 10, accepted: 2 },
          { model: 'third', tried: 2, accepted: 1, atLeast: null },
        ],
      },
    });
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('K5 the first fact holds what was measured, of the models of the workspace alone', async () => {
    const run = start(hostOf({}, { models: answering() }), text(), {
      rest: REST,
      measures: [...MEASURES, measure('gone', 9)],
    });
    await run.done;
    expect(run.commits[0]?.fact).toMatchObject({ measures: MEASURES });
  });

  it('K6 a run that is resumed, and one that goes on from it, choose as it did', async () => {
    const models = answering();
    const host = hostOf({}, { models });
    const doc = workspace([plan(text())], REST);
    const run = start(host, text(), { rest: REST, measures: MEASURES, paused: true });
    await run.atRest();
    run.close();
    const resumed = resumeRun({ ...host, ledger: memoryLedger(run.commits) }, run.commits, doc);
    if (!resumed.ok) throw new Error(resumed.problem[0]?.message);
    await resumed.value.resume();
    await resumed.value.done;
    expect(models.asked).toEqual(['second']);
    const branch = retryOf(resumed.value.commits, doc, 'recorded');
    if (!branch.ok) throw new Error(branch.problem[0]?.message);
    const again = startRun(host, branch.value);
    if (!again.ok) throw new Error(again.problem[0]?.message);
    await again.value.done;
    expect(models.asked, 'served from the record').toEqual(['second']);
  });

  it.each([
    ['the author has said so', ', modelOrder: author', MEASURES],
    ['one model is named', ', models: [first]', MEASURES],
    ['nothing was measured', '', undefined],
  ])('keeps the order of the author where %s', async (_why, params, measures) => {
    const models = answering();
    const run = start(hostOf({}, { models }), text(params), { rest: REST, measures });
    await run.done;
    expect(models.asked).toEqual(['first']);
    const [reply] = run.commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact] : []));
    expect(reply?.attempt).not.toHaveProperty('choice');
  });

  it('measures choose among the models that the planner names', async () => {
    const models = answering();
    const run = start(hostOf({}, { models }), text(', models: [third, first]'), {
      rest: REST,
      measures: [measure('first', 9), measure('second', 10), measure('third', 3)],
    });
    await run.done;
    expect(models.asked).toEqual(['first']);
  });
});
