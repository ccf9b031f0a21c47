import type { Json } from '#base';
import { compileAlone } from '#compile';
import { MODEL_CAPABILITY, modelsNamedBy } from '#plan';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { scopeAddress } from '../nodes/activate';
import { modelsOf } from '../planning/models';
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
  const input: Json = { ...question, strict: false, ...(id === null ? {} : { model: id }) };
  open(draft, ref, { purpose, capability: MODEL_CAPABILITY, input }, { topic, question, model, before });
}

/** The models that a node may ask, in order (P5): those it names, else those of the workspace. */
function modelsFor(draft: Draft, ref: NodeRef): readonly (string | null)[] {
  const named = modelsNamedBy(draft.compiled(ref).node);
  return modelsOf(draft.start.closure, named.length > 0 ? { models: named } : {});
}

/** Whether there is another model to ask when one could not be. */
export function hasNextModel(draft: Draft, ref: NodeRef, { model }: Consultation): boolean {
  return model + 1 < modelsFor(draft, ref).length;
}

/** The same question to the next model. */
export function askNextModel(draft: Draft, ref: NodeRef, consultation: Consultation): void {
  const { question, topic, leaf, model } = consultation;
  const purpose = leaf.id.slice(0, leaf.id.lastIndexOf('-'));
  askModel(draft, ref, purpose, question, topic, consultation, model + 1);
}

interface Call {
  readonly purpose: string;
  readonly capability: string;
  readonly input: Json;
}

function open(
  draft: Draft,
  ref: NodeRef,
  { purpose, capability, input }: Call,
  { before, ...about }: Pick<Consultation, 'topic' | 'question' | 'model'> & { before: Consultation | null },
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
