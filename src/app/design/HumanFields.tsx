import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOf,
  own,
  problem,
  setAt,
} from '#base';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { type NodeFieldsProps, ParamFields } from './ParamFields';

/** What a person is asked: a message, buttons, and a form. A plain form is a list of fields; any other is its schema. */
export function HumanFields({ node, disabled, problems, onChange }: NodeFieldsProps<'HUMAN_INPUT'>) {
  const fields = askedFields(jsonOf(node.params).schema);
  const changeFields: Change = (inside, value) => {
    const next = setAt({ fields: fields ?? [] }, inside, value).fields ?? [];
    const names = Array.isArray(next) ? next.map(nameOf) : [];
    const doubled = names.find((name, at) => names.indexOf(name) !== at || name === '');
    if (doubled !== undefined) return notFree(doubled);
    return onChange(['params', 'schema'], Array.isArray(next) ? schemaOfFields(next) : undefined);
  };
  const params = { node, disabled, problems, onChange };
  if (fields === null) return <ParamFields {...params} />;
  return (
    <>
      <ParamFields {...params} omit={['schema', 'timeoutMs']} />
      <FieldAt of={['params', 'schema']}>
        <SchemaForm
          schema={ASKED_FIELDS}
          value={{ fields }}
          mode="literal"
          disabled={disabled}
          onChange={changeFields}
        />
      </FieldAt>
      <ParamFields {...params} omit={['message', 'decisions', 'schema']} />
    </>
  );
}

function nameOf(field: Json): string {
  return typeof field === 'object' && field !== null && 'name' in field ? String(field.name) : '';
}

function notFree(name: string): Diagnostic {
  return name === ''
    ? problem('NAME_MISSING', 'A field needs a name.', 'Give it one: the answer has it as its key.')
    : problem('NAME_TAKEN', `The form has a field “${name}” already.`, 'Choose another name.');
}

/** One field of a form that a person fills in, as its author lists it. */
type AskedField = {
  readonly name: string;
  readonly type: string;
  readonly title?: string;
  readonly choices?: readonly string[];
  readonly required?: boolean;
};

/** The form in which those fields are listed: a form about a form. */
export const ASKED_FIELDS: JsonObject = {
  type: 'object',
  properties: {
    fields: {
      type: 'array',
      title: 'Form',
      items: {
        type: 'object',
        required: ['name', 'type'],
        properties: {
          name: { type: 'string', title: 'Name' },
          title: { type: 'string', title: 'Label' },
          type: {
            title: 'Type',
            enum: ['string', 'multiline', 'number', 'integer', 'boolean', 'choice'],
            titles: {
              string: 'Text',
              multiline: 'Long text',
              number: 'Number',
              integer: 'Whole number',
              boolean: 'Yes or no',
              choice: 'Choice',
            },
          },
          choices: {
            type: 'array',
            items: { type: 'string' },
            title: 'Choices',
            description: 'For the type “Choice”.',
          },
          required: { type: 'boolean', title: 'Required' },
        },
      },
    },
  },
};

/** The fields of a JSON Schema that is a plain form; null when it says more than such a list can. */
export function askedFields(schema: Json | undefined): readonly AskedField[] | null {
  if (schema === undefined) return [];
  if (!isJsonObject(schema) || !hasOnly(schema, ['type', 'properties', 'required'])) return null;
  const { properties = {}, required = [] } = schema;
  if (schema.type !== 'object' || !isJsonObject(properties) || !isNames(required)) return null;
  const fields = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, required.includes(name)),
  );
  const whole = fields.flatMap((field) => field ?? []);
  const isWhole = whole.length === fields.length && required.every((name) => own(properties, name));
  return isWhole ? whole : null;
}

/** The JSON Schema of such a form; none when nothing is asked. `askedFields` reads it back. */
export function schemaOfFields(fields: readonly Json[]): JsonObject | undefined {
  if (fields.length === 0) return undefined;
  const rows = fields.filter((field) => isJsonObject(field));
  const required = rows.filter((row) => row.required === true).map(({ name }) => String(name));
  const properties = rows.map((row): [string, JsonObject] => [String(row.name), propertyOf(row)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}

function fieldOf(name: string, property: Json, isRequired: boolean): AskedField | null {
  if (!isJsonObject(property) || !hasOnly(property, ['type', 'title', 'format', 'enum'])) return null;
  const { title, format, enum: choices } = property;
  const type = typeOf(property);
  if (type === null || (title !== undefined && typeof title !== 'string')) return null;
  if (format !== undefined && type !== 'multiline') return null;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    type,
    ...(type === 'choice' && isNames(choices) ? { choices } : {}),
    ...(isRequired ? { required: true } : {}),
  };
}

function typeOf({ type, format, enum: choices }: JsonObject): string | null {
  if (choices !== undefined) return type === 'string' && isNames(choices) ? 'choice' : null;
  if (type === 'string') return format === 'multiline' ? 'multiline' : 'string';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : null;
}

function propertyOf({ title, type, choices }: JsonObject): JsonObject {
  const label = typeof title === 'string' ? { title } : {};
  if (type === 'multiline') return { type: 'string', format: 'multiline', ...label };
  if (type === 'choice') return { type: 'string', enum: Array.isArray(choices) ? choices : [], ...label };
  return { type: typeof type === 'string' ? type : 'string', ...label };
}

function isNames(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function hasOnly(object: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(object).every((key) => keys.includes(key));
}
