import type { Json } from '#base';
import { possibleEvents } from '#compile';
import type { NodeOf } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { beginActivity } from './activities';
import { failMachine, finish } from './finish';
import { changeMachine, machineOf } from './machineAt';
import { stateOf } from './machinePlan';
import { type Activity, stateAddress } from './machineRun';
import { startedMachine } from './startedMachine';

/** What a model answers when nothing more is to be done: the plan is complete (M5). */
const NOTHING_MORE = 'none';

/** How many events models may choose in one machine where its state does not say (M5): the circuit breaker. */
const MAX_ACTIONS = 10;

/**
 * M5: in a state that was entered, or in which a chosen event has changed nothing, a model is asked for the next event: by
 * an LLM_DECISION, whose choices are the events that the machine could take now.
 */
export function chooseNext(draft: Draft, ref: NodeRef): void {
  const run = machineOf(draft, ref);
  if (run.choosing.length === 0) return;
  changeMachine(draft, ref, { choosing: [] });
  for (const state of run.choosing) {
    if (run.standing.configuration.includes(state)) askFor(draft, ref, state);
  }
}

function askFor(draft: Draft, ref: NodeRef, state: string): void {
  const run = machineOf(draft, ref);
  const { plan, machine } = startedMachine(draft, ref);
  const { models, question, maxActions = MAX_ACTIONS } = stateOf(plan, state)?.choose ?? {};
  if (run.activities.some((one) => one.state === state && one.purpose.kind === 'choose')) return;
  const possible = possibleEvents(machine, run.standing).filter(
    ({ kind, event, enabled }) => kind === 'user' && enabled !== false && !event.endsWith('*'),
  );
  const events = [...new Set(possible.map(({ event }) => event))];
  const choices = events.map((id) => ({ id }));
  const node: NodeOf<'LLM_DECISION'> = {
    id: `choose-${run.chosen + 1}`,
    type: 'LLM_DECISION',
    input: '{{ input }}',
    params: {
      choices: [...choices, { id: NOTHING_MORE, description: 'Nothing more is to be done.' }],
      question: '{{ question }}',
      ...(models === undefined ? {} : { models }),
    },
  };
  beginActivity(draft, ref, {
    given: {
      input: { results: run.standing.results, variables: Object.fromEntries(run.standing.variables) },
      question: question ?? `The plan is in "${state}". Which event comes next?`,
    },
    node,
    purpose: { kind: 'choose', maxActions },
    state,
  });
}

/** A model has chosen. None completes the plan; too many fail it. */
export function afterChoice(
  draft: Draft,
  ref: NodeRef,
  { state, purpose }: Activity,
  result: Json,
  error: RunError | null,
): { readonly event: string } | null {
  if (purpose.kind !== 'choose') return null;
  if (error !== null) {
    failMachine(draft, ref, error);
    return null;
  }
  if (result === NOTHING_MORE || typeof result !== 'string') {
    finish(draft, ref, { kind: 'done', outcome: 'completed', output: null, state });
    return null;
  }
  const run = machineOf(draft, ref);
  if (run.chosen >= purpose.maxActions) {
    failMachine(draft, ref, tooMany(purpose.maxActions));
    return null;
  }
  changeMachine(draft, ref, { chosen: run.chosen + 1 });
  const address = stateAddress(run, state);
  draft.emit({ address, data: { data: null, event: result }, kind: 'event.published' });
  return { event: result };
}

function tooMany(maxActions: number): RunError {
  return {
    code: 'CIRCUIT_BREAKER',
    message: `A model has chosen ${maxActions} events, and wants another: that is as many as it may.`,
    help: 'Raise "maxActions" of the state, or say in its question when the plan is done.',
  };
}
