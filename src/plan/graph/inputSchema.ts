import type { JsonObject } from '#base';
import type { CapabilityPlan } from '../schema/plan';
import type { Variable } from '../schema/variable';

type Variables = CapabilityPlan['variables'] | undefined;

/** The inputs of a plan as the schema of a form (V1, E5). */
export function inputSchema(variables: Variables): JsonObject {
  const inputs = inputsOf(variables);
  return {
    type: 'object',
    properties: Object.fromEntries(
      inputs.map(({ id, schema, description }) => [
        id,
        description === undefined ? (schema ?? {}) : { description, ...schema },
      ]),
    ),
    required: inputs.filter((variable) => variable.default === undefined).map(({ id }) => id),
  };
}

/** What the inputs are where nothing is said. */
export function inputDefaults(variables: Variables): JsonObject {
  const entries = inputsOf(variables).flatMap(({ id, default: value }) =>
    value === undefined ? [] : [[id, value] as const],
  );
  return Object.fromEntries(entries);
}

function inputsOf(variables: Variables): readonly Variable[] {
  return Array.isArray(variables) ? variables.filter(({ scope }) => scope === 'IN') : [];
}
