import type { Diagnostic } from '#base';
import type { Plan } from '#plan';
import { namesIn } from '#projection';

/** Problems of one node, one state, one plan, or of what all plans share. */
export interface ProblemGroup {
  readonly key: string;
  readonly title: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Problems by what has them, under the names that people gave (T8), in the order in which they were found. */
export function problemGroups(
  diagnostics: readonly Diagnostic[],
  plans: readonly Plan[],
): readonly ProblemGroup[] {
  const groups = new Map<string, Omit<ProblemGroup, 'key' | 'diagnostics'> & { diagnostics: Diagnostic[] }>();
  for (const diagnostic of diagnostics) {
    const { plan: planId = '', node = '' } = diagnostic.where;
    const key = `${planId}/${node}`;
    const group = groups.get(key) ?? {
      title: titleOfGroup(diagnostic, plans),
      diagnostics: [],
    };
    group.diagnostics.push(diagnostic);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

function titleOfGroup({ where }: Diagnostic, plans: readonly Plan[]): string {
  const plan = plans.find(({ id }) => id === where.plan);
  const planName = plan?.name ?? where.plan ?? 'Workspace';
  const name = where.node === undefined || plan === undefined ? undefined : namesIn(plan).get(where.node);
  if (name === undefined) return planName;
  return plans.length > 1 ? `${name} in ${planName}` : name;
}
