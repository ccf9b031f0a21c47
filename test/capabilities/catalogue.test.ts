import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json } from '#base';
import { BUILT_IN_CATALOGUE, builtInCapabilities, describeDocuments } from '#capabilities';
import { catalogueSchema } from '#plan';
import { csv, markdown } from '../notation/calling';

describe('A1 the catalogue of built-in capabilities', () => {
  const descriptors = [...BUILT_IN_CATALOGUE.values()];

  test('is a catalogue of the document, and finds each capability', () => {
    expect(catalogueSchema.parse(descriptors)).toEqual(descriptors);
    const capabilities = builtInCapabilities();
    for (const { id } of descriptors) expect(capabilities.find(id)?.descriptor.id).toBe(id);
    expect(capabilities.find('toString')).toBeUndefined();
    expect(capabilities.catalogue).toBe(BUILT_IN_CATALOGUE);
  });

  test('holds what templates and planners call', () => {
    const ids = `echo text.say text.join text.split text.replace text.upper text.lower text.trim text.count
      text.template text.readability data.jsonata table.load table.filter table.group table.aggregate table.sort
      table.limit table.join table.period table.span table.change table.compute table.across table.share table.top table.unpivot table.distinct table.sql table.answer documents.search documents.read documents.compare documents.answer
      model.generate human.ask memory.remember memory.recall notepad.read notepad.write`;
    expect([...BUILT_IN_CATALOGUE.keys()].toSorted()).toEqual(ids.split(/\s+/).toSorted());
  });

  test.each(descriptors.map((descriptor) => [descriptor.id, descriptor] as const))(
    'E5 %s has a title, a description, an icon, and a title for each field',
    (_, { title, description, icon, input }) => {
      expect([title, icon].every(Boolean)).toBe(true);
      expect(description).toMatch(/\.$/);
      const properties: Json = input.properties ?? {};
      for (const field of Object.values(isJsonObject(properties) ? properties : {})) {
        expect(field).toMatchObject({ title: expect.any(String) });
      }
    },
  );

  test('P3 schemas are free of noise: what a planner reads is what it must know', () => {
    expect(BUILT_IN_CATALOGUE.get('table.limit')?.input).toEqual({
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object' }, title: 'Rows' },
        limit: { type: 'integer', minimum: 0, maximum: 1_000_000, title: 'At most' },
        ties: {
          type: 'string',
          minLength: 1,
          title: 'Keep ties of',
          description:
            'The column that the rows are sorted by: two that are equally high are both the highest.',
        },
      },
      required: ['rows', 'limit'],
      additionalProperties: false,
    });
    expect(JSON.stringify(descriptors)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('T1, P16 none writes but what a session keeps: what the others do to the world is nothing or reading', () => {
    const writing = descriptors.filter(({ effect }) => effect !== 'pure' && effect !== 'read');
    expect(writing.map(({ id, effect }) => [id, effect])).toEqual([
      ['memory.remember', 'write'],
      ['notepad.write', 'write'],
    ]);
  });
});

describe('describeDocuments tells planners what there is', () => {
  test('columns with their types, values and ranges; headings and sizes', () => {
    expect(
      describeDocuments([
        {
          ...csv('sales', 'day,city,units,paid,none\n2026-01-02,Oslo,3,true,\n2026-01-01,Porto,-1,false,'),
          name: 'Sales',
        },
        markdown('notes', '# Notes\n\nTwo words.\n\n## More'),
        { id: 'plain', kind: 'text', text: '# no heading' },
        { id: 'list', kind: 'json', text: '[{"a":1},{"a":3}]' },
      ]),
    ).toEqual({
      tables: [
        {
          document: 'sales',
          name: 'Sales',
          rows: 2,
          columns: [
            { name: 'day', type: 'date', distinct: 2, empty: 0, min: '2026-01-01', max: '2026-01-02' },
            { name: 'city', type: 'text', distinct: 2, empty: 0, values: ['Oslo', 'Porto'] },
            { name: 'units', type: 'number', distinct: 2, empty: 0, min: -1, max: 3 },
            { name: 'paid', type: 'boolean', distinct: 2, empty: 0 },
            { name: 'none', type: 'text', distinct: 0, empty: 2, values: [] },
          ],
        },
        {
          document: 'list',
          name: 'list',
          rows: 2,
          columns: [{ name: 'a', type: 'number', distinct: 2, empty: 0, min: 1, max: 3 }],
        },
      ],
      documents: [
        { id: 'notes', name: 'Notes', kind: 'markdown', words: 4, headings: ['Notes', 'More'] },
        { id: 'plain', name: 'plain', kind: 'text', words: 2, headings: [] },
      ],
    });
  });

  test('at most 50 long texts of a column, at most 1,000 names, and no table that cannot be read', () => {
    const names = Array.from({ length: 1_080 }, (_, n) => `n${n}`);
    const long = names.map((name) => name.padEnd(61, '.'));
    const many = csv('many', `name,text\n${names.map((name, n) => `${name},${long[n]}`).join('\n')}`);
    const described = describeDocuments([many, csv('broken', 'a,b\n1'), csv('empty', '')]);
    expect(described.tables).toHaveLength(1);
    expect(described).toMatchObject({
      tables: [{ columns: [{ values: { length: 1_000 } }, { values: { length: 50 } }] }],
    });
  });
});
