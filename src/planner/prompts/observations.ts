import { canonicalJson, type Json, LIMITS } from '#base';
import type { PlanSoFar, StepSoFar } from '../state';

/**
 * What a model is told of the steps that have run: how each came out, and of the last few what they gave (reference 4
 * keeps five, so that long plans do not fill the prompt).
 */
export function observationsOf({ steps, body }: PlanSoFar): Json {
  const names = new Map(body.nodes.map((node) => [node.id, node.name]));
  const recent = steps.length - LIMITS.observations;
  return steps.map((step, index) => {
    const name = names.get(step.id);
    return {
      id: step.id,
      ...(name === undefined ? {} : { name }),
      status: step.status,
      ...(index < recent ? {} : seen(step)),
    };
  });
}

function seen({ result, error }: StepSoFar): { readonly [field: string]: Json } {
  return {
    ...(result === undefined ? {} : { result: shortened(result) }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  };
}

function shortened(result: Json): Json {
  const text = typeof result === 'string' ? result : canonicalJson(result);
  const most = LIMITS.observationCharacters;
  return text.length <= most ? result : `${text.slice(0, most)}… (${text.length} characters)`;
}
