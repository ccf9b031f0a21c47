import { type Json, ok, type Result } from '#base';
import { possibleEvents } from '#compile';
import { compileTemplate, fillText, type NodeOf, type StateMachinePlan, transitionsOf } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import type { Activity, MachineRun } from '../work';
import { beginActivity, failMachine, finish } from './finish';

import { changeMachine, machineAt, machineOf, startedMachine, stateAddress, stateOf } from './machine';

/** What a model answers when nothing more is to be done: the plan is complete (M5). */
const NOTHING_MORE = 'none';

/** How many events models may choose in one machine where its state does not say (M5): reference 5's circuit breaker. */
const MAX_ACTIONS = 20;

/**
 * M5: in a state that was entered, or in which a chosen event has changed nothing, a model is asked for the next event: by
 * an LLM_DECISION, whose choices are the events that the machine could take now.
 */
export function chooseNext(draft: Draft, ref: NodeRef): void {
  const run = machineOf(draft, ref);
  if (run.choosing.length === 0) return;
  changeMachine(draft, ref, { choosing: [] });
  for (const state of run.choosing) {
    if (machineAt(draft, ref) === null) return;
    if (run.standing.configuration.includes(state)) askFor(draft, ref, state);
  }
}

function askFor(draft: Draft, ref: NodeRef, state: string): void {
  const run = machineOf(draft, ref);
  const { plan, machine } = startedMachine(draft, ref);
  const { models, question, maxActions = MAX_ACTIONS } = stateOf(plan, state)?.choose ?? {};
  if (run.activities.some((one) => one.state === state && one.purpose.kind === 'choose')) return;
  const possible = possibleEvents(machine, run.standing, {}, draft.has('handles')).filter(
    ({ kind, event, enabled }) => kind === 'user' && enabled !== false && !event.endsWith('*'),
  );
  const asked =
    question === undefined ? ok(undecided(state)) : filled(plan, run, question, draft.has('handles'));
  if (!asked.ok) {
    failMachine(draft, ref, asked.problem);
    return;
  }
  const described = new Map(
    possible.toReversed().map((one) => [one.event, descriptionOf(plan, one)] as const),
  );
  const choices = [...new Set(possible.map(({ event }) => event))].map((id) => {
    const description = described.get(id);
    return description === undefined ? { id } : { description, id };
  });
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
      question: asked.value,
    },
    node,
    purpose: { kind: 'choose', maxActions },
    state,
  });
}

function undecided(state: string): string {
  return `The plan is in "${state}". Which event comes next?`;
}

/** What the author says of the transition that an event would take first. */
function descriptionOf(
  plan: StateMachinePlan,
  { state, path }: { readonly state: string | null; readonly path: string },
): string | undefined {
  const owner = state === null ? plan : stateOf(plan, state);
  const placed = owner === null ? [] : transitionsOf(owner);
  return placed.find((one) => one.path === path)?.transition.description;
}

/** The question is a template over what conditions see (V3, M1). */
function filled(
  plan: StateMachinePlan,
  run: MachineRun,
  question: string,
  handles: boolean,
): Result<string, RunError> {
  const { standing } = run;
  const template = compileTemplate(question);
  const scope = new Map<string, Json>(
    plan.variables.map(({ id }) => [id, standing.variables.get(id) ?? null]),
  );
  scope.set('results', standing.results).set('goal_data', standing.goalData);
  const text = template.ok ? fillText(template.value, scope, handles) : null;
  if (text?.ok) return text;
  const message = text === null ? 'The question cannot be read.' : text.problem.message;
  return { ok: false, problem: { code: 'EXPRESSION_ERROR', message } };
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
