import type { JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import type { CapabilityDescriptor, Catalogue } from '#plan';
import type { PlannerState } from '#planner';

/** Tools as small as a test needs them: an id, its required parameters with their types, any others with `?`. */
export function tools(signatures: Readonly<Record<string, Readonly<Record<string, string>>>>): Catalogue {
  return new Map(Object.entries(signatures).map(([id, parameters]) => [id, descriptor(id, parameters)]));
}

function descriptor(id: string, parameters: Readonly<Record<string, string>>): CapabilityDescriptor {
  const names = Object.entries(parameters).map(
    ([name, type]) => [name.replace('?', ''), type, name.endsWith('?')] as const,
  );
  const properties: JsonObject = Object.fromEntries(names.map(([name, type]) => [name, { type }]));
  const required = names.filter(([, , isOptional]) => !isOptional).map(([name]) => name);
  return {
    id,
    description: `The tool ${id}.`,
    input: { type: 'object', properties, required, additionalProperties: false },
    output: {},
    effect: 'read',
  };
}

/** Two tools that most replies in these tests use. */
export const TOOLS = tools({
  echo: { text: 'string' },
  'scale.read': { bin: 'number', 'unit?': 'string' },
  'text.say': { text: 'string' },
  field_log: { query: 'string' },
  plot: { data: 'array', title: 'string' },
});

/** What a planner sees, with everything not given empty; the catalogue is `TOOLS`. */
export function plannerState(given: Partial<PlannerState> = {}): PlannerState {
  return {
    goal: '',
    transcript: [],
    memory: {},
    variables: {},
    writable: [],
    catalogue: TOOLS,
    forbidden: new Set(),
    limits: { maxSteps: 50, maxDepth: 3 },
    depth: 0,
    stepCount: 0,
    ...given,
  };
}

/** The built-in capabilities whose ids begin so. */
export function builtIn(...prefixes: readonly string[]): Catalogue {
  return new Map([...BUILT_IN_CATALOGUE].filter(([id]) => prefixes.some((prefix) => id.startsWith(prefix))));
}
