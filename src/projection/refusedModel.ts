import { type Address, depthOf } from '#base';
import type { ModelSpec } from '#plan';
import { nodeAtAddress } from './names';
import type { NodeRecord, RunView } from './runView';

const UNAUTHORIZED = 'MODEL_UNAUTHORIZED';

/**
 * The model whose key was refused, where that is why a run failed (case F8): in the innermost step that failed, or the last one
 * that its planner asked. One that another model took the place of is not why.
 *
 * @returns null where no key was refused, or the run's own record has no such model
 */
export function refusedModelOf(view: RunView): ModelSpec | null {
  if (view.error === null) return null;
  let refused: { readonly model: string | null; readonly depth: number } | null = null;
  for (const record of view.nodes.values()) {
    const depth = depthOf(record.address);
    const model = record.status === 'failed' ? refusedAt(record, view) : undefined;
    if (model !== undefined && depth >= (refused?.depth ?? 0)) refused = { model, depth };
  }
  if (refused === null) return null;
  const { model } = refused;
  const models = view.started?.closure.models ?? [];
  return (model === null ? models[0] : models.find(({ id }) => id === model)) ?? null;
}

/** Id of the model that refused the key at a failed node, null for the first one; undefined: none did. */
function refusedAt({ address, error, input }: NodeRecord, view: RunView): string | null | undefined {
  const planning = view.planning.get(address);
  if (planning !== undefined) {
    const asked = planning.attempts.findLast(({ model }) => model !== null);
    return asked?.problems.some(({ code }) => code === UNAUTHORIZED) ? asked.model : undefined;
  }
  if (error?.code !== UNAUTHORIZED || view.error?.code !== UNAUTHORIZED) return undefined;
  return modelIn(input) ?? modelIn(paramsAt(address, view)) ?? null;
}

function modelIn(given: unknown): string | null {
  const isGiven = typeof given === 'object' && given !== null && 'model' in given;
  return isGiven && typeof given.model === 'string' ? given.model : null;
}

/** A node that asks a model by itself names it there. */
function paramsAt(address: Address, view: RunView): unknown {
  const plan = view.started?.closure.plans[0];
  const node = nodeAtAddress(address, plan?.kind === 'capability' ? plan : null, view);
  return node !== null && 'params' in node ? node.params : null;
}
