import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ModelSpec } from '#plan';
import { SimulatedClock } from '#runtime';
import { modelsToJoin } from '../../../src/app/run/hostOfPage';
import { keepAutoResume, mayGoOn } from '../../../src/app/run/runsOfPage';
import type { SessionState } from '../../../src/app/state/session';
import { memoryStorage } from '../../../src/storage/memoryStorage';
import { Standing } from '../../../src/storage/standing';
import { plan } from '../../notation/plan';

const model = (id: string): ModelSpec => ({ id, connection: `to-${id}`, model: id });
const closure = (text: string): Parameters<typeof modelsToJoin>[0] => ({
  plans: [plan(text)],
  models: [model('first'), model('second')],
  ...{ prompts: [], planners: [], policies: [], capabilities: [] },
});
const missing = (text: string, joined: readonly string[] = []) =>
  modelsToJoin(closure(text), (connection) => joined.includes(connection)).map(({ id }) => id);

describe('K6 models that have to be joined again', () => {
  it('are those that the plan asks: by name, else the first', () => {
    expect(missing('a: CAPABILITY model.generate {input: {prompt: x}}')).toEqual(['first']);
    expect(missing('a: CAPABILITY model.generate {input: {prompt: x, model: second}}')).toEqual(['second']);
    expect(missing('a: PLANNER {planner: llm, models: [second]}')).toEqual(['second']);
    expect(missing('a: PLANNER {planner: stream}')).toEqual(['first']);
  });

  it('are none where no model is asked, or all are joined', () => {
    expect(missing('a: CAPABILITY echo')).toEqual([]);
    expect(missing('a: PLANNER {planner: htn, models: [second]}')).toEqual([]);
    expect(missing('a: PLANNER')).toEqual([]);
    expect(missing('a: PLANNER {planner: llm}', ['to-first'])).toEqual([]);
  });
});

describe('K6 an interrupted run goes on by itself', () => {
  const interrupted = (text = 'a: CAPABILITY echo') => ({ closure: closure(text) });
  const page = (trusted = true) => ({
    id: 'demo',
    storage: memoryStorage(new SimulatedClock(0), new Standing()),
    state: createStore<SessionState>(() => ({
      ...{
        trusted,
        trustedFrom: 0,
        madeHere: false,
        budget: null,
        saving: 'saved',
        saveProblem: null,
        conflict: false,
      },
    })),
  });

  it('only where the user has set it so', async () => {
    const session = page();
    expect(await mayGoOn(session, interrupted())).toBe(false);
    await keepAutoResume(session.storage, true);
    expect(await mayGoOn(session, interrupted())).toBe(true);
    await keepAutoResume(session.storage, false);
    expect(await mayGoOn(session, interrupted())).toBe(false);
  });

  it('T1 never where its content is not trusted, nor before its model is joined', async () => {
    const restricted = page(false);
    await keepAutoResume(restricted.storage, true);
    expect(await mayGoOn(restricted, interrupted())).toBe(false);
    const session = page();
    await keepAutoResume(session.storage, true);
    expect(await mayGoOn(session, interrupted('a: PLANNER {planner: llm}'))).toBe(false);
  });
});
