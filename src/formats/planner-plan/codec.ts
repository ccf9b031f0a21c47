import { isJsonObject, type Json, LIMITS, own, parseJson } from '#base';
import { isStep, streamLineOf } from '#plan';
import type { Codec, Likeness } from '../common/codec';
import { type FileHead, firstOf, hasAny } from '../common/foreignText';

export const plannerPlan: Codec<'planner-plan'> = {
  id: 'planner-plan',
  title: 'Planner’s plan',
  holds: ['capability'],
  recognise,
  read: async (input) => (await import('./plannerPlan')).importPlannerPlan(input),
  write: async (plan, workspace) => (await import('./plannerPlan')).exportPlannerPlan(plan, workspace),
};

function recognise({ value, text }: FileHead): Likeness {
  if (value === null) return looksLikeLines(text) ? 'certain' : 'none';
  if (isJsonObject(value)) return ofObject(value);
  if ((value as readonly Json[]).some((one) => streamLineOf(one) !== null)) return 'certain';
  const first = firstOf(value);
  return hasAny(first, 'id') && hasAny(first, 'type') ? 'likely' : 'none';
}

function ofObject(value: FileHead['value']): Likeness {
  if (hasAny(value, 'planId', 'steps', 'nodes')) return 'likely';
  if (isJsonObject(value) && streamLineOf(value) !== null) return 'likely';
  return hasAny(value, 'id') && hasAny(value, 'type') ? 'possible' : 'none';
}

/** Whether a text may be a stream of lines, by its first line. */
function looksLikeLines(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  const parsed = parseJson(first, LIMITS.jsonDepth);
  if (!parsed.ok || !isJsonObject(parsed.value)) return false;
  return (
    streamLineOf(parsed.value) !== null || (own(parsed.value, 'id') !== undefined && isStep(parsed.value))
  );
}
