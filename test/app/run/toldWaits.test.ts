import { describe, expect, test } from 'vitest';
import type { Plan } from '#plan';
import { project } from '#projection';
import { startRun } from '#runtime';
import { toldWaits, waitInWords, waitsOf as waitsForList } from '../../../src/app/run/waiting';
import { machine } from '../../notation/machine';
import { plan, workspace } from '../../notation/plan';
import { hostOf } from '../../runtime/notation';

/** What waits when the run has come to rest, and what of it is told. */
async function waitsOf(main: Plan, others: readonly Plan[] = []) {
  const run = startRun(hostOf(), { workspace: workspace([main, ...others]), plan: main.id, input: {} });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.atRest();
  const view = project(run.value.commits);
  const told = toldWaits(view).map(({ kind, name, command }) => {
    const events = command?.kind === 'listen' ? command.events.map(({ event }) => event) : [];
    return [name, kind, ...new Set(events)].join(' ');
  });
  const { waits: inLists = [] } = waitsForList(view);
  return { all: view.waiting.length, told, inLists: inLists.map(waitInWords) };
}

const asking = machine(
  {
    states: [
      {
        id: 'ask',
        action: { event: 'search.requested', response: 'search.completed' },
        on: [
          { event: 'search.completed', target: 'end' },
          { event: 'stopped', target: 'end' },
        ],
      },
      { id: 'end', type: 'final' },
    ],
    initial: 'ask',
  },
  'asking',
);

describe('D9 what waits is told once', () => {
  test('a state that listens for the answer to its action, and for events, is one thing', async () => {
    const { all, told } = await waitsOf(asking);
    expect(all).toBe(2);
    expect(told).toEqual([expect.stringMatching(/^ask signal .*search\.completed/)]);
    expect(told).toEqual([expect.stringContaining('stopped')]);
  });

  test('inside a plan as well', async () => {
    const outer = plan('s: SUB_PLAN {plan: asking}');
    expect((await waitsOf(outer, [asking])).told).toEqual([expect.stringContaining('ask signal')]);
  });

  test('a machine that asks a person is not told to listen', async () => {
    const form = plan('q: HUMAN_INPUT Well? {decisions: [yes]}');
    const invoking = machine(
      {
        states: [
          { id: 'ask', invoke: [{ plan: 'form' }], on: [{ event: 'stopped', target: 'end' }] },
          { id: 'end', type: 'final' },
        ],
        initial: 'ask',
      },
      'invoking',
    );
    const { all, told } = await waitsOf(invoking, [{ ...form, id: 'form' }]);
    expect(all).toBe(2);
    expect(told).toEqual([expect.stringContaining(' answer')]);
  });

  test('outside of machines everything is told', async () => {
    const both = plan(`
      g: GROUP ASYNC
        a: EVENT_WAIT {events: [{id: paid, event: paid}]}
        b: HUMAN_INPUT Well? {decisions: [yes]}`);
    const { told, inLists } = await waitsOf(both);
    expect(told).toHaveLength(2);
    expect(inLists).toEqual(['“Wait for a signal” waits for a signal', '“Human input” asks you']);
  });
});
