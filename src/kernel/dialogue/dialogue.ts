import { isJsonObject, type Json, type JsonObject, LIMITS, own, parseExactJson, parseJson } from '#base';
import { compileAlone } from '#compile';
import { MODEL_CAPABILITY, modelsNamedBy } from '#plan';
import { modelsOf } from '../closure';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import type { LeafCall } from '../ports';
import { openInside, scopeAddress } from '../scopes/scope';
import type { ModelDialogue, Question, Topic } from '../work';
import { type Choice, choiceQuestion, repairQuestion } from './wording';

/** The name under which a leaf finds its input: a local one, so that what is in it is never read as a template (V3). */
const ASKED = '__asked';

/**
 * Asks a model on behalf of a node (K2): a scope with one leaf, a call of `model.generate` like any other. So it has an
 * address and a record of its own, is budgeted, served from a record, repeated after a crash, and waits while the run is
 * paused.
 *
 * @param before where the node stood; null for its first call
 * @param at another model than the last, and the number of the call where it is that of the call before
 */
export function askModel(
  draft: Draft,
  ref: NodeRef,
  purpose: string,
  question: Question,
  topic: Topic,
  before: ModelDialogue | null,
  at: { readonly model?: number; readonly number?: number } = {},
): void {
  const { model = before?.model ?? 0, number } = at;
  const id = modelsFor(draft, ref)[model] ?? null;
  const call = { capability: MODEL_CAPABILITY, input: requestOf(question, id), purpose };
  openCall(draft, ref, call, { topic, question, model, before, number });
}

/** The input of `model.generate`; without an id the host chooses. An answer that does not fit is judged here, not there. */
export function requestOf(question: Question, model: string | null): Json {
  return { ...question, strict: false, ...(model === null ? {} : { model }) };
}

/** The models that a node may ask, in order (P5): those it names, else those of the workspace. */
export function modelsFor(draft: Draft, ref: NodeRef): readonly (string | null)[] {
  const named = modelsNamedBy(draft.compiled(ref).node);
  return modelsOf(draft.start.closure, named.length > 0 ? { models: named } : {});
}

/** P5: the same question to the next model, when one could not be asked; false where there is none. */
export function askNextModel(draft: Draft, ref: NodeRef, consultation: ModelDialogue): boolean {
  const { question, topic, leaf, model } = consultation;
  if (question === null || model + 1 >= modelsFor(draft, ref).length) return false;
  const purpose = leaf.id.slice(0, leaf.id.lastIndexOf('-'));
  askModel(draft, ref, purpose, question, topic, consultation, { model: model + 1 });
  return true;
}

interface Call extends LeafCall {
  /** What it is for: with its number the id of the leaf. */
  readonly purpose: string;
}

/**
 * Opens the scope of the next call of a node.
 *
 * @param number its number, where it shares that with the call before it
 */
export function openCall(
  draft: Draft,
  ref: NodeRef,
  { purpose, capability, input }: Call,
  {
    before,
    number,
    ...about
  }: Pick<ModelDialogue, 'topic' | 'question' | 'model'> & {
    readonly before: ModelDialogue | null;
    readonly number?: number | undefined;
  },
): void {
  const calls = number ?? (before?.calls ?? 0) + 1;
  const leaf = {
    id: `${purpose}-${calls}`,
    type: 'CAPABILITY',
    params: { capability },
    input: `{{ ${ASKED} }}`,
  } as const;
  const address = scopeAddress(draft, ref);
  draft.setWork(ref, { kind: 'consulting', frame: address, consultation: { ...about, calls, leaf } });
  openInside(draft, ref, {
    id: address,
    address,
    scope: compileAlone(leaf, 0),
    layered: false,
    locals: { [ASKED]: input },
  });
}

/** Asks a model for one of some ids. */
export function askForChoice(
  draft: Draft,
  ref: NodeRef,
  question: string,
  choices: readonly Choice[],
  material: Json | undefined,
): void {
  const ids = choices.map(({ id }) => id);
  const topic = { ids, kind: 'choice', repaired: false } as const;
  askModel(draft, ref, 'ask', choiceQuestion(question, choices, material), topic, null);
}

/**
 * A model has answered: the id that it chose, or null where it is asked once more because it named none of them.
 *
 * @returns an error when the repair names none of them either (L9)
 */
export function chosenBy(
  draft: Draft,
  ref: NodeRef,
  consultation: ModelDialogue,
  result: Json,
): string | RunError | null {
  const { topic, question } = consultation;
  if (topic.kind !== 'choice' || question === null) return null;
  const { ids } = topic;
  const chosen = choiceIn(draft, result, ids);
  if (chosen !== null) return chosen;
  if (topic.repaired) return noChoice(ids);
  const repair = repairQuestion(question, textIn(result), ids);
  askModel(draft, ref, 'repair', repair, { ...topic, repaired: true }, consultation);
  return null;
}

/** L9: what names no choice fails the attempt. */
export function noChoice(ids: readonly string[]): RunError {
  return {
    code: 'RESULT_INVALID',
    message: `The answer names none of the choices: ${ids.join(', ')}.`,
    help: 'Word the question so that one of them fits, say when each is chosen, or ask another model.',
  };
}

/** The words of a model's answer. */
export function textIn(result: Json): string {
  const text = isJsonObject(result) ? own(result, 'text') : result;
  return typeof text === 'string' ? text : '';
}

/**
 * A member of the JSON that a model answered with. An answer that does not fit what was asked for in everything may
 * still have it; then it is read from the text, the whole of it or what stands between its first and last brace.
 */
export function memberIn(draft: Draft, result: Json, name: string): Json | undefined {
  return own(objectIn(result, draft.has('exactAnswers')), name);
}

/**
 * The JSON object that a model answered with; an empty one where there is none.
 *
 * @param isExact fault X7: taken exactly as it reads, or not at all; not so in a run that was recorded before (K5)
 */
export function objectIn(result: Json, isExact = true): JsonObject {
  const json = isJsonObject(result) ? own(result, 'json') : undefined;
  const value = json ?? jsonIn(textIn(result), isExact);
  return isJsonObject(value) ? value : NOTHING;
}

const NOTHING: JsonObject = {};

function jsonIn(text: string, isExact: boolean): Json | undefined {
  const from = text.indexOf('{');
  return from < 0 ? undefined : read(text.slice(from, text.lastIndexOf('}') + 1), isExact);
}

function read(text: string, isExact: boolean): Json | undefined {
  const found = (isExact ? parseExactJson : parseJson)(text, LIMITS.jsonDepth);
  return found.ok ? found.value : undefined;
}

/** The id that an answer chooses; null where it names none of them. The bare id is an answer too. */
function choiceIn(draft: Draft, result: Json, ids: readonly string[]): string | null {
  const named = memberIn(draft, result, 'choice') ?? textIn(result).trim();
  return ids.find((id) => id === named) ?? null;
}

/** The score that a model's answer gives; null where it is no number. The bare number is an answer too. */
export function scoreIn(draft: Draft, result: Json): number | null {
  const named = memberIn(draft, result, 'score');
  if (named !== undefined) return typeof named === 'number' ? named : null;
  const text = textIn(result).trim();
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  const score = draft.has('exactAnswers') ? read(text, true) : Number(text);
  return typeof score === 'number' ? score : null;
}

/** The score that a capability gives: a number, or the member `score` of an object. */
export function scoreOf(result: Json): number | null {
  const score = isJsonObject(result) ? own(result, 'score') : result;
  return typeof score === 'number' ? score : null;
}
