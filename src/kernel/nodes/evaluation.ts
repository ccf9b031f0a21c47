import { err, type Json, ok, type Result } from '#base';
import { MODEL_CAPABILITY, type NodeOf, USUAL_THRESHOLD, validateJson } from '#plan';
import { modelsFor, requestOf, scoreIn, scoreOf } from '../dialogue/dialogue';
import { scoreQuestion } from '../dialogue/wording';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame, NodeRef } from '../frame';
import { failNode, type Success, succeedNode } from '../node';
import type { LeafCall } from '../ports';
import { evaluateIn, fillTextIn, resolveInput } from '../variables';
import { type Behaviour, pure } from './behaviour';
import { callWith, startCall } from './call';

type Evaluation = NodeOf<'EVALUATION'>;

/** EVALUATION: scores its input, and takes `pass` when the score is at least the threshold (L9), else `fail`. */
export const evaluation: Behaviour<'EVALUATION'> = {
  isScripted: true,
  callsItself: isCalling,
  call: (draft, ref, node) => (isCalling(node) ? judging(draft, ref, node) : null),
  start: (draft, ref, node, attempt) => {
    if (!isCalling(node)) return compute(draft, ref, node, attempt);
    const input = resolveInput(draft, draft.frame(ref.frame), node);
    startCall(draft, ref, attempt, judging(draft, ref, node), input);
  },
  onResult: (draft, ref, node, result, usage) => {
    const score = scoreSaid(draft, ref, node, result);
    if (score === null) failNode(draft, ref, noScore(), { usage });
    else succeedNode(draft, ref, { ...passes(node, score), usage });
  },
};

/** Whether an EVALUATION asks somebody: rules and schemas are computed. */
function isCalling({ params }: Evaluation): boolean {
  return params.evaluator === 'model' || params.evaluator === 'capability';
}

/** The call of who judges: a capability is given the input, a model the question with it. */
function judging(draft: Draft, ref: NodeRef, node: Evaluation): Result<LeafCall, RunError> {
  const frame = draft.frame(ref.frame);
  const input = resolveInput(draft, frame, node);
  if (!input.ok) return input;
  const { evaluator, capability = '', question = '' } = node.params;
  if (evaluator === 'capability') return callWith(input, capability);
  const asked = fillTextIn(draft, frame, question);
  if (!asked.ok) return asked;
  const [model = null] = modelsFor(draft, ref);
  const request = requestOf(scoreQuestion(asked.value, input.value ?? null), model);
  return ok({ capability: MODEL_CAPABILITY, input: request });
}

const compute = pure<'EVALUATION'>((draft, frame, node) => {
  const value = resolveInput(draft, frame, node);
  if (!value.ok) return value;
  const score = computed(draft, frame, node, value.value ?? null);
  return score.ok ? ok(passes(node, score.value)) : score;
});

function computed(draft: Draft, frame: Frame, { params }: Evaluation, value: Json): Result<number, RunError> {
  if (params.evaluator === 'schema') return ok(validateJson(params.schema ?? {}, value).length === 0 ? 1 : 0);
  const found = evaluateIn(draft, frame, params.rule ?? '', [['value', value]]);
  if (!found.ok) return found;
  if (typeof found.value === 'boolean') return ok(found.value ? 1 : 0);
  return typeof found.value === 'number' ? ok(found.value) : err(noScore());
}

/** What a judge, a script or a person says that the score is (H4, D7). */
function scoreSaid(draft: Draft, ref: NodeRef, { params }: Evaluation, result: Json): number | null {
  if (draft.active(ref).work.kind === 'scripted') return typeof result === 'number' ? result : null;
  return params.evaluator === 'model' ? scoreIn(draft, result) : scoreOf(result);
}

function passes({ params }: Evaluation, score: number): Success {
  return { ports: [score >= (params.threshold ?? USUAL_THRESHOLD) ? 'pass' : 'fail'], result: score };
}

/** L9: an output that is no number fails the attempt. */
function noScore(): RunError {
  return {
    code: 'RESULT_INVALID',
    message: 'The evaluation gave no number.',
    help: 'Let its rule give a number or a boolean, or ask for a score in numbers.',
  };
}
