import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasErrors, type Json, type JsonObject, LIMITS } from '#base';
import { exportOlo, importOlo } from '#formats';
import { read, write } from '#plan';
import { ORCHARD } from './orchard';
import { randomPipelines } from './randomPipelines';

const pipeline = (tree: Json, more: JsonObject = {}): JsonObject => ({
  pipelines: { shed: { executionTree: tree, ...more } },
});
const codes = (value: Json | string): readonly string[] =>
  importOlo(value).diagnostics.map(({ code }) => code);

describe('W3 broken pipeline configurations are refused with every problem and its path', () => {
  it.each<[string, Json | string, readonly string[]]>([
    ['no JSON', '{"pipelines":', ['JSON_INVALID']],
    ['a list of numbers', [1, 'two'], ['WRONG_TYPE', 'WRONG_TYPE']],
    ['something else', { name: 'a letter' }, ['NOT_OLO']],
    ['no pipelines', { pipelines: {} }, ['NO_PIPELINES']],
    ['a pipeline without a tree', { pipelines: { shed: {} } }, ['MISSING_FIELD']],
    ['a tree that is a text', pipeline('root'), ['WRONG_TYPE', 'TYPE_UNKNOWN']],
    [
      'wrong types in a node',
      pipeline({ id: 7, type: 'SEQUENCE', children: {} }),
      ['WRONG_TYPE', 'WRONG_TYPE'],
    ],
    [
      'a mapping without a variable',
      pipeline({ id: 'a', type: 'PLUGIN', pluginRef: 'AXE', inputMappings: [{ pluginParameter: 'p' }] }),
      ['PLUGIN_NOT_IN_SCOPE', 'MISSING_FIELD'],
    ],
    [
      'a scope of variables that is none',
      pipeline({ id: 'r', type: 'SEQUENCE' }, { variableRegistry: [{ name: 'v', scope: 'OUTER' }] }),
      ['SCOPE_UNKNOWN'],
    ],
  ])('case A13 %s', (_, value, expected) => {
    const outcome = importOlo(value);
    expect(outcome.workspace).toBeNull();
    expect(codes(value)).toEqual(expected);
    expect(
      outcome.diagnostics.every(
        ({ where, help }) => where.field !== undefined || where.offset !== undefined || help !== '',
      ),
    ).toBe(true);
  });

  it('case C5 a tree nested too deeply is refused while it is parsed', () => {
    const deep = `${'{"type":"SEQUENCE","children":['.repeat(40)}${']}'.repeat(40)}`;
    expect(codes(`{"pipelines":{"shed":{"executionTree":${deep}}}}`)).toEqual(['JSON_TOO_DEEP']);
  });

  it('case C5 a tree that is too deep for a document of ours says so', () => {
    const deep = `${'{"type":"RETRY","children":['.repeat(24)}${']}'.repeat(24)}`;
    const outcome = importOlo(`{"pipelines":{"shed":{"executionTree":${deep}}}}`);
    expect(outcome.workspace).toBeNull();
    expect(hasErrors(outcome.diagnostics)).toBe(true);
  });

  it('case C1 a key that would touch a prototype is refused, names like it are data', () => {
    expect(codes('{"pipelines":{"__proto__":{"executionTree":{}}}}')).toEqual(['FORBIDDEN_KEY']);
    const { workspace } = importOlo({
      pipelines: {
        constructor: {
          variableRegistry: [{ name: 'toString', type: 'STRING', scope: 'INTERNAL' }],
          executionTree: { id: 'hasOwnProperty', type: 'PLUGIN', pluginRef: 'valueOf' },
        },
      },
    });
    expect(workspace?.plans[0]?.id).toBe('plan-1');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('T4 a text beyond the limit is refused with the number', () => {
    expect(codes(' '.repeat(LIMITS.importBytes + 1))).toEqual(['FILE_TOO_LARGE']);
  });

  it('I4 10 MB of faults are listed up to a bound, and the number of the others is said', () => {
    // Fewer nodes than are accepted: more are refused before any is read (fault F4).
    const children = Array.from({ length: 15_000 }, (_, index) => ({
      id: index,
      type: 'PLUGIN',
      pluginRef: 5,
      note: 'x'.repeat(700),
    }));
    const outcome = importOlo(pipeline({ id: 'r', type: 'SEQUENCE', children }));
    expect(outcome.workspace).toBeNull();
    expect(outcome.diagnostics.length).toBe(1_001);
    expect(outcome.diagnostics.at(-1)?.message).toMatch(/^\d{5} more findings are not listed/);
  });
});

describe('S3 nothing is dropped silently', () => {
  it('S3 a type that nobody knows is kept with all that is below it, does nothing, and is written back', () => {
    const tree = {
      id: 'odd',
      type: 'LEVITATE',
      params: { height: 3 },
      children: [{ id: 'below', type: 'PLUGIN' }],
    };
    const { workspace, diagnostics } = importOlo(pipeline(tree));
    const [plan] = workspace?.plans ?? [];
    expect(diagnostics.map(({ code }) => code)).toContain('TYPE_UNKNOWN');
    if (!workspace || plan?.kind !== 'capability') throw new Error('not imported');
    expect(plan.nodes[0]).toMatchObject({ type: 'GROUP', disabled: 'pass' });
    const exported = exportOlo(plan, workspace);
    expect(exported.ok && exported.value.value).toMatchObject({
      pipelines: { shed: { executionTree: tree } },
    });
  });

  it('S3 a key that their loader does not know is kept, and named when it is left out', () => {
    const { workspace, kept } = importOlo(
      pipeline(
        { id: 'r', type: 'SEQUENCE', connections: { db: 'cellar' }, children: [] },
        { colour: 'green' },
      ),
    );
    expect(kept.map(({ path }) => path)).toEqual([
      '/pipelines/shed/executionTree/connections',
      '/pipelines/shed/colour',
    ]);
    const [plan] = workspace?.plans ?? [];
    if (!workspace || !plan) throw new Error('not imported');
    const exported = exportOlo(plan, workspace);
    expect(exported.ok && JSON.stringify(exported.value.value)).not.toMatch(/colour|connections/);
    expect(exported.ok && exported.value.leftOut.map(({ code }) => code)).toContain('LEFT_OUT');
  });

  it('I3 every text of a document is there again after import and export, or was named', () => {
    const secretly = JSON.parse(JSON.stringify(ORCHARD).replaceAll('"TASTER"', '"Ω taster {{x}}"')) as Json;
    const { workspace } = importOlo(secretly);
    const [plan] = workspace?.plans ?? [];
    if (!workspace || !plan) throw new Error('not imported');
    const exported = exportOlo(plan, workspace);
    expect(exported.ok && exported.value.value).toEqual(secretly);
  });

  it('W3 whatever is done to a document, it is read or refused, and what is read opens', () => {
    const hurt = fc.tuple(
      randomPipelines,
      fc.nat(),
      fc.constantFrom('null', '7', '[]', '"x"', '{"type":"IF"}', '-1e9'),
    );
    fc.assert(
      fc.property(hurt, ([pipelines, at, by]) => {
        const text = JSON.stringify(pipelines);
        const places = [...text.matchAll(/:("[^"]*"|\d+|\[)/g)];
        const place = places[at % places.length];
        if (place?.index === undefined || place[1] === '[') return;
        const outcome = importOlo(
          `${text.slice(0, place.index + 1)}${by}${text.slice(place.index + 1 + (place[1]?.length ?? 0))}`,
        );
        expect(outcome.workspace === null).toBe(hasErrors(outcome.diagnostics));
        if (outcome.workspace !== null) expect(read(write(outcome.workspace)).kind).toBe('document');
      }),
      { seed: 5, numRuns: 150 },
    );
  });
});
