import { type Diagnostic, isJsonObject, type Json, LIMITS, own, problem, type Where } from '#base';

/** T4: the one refusal of containers that are nested too deeply, wherever that is found. */
export function containersTooDeep(where: Where): Diagnostic {
  return problem(
    'CONTAINER_TOO_DEEP',
    `Containers are nested more than ${LIMITS.containerDepth} deep.`,
    'Flatten the groups.',
    where,
  );
}

const BODIES = ['body', 'try', 'catch', 'finally'] as const;

/**
 * Looks through a value that is too deep for JSON of ours: is it containers inside each other that make it so? They are told
 * as such, and not by levels of JSON, of which each container takes three.
 *
 * @param value a workspace, a plan or a body
 */
export function nestedTooDeep(value: Json): Diagnostic | null {
  const pending: {
    readonly value: Json | undefined;
    readonly depth: number;
    readonly plan: string | null;
  }[] = [
    ...listIn(value, 'plans').map((plan) => ({ value: plan, depth: 0, plan: idOf(plan) })),
    { value, depth: 0, plan: null },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { depth, plan } = next;
    for (const node of listIn(next.value, 'nodes')) {
      const id = idOf(node);
      const where = { ...(plan === null ? {} : { plan }), ...(id === null ? {} : { node: id }) };
      if (depth > LIMITS.containerDepth) return containersTooDeep(where);
      if (!isJsonObject(node)) continue;
      for (const body of BODIES) pending.push({ value: own(node, body), depth: depth + 1, plan });
    }
  }
  return null;
}

function listIn(value: Json | undefined, key: string): readonly Json[] {
  const list = isJsonObject(value) ? own(value, key) : undefined;
  return Array.isArray(list) ? list : [];
}

function idOf(value: Json): string | null {
  const id = isJsonObject(value) ? own(value, 'id') : undefined;
  return typeof id === 'string' ? id : null;
}
