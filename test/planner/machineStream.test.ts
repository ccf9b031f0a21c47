import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { machineStream, type StreamedStep } from '#planner';
import { plannerState, tools } from './plannerState';

const CATALOGUE = tools({ 'lamp.inspect': { tower: 'string' } });
const STATE = plannerState({ goal: 'Mend the lamp', catalogue: CATALOGUE, wants: 'machine' });

const inspect = (event: string): JsonObject => ({
  state_name: 'inspect',
  description: 'Look, {then} say "so"',
  action: { event_type: event, response_event: 'seen', data: { tower: 'north' } },
  transitions: [{ on_event: 'seen', to_state: 'done', condition: 'event.data.ok' }],
  default_next: 'ask',
});
const STATES: Readonly<Record<string, JsonObject>> = {
  inspect: inspect('lamp.inspect'),
  ask: {
    state_name: 'ask',
    description: 'Ask',
    action: { event_type: 'human.ask', response_event: 'told', data: { message: 'Is it wet?' } },
    default_next: 'inspect',
  },
  done: { state_name: 'done', description: 'Lit', is_terminal: true },
};
const PLAN = { plan_type: 'lamp.repair', description: 'Mend it', initial_state: 'inspect', states: STATES };

/** What is drawn: ids of states, with the codes of what is wrong. */
function drawn(steps: readonly StreamedStep[]): readonly string[] {
  return steps.map(({ state, problems }) => {
    const codes = problems.map(({ code }) => code).join();
    return [state?.id ?? 'ghost', ...(codes === '' ? [] : [codes])].join(' ');
  });
}

function fed(text: string, size = text.length) {
  const stream = machineStream(STATE);
  const steps: StreamedStep[] = [];
  for (let at = 0; at < text.length; at += size) steps.push(...stream.push(text.slice(at, at + size)));
  return { steps, reading: stream.end() };
}

describe('M5 a machine that is read while it arrives', () => {
  test('D4 each state comes with its last bracket, whatever it leads to that is not there yet', () => {
    const stream = machineStream(STATE);
    const open = stream.push(JSON.stringify(PLAN).split('{"inspect"')[0] ?? '');
    expect(open).toEqual([]);
    for (const [index, [name, state]] of Object.entries(STATES).entries()) {
      const text = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:${JSON.stringify(state)}`;
      expect(stream.push(text.slice(0, -1))).toEqual([]);
      const [step, ...others] = stream.push(text.slice(-1));
      expect(others).toEqual([]);
      expect(step).toMatchObject({
        step: index,
        machine: { id: 'lamp-repair', initial: 'inspect' },
        problems: [],
      });
      expect(step?.state?.id).toBe(name);
    }
    expect(stream.push('}}')).toEqual([]);
    expect(stream.end()).toMatchObject({ verdict: 'accepted', machine: { id: 'lamp-repair' } });
  });

  test('the states are those of the machine that is accepted, written on one line or over many, in any chunks', () => {
    for (const text of [
      JSON.stringify(PLAN),
      JSON.stringify(PLAN, null, 2),
      `\`\`\`json\n${JSON.stringify(PLAN, null, 1)}\n\`\`\``,
    ])
      for (const size of [1, 7, text.length]) {
        const { steps, reading } = fed(text, size);
        expect(steps.map(({ state }) => state)).toEqual(reading.machine?.states);
      }
  });

  test('states may stand in a list, and in the words of ours', () => {
    const list = { ...PLAN, states: Object.values(STATES) };
    expect(drawn(fed(JSON.stringify(list)).steps)).toEqual(['inspect', 'ask', 'done']);
    const ours = {
      kind: 'state-machine',
      id: 'lamp',
      variables: [],
      initial: 'a',
      states: [
        { id: 'a', defaultNext: 'b' },
        { id: 'b', type: 'final' },
      ],
    };
    const { steps, reading } = fed(JSON.stringify(ours));
    expect(drawn(steps)).toEqual(['a', 'b']);
    expect(steps.map(({ state }) => state)).toEqual(reading.machine?.states);
  });

  test('P4 a state with a tool that is not there is told as refused, and those after it are read all the same', () => {
    const wrong = { ...PLAN, states: { ...STATES, inspect: inspect('lamp.wash') } };
    expect(drawn(fed(JSON.stringify(wrong)).steps)).toEqual(['inspect UNKNOWN_TOOL', 'ask', 'done']);
    const unreadable = {
      ...PLAN,
      states: { inspect: { ...inspect('lamp.inspect'), tags: 5 }, done: STATES.done },
    };
    const { steps } = fed(JSON.stringify(unreadable));
    expect(steps.map(({ state }) => state?.id ?? 'ghost')).toEqual(['ghost', 'done']);
    expect(steps[0]?.problems.length).toBeGreaterThan(0);
    expect(steps[0]?.text).toContain('"tags":5');
  });

  test('words around it, and what is no machine, are no states', () => {
    expect(fed(`Here it is:\n${JSON.stringify({ steps: [{ id: 'a', toolId: 'echo' }] })}`).steps).toEqual([]);
    expect(drawn(fed(`Here it is:\n${JSON.stringify(PLAN)}`).steps)).toEqual(['inspect', 'ask', 'done']);
  });
});
