import { type JsonObject, withoutEnd } from '#base';
import type { PlannerFlavour } from '#plan';
import type { PlannerState } from '../state';
import { type ExampleCall, type ExamplePlan, examplePlan } from './examplePlan';

/**
 * An example in the form that a flavour is asked for (P13): a goal, and a reply that would be accepted as it stands. Without
 * a tool to show, the example is the reply that declines.
 */
export function exampleText(flavour: PlannerFlavour, state: PlannerState): string {
  const example = examplePlan(state);
  if (example === null) return `If the goal were "Send a letter", the reply would be:\n${declined(flavour)}`;
  return `If the goal were "${example.goal}", the reply could be:\n${replyOf(flavour, example, state)}`;
}

function declined(flavour: PlannerFlavour): string {
  const reason = 'No tool sends letters.';
  if (flavour === 'state-machine') return JSON.stringify({ plan_type: 'decline', description: reason });
  const step = { type: 'decline', reason };
  return JSON.stringify(ALONE.has(flavour) ? step : { steps: [step] });
}

/** Flavours whose plans are no object that a reason could stand in. */
const ALONE: ReadonlySet<PlannerFlavour> = new Set(['stream', 'tools', 'plan-execute']);

function replyOf(flavour: PlannerFlavour, example: ExamplePlan, state: PlannerState): string {
  if (flavour === 'tools') return callsOf(example);
  if (flavour === 'plan-execute') return JSON.stringify(goalsOf(example));
  if (flavour === 'state-machine') return JSON.stringify(machineOf(example, state));
  const steps = stepsOf(example, state);
  if (flavour !== 'stream') return JSON.stringify({ steps });
  const lines = [...steps.map((step) => ({ type: 'step', step })), { type: 'finish' }];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

function goalsOf({ calls }: ExamplePlan): readonly JsonObject[] {
  return calls.map(({ name, tool, gives }) => ({
    goal: `${name}.`,
    primary_tools: [tool],
    success_criteria: gives === null ? `"${tool}" has given a result.` : `There is a "${gives}".`,
  }));
}

/** Calls have no form in words: each is shown with its name, its tool and its arguments. */
function callsOf({ calls }: ExamplePlan): string {
  const names = new Map(calls.map(({ id }, index) => [id, `call_${index + 1}`]));
  const read = (id: string, field: string | null): string => {
    const name = names.get(id) ?? id;
    return field === null ? `{{ steps.${name} }}` : `{{ steps.${name}.${field} }}`;
  };
  const lines = calls.map(
    ({ id, tool, input }) => `${names.get(id)}: ${tool}(${JSON.stringify(input(read))})`,
  );
  return lines.join('\n');
}

function stepsOf({ calls }: ExamplePlan, { writable }: PlannerState): readonly JsonObject[] {
  const read = (id: string, field: string | null): string =>
    field === null ? `{{ steps.${id} }}` : `{{ steps.${id}.${field} }}`;
  const into = variableFor(writable);
  const last = calls.at(-1);
  const steps = calls.map(
    (call): JsonObject => ({
      id: call.id,
      type: 'tool',
      toolId: call.tool,
      name: call.name,
      input: call.input(read),
      dependsOn: [...call.after],
      ...(call === last && into !== null ? { output: { [into]: keptOf(call) } } : {}),
    }),
  );
  // One call shows how a result is read no other way.
  if (last === undefined || calls.length > 1) return steps;
  const result = { result: read(last.id, last.gives) };
  return [...steps, { id: 'end', type: 'finish', result, dependsOn: [last.id] }];
}

function keptOf({ gives }: ExampleCall): string {
  return gives === null ? 'result' : `result.${gives}`;
}

/** Where an answer usually goes, else where anything may. */
function variableFor(writable: readonly string[]): string | null {
  return ['answer', 'result'].find((name) => writable.includes(name)) ?? writable[0] ?? null;
}

function machineOf({ goal, calls }: ExamplePlan, { writable }: PlannerState): JsonObject {
  const read = (id: string, field: string | null): string =>
    field === null ? `{{ results.${id} }}` : `{{ results.${id}.${field} }}`;
  const last = calls.at(-1);
  const into = variableFor(writable);
  const states = calls.map((call, index): [string, JsonObject] => [
    call.id,
    {
      state_name: call.id,
      description: call.name,
      action: { event_type: call.tool, response_event: `${call.id}.completed`, data: call.input(read) },
      transitions: [
        { on_event: `${call.id}.completed`, to_state: calls[index + 1]?.id ?? 'done' },
        { on_event: `${call.id}.failed`, to_state: 'failed' },
      ],
    },
  ]);
  return {
    plan_type: 'example',
    description: `${withoutEnd(goal, (character) => character === '?')}.`,
    initial_state: calls[0]?.id ?? 'done',
    states: {
      ...Object.fromEntries(states),
      done: { state_name: 'done', description: 'It is done.', is_terminal: true },
      failed: { state_name: 'failed', description: 'It failed.', is_terminal: true, outcome: 'failed' },
    },
    ...(last === undefined || into === null ? {} : { result: { [into]: read(last.id, last.gives) } }),
  };
}
