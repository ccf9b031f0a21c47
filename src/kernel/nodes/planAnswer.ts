import { type Json, LIMITS, withCall } from '#base';
import { MODEL_CAPABILITY, type NodeOf } from '#plan';
import { mayGo, type Verdict, verdictOnCall } from '../budget';
import { modelsOf } from '../closure';
import { failNode, succeedNode } from '../completion';
import { requestOf } from '../dialogue/dialogue';
import { answerQuestion, contextIn } from '../dialogue/wording';

import type { Draft } from '../draft';
import type { RunError, Usage } from '../fact';
import type { DynamicFrame, NodeRef } from '../frame';
import { gateAllows } from '../gate';

import { callModel } from '../planning/plannerCalls';
import { forbiddenUnasked } from '../policies';
import { fillTextIn } from '../values';
import type { Question } from '../work';

/**
 * P10: the plan of an executor is done, and what its steps gave becomes an answer: its template is filled, or a model is asked
 * at `<executor>!answer`. The answer is the executor's result, `{text}`.
 *
 * @param plan its scope as it was at its end
 * @param result what the scope came to
 * @returns false where the executor answers with that itself
 */
export function answerFrom(
  draft: Draft,
  executor: NodeRef,
  { params }: NodeOf<'PLAN_EXECUTOR'>,
  plan: DynamicFrame,
  result: Json,
): boolean {
  const { answer = 'none', answerTemplate = '' } = params ?? {};
  if (answer === 'none' || !draft.has('answers')) return false;
  const { goal, models } = askedOf(draft, plan);
  if (answer === 'template') fill(draft, executor, answerTemplate, { goal, plan, result });
  else {
    const cited = draft.has('answersCite') ? doneIn(plan) : [];
    ask(draft, executor, answerQuestion(goal, contextIn(plan, null), lastOf(plan), cited), models);
  }
  return true;
}

/** What its planner was asked for, and the models that it asked; without a planner those of the workspace. */
function askedOf(draft: Draft, { dynamic }: DynamicFrame) {
  const planning = draft.proposals.get(dynamic.hash)?.planning;
  const models = planning?.models ?? modelsOf(draft.start.closure, {});
  return { goal: planning?.request.goal ?? '', models: models.length > 0 ? models : [null] };
}

function fill(
  draft: Draft,
  executor: NodeRef,
  template: string,
  { goal, plan, result }: { readonly goal: string; readonly plan: DynamicFrame; readonly result: Json },
): void {
  const seen = { goal, result, steps: Object.fromEntries(plan.results) };
  const text = fillTextIn(draft, draft.frame(executor.frame), template, Object.entries(seen));
  if (text.ok) succeedNode(draft, executor, { ports: ['out'], result: { text: text.value } });
  else failNode(draft, executor, text.problem, { final: true });
}

function doneIn({ dynamic, results }: DynamicFrame): readonly string[] {
  return dynamic.body.nodes.flatMap(({ id, type }) => (type !== 'END' && results.has(id) ? [id] : []));
}

/** What the last steps gave, in full as far as a prompt has room for it. */
function lastOf({ dynamic, results }: DynamicFrame): Json {
  const given = dynamic.body.nodes.flatMap(({ id }): (readonly [string, Json])[] => {
    const result = results.get(id);
    return result === undefined ? [] : [[id, shortened(result)]];
  });
  return Object.fromEntries(given.slice(-LIMITS.observations));
}

function shortened(result: Json): Json {
  const text = JSON.stringify(result);
  return text.length <= LIMITS.observationCharacters
    ? result
    : `${text.slice(0, LIMITS.observationCharacters)}…`;
}

function ask(draft: Draft, executor: NodeRef, question: Question, models: readonly (string | null)[]): void {
  const around = draft.frame(executor.frame);
  const forbidden = forbiddenUnasked(draft, around, { capability: MODEL_CAPABILITY, input: null });
  if (forbidden !== null) {
    failNode(draft, executor, forbidden, { final: true });
    return;
  }
  const work = { kind: 'answering', models, question, tried: 0 } as const;
  draft.setActive(executor, { ...draft.active(executor), work });
  leave(draft, executor);
}

function leave(draft: Draft, executor: NodeRef): void {
  if (gateAllows(draft, executor) && mayGo(draft, verdictOnAnswer(draft, executor)))
    answerNow(draft, executor);
  else draft.held = [...draft.held, { ...executor, what: { kind: 'answer' } }];
}

/** What the budget says to the call that answers (K10). */
export function verdictOnAnswer(draft: Draft, executor: NodeRef): Verdict {
  const input = inputOf(draft, executor);
  return verdictOnCall(draft, draft.frame(executor.frame), MODEL_CAPABILITY, input);
}

/** Sends the call that answers. */
export function answerNow(draft: Draft, executor: NodeRef): void {
  const { address, work } = draft.active(executor);
  if (work.kind !== 'answering') return;
  const name = work.tried === 0 ? 'answer' : `answer-${work.tried + 1}`;
  callModel(draft, executor, withCall(address, name), inputOf(draft, executor));
}

function inputOf(draft: Draft, executor: NodeRef): Json {
  const { work } = draft.active(executor);
  return work.kind === 'answering' ? requestOf(work.question, work.models[work.tried] ?? null) : null;
}

/** A model has answered: that is what the executor comes to. */
export function onAnswered(draft: Draft, executor: NodeRef, result: Json, usage: Usage | undefined): void {
  succeedNode(draft, executor, { ports: ['out'], result, usage });
}

/** P5: a model could not be asked; the next one is, and where there is none the executor fails, with its steps done. */
export function onNotAnswered(
  draft: Draft,
  executor: NodeRef,
  error: RunError,
  usage: Usage | undefined,
): void {
  const active = draft.active(executor);
  const { work } = active;
  if (work.kind !== 'answering') return;
  if (work.tried + 1 >= work.models.length) {
    failNode(draft, executor, error, { usage });
    return;
  }
  draft.setActive(executor, { ...active, work: { ...work, tried: work.tried + 1 } });
  leave(draft, executor);
}
