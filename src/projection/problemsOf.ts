import type { Diagnostic } from '#base';
import type { Plan } from '#plan';
import { inNames } from './names';

/** What a card says of the problems of its node, or state. */
export interface CardProblems {
  readonly reason: string;
  /** None of them keeps the plan from running: they are told in amber. */
  readonly warned?: true;
}

/** The problems of the nodes, or states, of a plan, by their ids: each sentence once, in the order of the list. */
export function problemsOf(
  plan: Plan,
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<string, CardProblems> {
  const found = new Map<string, { sentences: Set<string>; isError: boolean }>();
  for (const { where, message, severity } of diagnostics) {
    if (where.node === undefined || (where.plan !== undefined && where.plan !== plan.id)) continue;
    const known = found.get(where.node) ?? { sentences: new Set<string>(), isError: false };
    known.sentences.add(inNames(message, plan));
    found.set(where.node, { ...known, isError: known.isError || severity === 'error' });
  }
  return new Map(
    [...found].map(([node, { sentences, isError }]) => {
      const reason = [...sentences].join('\n');
      return [node, isError ? { reason } : { reason, warned: true }] as const;
    }),
  );
}
