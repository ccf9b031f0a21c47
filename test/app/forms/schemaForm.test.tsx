import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { ITEM_LISTS, itemSchema, NODE_TYPES, newNode, paramsSchema } from '#plan';
import { SchemaForm } from '../../../src/app/forms/SchemaForm';
import { fieldsOf, kindOf, type SchemaField, titleFromName } from '../../../src/app/forms/schema';

function formOf(schema: JsonObject, value: JsonObject, mode: 'literal' | 'template' = 'literal'): string {
  return renderToStaticMarkup(<SchemaForm schema={schema} value={value} mode={mode} onChange={() => null} />);
}

const TYPES = Object.values(NODE_TYPES).map(({ type }) => type as keyof typeof NODE_TYPES);

/** The fields of a form, of each of its variants, and of the forms inside of it. */
function formsOf(schema: JsonObject): readonly (readonly SchemaField[])[] {
  const variant = fieldsOf(schema).find(({ isVariant }) => isVariant);
  const chosen = variant?.kind.kind === 'choice' ? variant.kind.options.map(({ value }) => value) : [];
  const forms =
    variant === undefined
      ? [fieldsOf(schema)]
      : chosen.map((value) => fieldsOf(schema, { [variant.name]: value }));
  const inside = forms.flat().flatMap(({ kind }) => {
    if (kind.kind === 'object') return formsOf(kind.schema);
    return kind.kind === 'rows' ? formsOf(kind.item) : [];
  });
  return [...forms, ...inside];
}

describe('E5 every schema has a form', () => {
  it('no form has two fields of one name', () => {
    const schemas = [
      ...TYPES.map((type) => paramsSchema(type)),
      ...ITEM_LISTS.map((list) => itemSchema(list)),
    ];
    for (const fields of schemas.flatMap(formsOf)) {
      const titles = fields.filter(({ isGiven }) => !isGiven).map(({ title }) => title);
      expect(titles).toEqual([...new Set(titles)]);
    }
  });

  it.each(TYPES)('every parameter of %s has a field that is labelled by its title', (type) => {
    const schema = paramsSchema(type);
    const html = formOf(schema, {});
    for (const field of fieldsOf(schema)) expect(html).toContain(escaped(field.title));
  });

  it.each(TYPES)('the parameters of a new %s are shown with their values', (type) => {
    const { params = {} } = newNode(type, new Set());
    const html = formOf(paramsSchema(type), JSON.parse(JSON.stringify(params)));
    for (const value of Object.values(params)) {
      if (typeof value === 'string' && value !== '') expect(html).toContain(escaped(value));
    }
  });

  it.each([...BUILT_IN_CATALOGUE.keys()])('every input of %s has a field', (id) => {
    const schema = BUILT_IN_CATALOGUE.get(id)?.input ?? {};
    const html = formOf(schema, {}, 'template');
    const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
    expect(fieldsOf(schema).map(({ name }) => name)).toEqual(names);
    for (const field of fieldsOf(schema)) expect(html).toContain(escaped(field.title));
  });

  it('every control is tied to a label, or says its own name', () => {
    const html = formOf(paramsSchema('PLANNER'), {});
    const labelled = new Set([...html.matchAll(/<label[^>]* for="([^"]+)"/g)].map(([, id]) => id));
    const controls = [...html.matchAll(/<(?:input|textarea|select)([^>]*)>/g)].map(
      ([, attributes = '']) => attributes,
    );
    expect(controls.length).toBeGreaterThan(10);
    for (const attributes of controls) {
      const id = / id="([^"]+)"/.exec(attributes)?.[1];
      const isNamed = attributes.includes('aria-label=') || attributes.includes('type="checkbox"');
      expect(isNamed || labelled.has(id), attributes).toBe(true);
    }
  });

  it('a value that its control cannot show is shown as JSON, not lost', () => {
    const schema = {
      type: 'object',
      properties: { by: { type: 'array', items: { type: 'string' } }, mode: { enum: ['a'] } },
    };
    const html = formOf(schema, { by: [1, 2], mode: { x: 1 } });
    expect(html).toContain('[ 1, 2 ]');
    expect(html).toContain('{ &quot;x&quot;: 1 }');
  });

  it('a choice that the schema does not know is kept as a choice', () => {
    const html = formOf(
      { type: 'object', properties: { merge: { enum: ['A'], default: 'A' } } },
      { merge: 'N_OF(2)' },
    );
    expect(html).toContain('<option value="N_OF(2)" selected="">N_OF(2)</option>');
  });

  it('what holds by itself is shown where nothing is said', () => {
    const number = { type: 'integer', default: 50 };
    const choice = { enum: ['never', 'always'], default: 'never', titles: { never: 'No', always: 'Always' } };
    const html = formOf({ type: 'object', properties: { number, choice } }, {});
    expect(html).toContain('placeholder="50"');
    expect(html).toContain('<option value="never" selected="">No</option>');
  });

  it('a choice that is not run yet is there, and cannot be taken', () => {
    const schema = { type: 'object', properties: { merge: { enum: ['A', 'B'] } } };
    const later = { merge: new Set(['B']) };
    const html = renderToStaticMarkup(
      <SchemaForm schema={schema} value={{}} mode="literal" later={later} onChange={() => null} />,
    );
    expect(html).toContain('<option value="B" disabled="">B (not in this version)</option>');
  });
});

describe('T8 problems stand under the field that has them', () => {
  const schema = {
    type: 'object',
    properties: {
      limits: {
        type: 'object',
        title: 'Limits',
        properties: { maxSteps: { type: 'integer', title: 'Most steps' } },
      },
      name: { type: 'string' },
    },
  };
  const wrong = {
    code: 'TOO_MANY',
    severity: 'error' as const,
    message: 'Too many steps.',
    help: 'Take fewer.',
    where: { field: '/limits/maxSteps' },
  };

  it('code, sentence and help are there, tied to the control; others stay as they were', () => {
    const html = renderToStaticMarkup(
      <SchemaForm schema={schema} value={{}} mode="literal" problems={[wrong]} onChange={() => null} />,
    );
    const [, described] = /<input[^>]*aria-describedby="([^"]+)"[^>]*aria-invalid="true"/.exec(html) ?? [];
    expect(described).toBeDefined();
    expect(html).toMatch(new RegExp(`id="${described}"[^>]*>.*Too many steps\\..*Take fewer\\..*TOO_MANY`));
    expect([...html.matchAll(/aria-invalid="true"/g)]).toHaveLength(1);
  });
});

describe('E5 kinds of fields', () => {
  it.each<[JsonObject, string]>([
    [{ enum: ['a', 'b'] }, 'choice'],
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'cel' }, 'expression'],
    [{ type: 'string', format: 'jsonata' }, 'expression'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'array', items: { type: 'string' } }, 'words'],
    [{ type: 'array', items: { type: 'object', properties: { a: {} } } }, 'rows'],
    [{ type: 'array' }, 'json'],
    [{ type: 'object', properties: { a: {} } }, 'object'],
    [{ type: 'object' }, 'json'],
    [{ anyOf: [{ enum: ['ALL'] }, { type: 'string', pattern: '^N' }] }, 'suggest'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'untyped'],
    [{ anyOf: [{ type: 'boolean' }, { type: 'number' }] }, 'json'],
    [{ type: ['string', 'null'] }, 'untyped'],
    [{}, 'untyped'],
    [{ type: 'nonsense' }, 'json'],
  ])('%j is entered as %s', (schema, kind) => {
    expect(kindOf(schema).kind).toBe(kind);
  });

  it('a schema without titles gets them from its names', () => {
    expect(titleFromName('maxConcurrency')).toBe('Max concurrency');
    expect(titleFromName('primary_tools')).toBe('Primary tools');
  });
});

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}
