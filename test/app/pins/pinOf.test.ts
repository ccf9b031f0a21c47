import { describe, expect, it } from 'vitest';
import type { Pin } from '#kernel';
import { graphOfMachine, graphOfPlan } from '#projection';
import { isPinnable, pinOf } from '../../../src/app/pins/pinOf';
import { machine } from '../../notation/machine';
import { plan } from '../../notation/plan';

const CARDS = graphOfPlan(
  plan('look: CAPABILITY echo\nwait: DELAY {forMs: 1}\nall: GROUP ASYNC\n  in: TRANSFORM {expression: "1"}'),
).nodes;
const card = (id: string) => {
  const found = CARDS.find(({ node }) => node.id === id);
  if (found === undefined) throw new Error(`no card ${id}`);
  return found;
};

describe('D10 the pin of a card', () => {
  const all: Pin = { capability: 'echo', output: 1 };
  const here: Pin = { node: 'look', plan: 'main', output: 2 };

  it('D10 of the node goes before that of its capability, as in a run', () => {
    expect(pinOf([all, here], card('look'), 'main')).toBe(here);
    expect(pinOf([all], card('look'), 'main')).toBe(all);
  });

  it('D10 of a capability answers for each card that calls it, or asks it for a plan, and for no other', () => {
    const cards = graphOfPlan(
      plan(
        'look: CAPABILITY echo\nelse: CAPABILITY other\nmake: PLANNER {planner: {flavour: capability, use: echo}, goal: x}',
      ),
    ).nodes;
    expect(cards.map((one) => pinOf([all], one, 'main'))).toEqual([all, null, all]);
  });

  it('D10 M2 of a capability answers for each state that calls it: by the responder of its action, or by what it invokes', () => {
    const flow = machine({
      responders: [{ id: 'says', request: 'say', response: 'said', capability: 'echo' }],
      states: [
        { id: 'asks', action: { event: 'say' }, on: [{ event: 'said', target: 'calls' }] },
        { id: 'calls', invoke: [{ capability: 'echo', onDone: [{ target: 'other' }] }] },
        { id: 'other', invoke: [{ capability: 'other', onDone: [{ target: 'end' }] }] },
        { id: 'end', type: 'final' },
      ],
    });
    const pinOfState = (id: string) => {
      const state = graphOfMachine(flow).nodes.find(({ node }) => node.id === id);
      return state === undefined ? null : pinOf([all], state, flow.id, flow);
    };
    expect(['asks', 'calls', 'other', 'end'].map(pinOfState)).toEqual([all, all, null, null]);
  });

  it('D10 of another plan is none; one of no plan is of each', () => {
    expect(pinOf([here], card('look'), 'other')).toBeNull();
    expect(pinOf([{ node: 'look', output: 3 }], card('look'), 'other')).toEqual({ node: 'look', output: 3 });
  });

  it('D10 is offered where something is asked, and nowhere else', () => {
    expect(CARDS.filter(isPinnable).map(({ node }) => node.id)).toEqual(['look', 'in']);
    expect(pinOf([{ node: 'wait', output: 1 }], card('wait'), 'main')).toBeNull();
  });
});
