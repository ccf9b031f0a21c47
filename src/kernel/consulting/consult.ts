import type { Json } from '#base';
import { compileAlone } from '#compile';
import { MODEL_CAPABILITY, modelsNamedBy } from '#plan';
import { scopeAddress } from '../activation';
import { modelsOf } from '../closure';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { openInside } from '../scopes/frames';
import type { Consultation, Question, Topic } from './consultation';

/** The name under which a leaf finds its input: a local one, so that what is in it is never read as a template (V3). */
const ASKED = '__asked';

/**
 * Asks a model on behalf of a node (K2): a scope with one leaf, a call of `model.generate` like any other. So it has an
 * address and a record of its own, is budgeted, served from a record, repeated after a crash, and waits while the run is
 * paused.
 *
 * @param before where the node stood; null for its first call
 */
export function askModel(
  draft: Draft,
  ref: NodeRef,
  purpose: string,
  question: Question,
  topic: Topic,
  before: Consultation | null,
  model = before?.model ?? 0,
): void {
  const id = modelsFor(draft, ref)[model] ?? null;
  const call = { capability: MODEL_CAPABILITY, input: requestOf(question, id), purpose };
  openCall(draft, ref, call, { topic, question, model, before });
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
export function askNextModel(draft: Draft, ref: NodeRef, consultation: Consultation): boolean {
  const { question, topic, leaf, model } = consultation;
  if (question === null || model + 1 >= modelsFor(draft, ref).length) return false;
  const purpose = leaf.id.slice(0, leaf.id.lastIndexOf('-'));
  askModel(draft, ref, purpose, question, topic, consultation, model + 1);
  return true;
}

export interface Call {
  /** What it is for: with its number the id of the leaf. */
  readonly purpose: string;
  readonly capability: string;
  readonly input: Json;
}

/** Opens the scope of the next call of a node. */
export function openCall(
  draft: Draft,
  ref: NodeRef,
  { purpose, capability, input }: Call,
  {
    before,
    ...about
  }: Pick<Consultation, 'topic' | 'question' | 'model'> & { readonly before: Consultation | null },
): void {
  const calls = (before?.calls ?? 0) + 1;
  const leaf = {
    id: `${purpose}-${calls}`,
    type: 'CAPABILITY',
    params: { capability },
    input: `{{ ${ASKED} }}`,
  } as const;
  const address = scopeAddress(draft, ref, {});
  const work = { kind: 'consulting', frame: address, consultation: { ...about, calls, leaf } } as const;
  draft.setActive(ref, { ...draft.active(ref), work });
  openInside(draft, ref, {
    id: address,
    address,
    scope: compileAlone(leaf, 0),
    layered: false,
    locals: { [ASKED]: input },
  });
}
