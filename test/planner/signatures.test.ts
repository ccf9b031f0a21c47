import { describe, expect, test } from 'vitest';
import { isJsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import type { CapabilityDescriptor } from '#plan';
import { promptFor } from '#planner';
import { plannerState } from './plannerState';

function linesFor(...tools: readonly CapabilityDescriptor[]): readonly string[] {
  const catalogue = new Map(tools.map((tool) => [tool.id, tool]));
  const prompt = promptFor(
    { flavour: 'llm', prompt: '{{ tools }}', repair: null },
    plannerState({ catalogue }),
    [],
  );
  if (!prompt.ok) throw new Error(prompt.problem[0]?.message);
  return prompt.value.messages[0]?.text.split('\n') ?? [];
}

const tool = (over: Partial<CapabilityDescriptor>): CapabilityDescriptor => ({
  id: 'a.tool',
  description: '',
  input: {},
  output: {},
  effect: 'read',
  ...over,
});

describe('P13 a tool as a model reads it', () => {
  test.each([...BUILT_IN_CATALOGUE.values()].map((one) => [one.id, one] as const))(
    '%s says all its parameters, and every field of what comes back',
    (id, descriptor) => {
      const [head = '', purpose = ''] = linesFor(descriptor);
      const [call = '', result = ''] = head.split(') -> ');
      expect(call.startsWith(`${id}(`)).toBe(true);
      expect(purpose.trim()).not.toBe('');
      const { properties: parameters = {}, required = [] } = descriptor.input;
      for (const name of Object.keys(parameters as object)) {
        const isNeeded = Array.isArray(required) && required.includes(name);
        expect(call).toContain(`${name}${isNeeded ? '' : '?'}: `);
      }
      const { properties: fields } = descriptor.output;
      expect(isJsonObject(fields) && Object.keys(fields).length > 0).toBe(true);
      for (const name of Object.keys(fields as object))
        expect(result).toMatch(new RegExp(`[{ ]${name}\\??: `));
    },
  );

  test('types, choices, defaults and hints', () => {
    const input = {
      type: 'object',
      required: ['rows', 'by'],
      properties: {
        none: { type: ['number', 'null'] },
        rows: { type: 'array', items: { type: 'object' } },
        by: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        order: { enum: ['asc', 'desc'], default: 'asc', description: 'Which way.' },
        some: { type: 'array', items: { enum: [1, 2] } },
        deep: { type: 'object', required: ['x'], properties: { x: { const: 'y' }, z: {} } },
      },
    };
    const output = { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: {} };
    expect(linesFor(tool({ input, output, description: 'Sorts.\nRows.' }))).toEqual([
      'a.tool(rows: object[], by: string | string[], none?: number | null, order?: "asc" | "desc" = "asc", some?: (1 | 2)[], deep?: {x: "y", z?: any}) -> {n?: integer, …}',
      '  Sorts. Rows.',
      '  order: Which way.',
    ]);
  });

  test('a tool whose result nobody has described says so', () => {
    expect(linesFor(tool({}))).toEqual(['a.tool() -> any (its fields are not known)']);
  });

  test('T4 long descriptions are cut at a word', () => {
    const [, purpose = ''] = linesFor(tool({ description: 'word '.repeat(500) }));
    expect(purpose.length).toBeLessThan(330);
    expect(purpose.endsWith('word …')).toBe(true);
  });
});
