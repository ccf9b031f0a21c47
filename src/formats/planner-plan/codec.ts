import { isJsonObject, type Json } from '#base';
import { streamLineOf } from '#plan';
import type { Codec, Likeness } from '../common/codec';
import { type FileHead, firstOf, hasAny } from '../common/foreignText';
import { looksLikeLines } from './streamLines';

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
