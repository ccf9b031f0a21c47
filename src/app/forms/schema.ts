import { isJsonObject, type Json, type JsonObject, own as ownProperty } from '#base';
import type { NumberBounds } from './numbers';

/** How a field is entered. Decided by its JSON Schema alone, so that every schema has a form. */
export type FieldKind =
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** Some words are known, others are allowed. */
  | { readonly kind: 'suggest'; readonly options: readonly Option[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly bounds: NumberBounds; readonly nullable: boolean }
  | { readonly kind: 'text'; readonly multiline: boolean }
  | { readonly kind: 'expression'; readonly language: 'cel' | 'jsonata' }
  | { readonly kind: 'words' }
  | { readonly kind: 'rows'; readonly item: JsonObject }
  | { readonly kind: 'object'; readonly schema: JsonObject }
  | { readonly kind: 'json' }
  /** No type is said, or texts are among several. */
  | { readonly kind: 'untyped' };

/** One word of a choice, and what it is called: its schema's annotation `titles` says so. */
interface Option {
  readonly value: string;
  readonly title: string;
}

export interface SchemaField {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly kind: FieldKind;
  /** The type in a word, shown beside the label. */
  readonly typeWord: string;
  /** What holds where nothing is said. */
  readonly default: Json | undefined;
  readonly schema: JsonObject;
}

/** The fields of an object schema, in the order in which it lists them. */
export function fieldsOf(schema: JsonObject): readonly SchemaField[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, property]) => {
    const own = isJsonObject(property) ? property : {};
    return {
      name,
      title: typeof own.title === 'string' ? own.title : titleFromName(name),
      description: typeof own.description === 'string' ? own.description : undefined,
      required: required.includes(name),
      kind: kindOf(own),
      typeWord: typeWordOf(own),
      default: own.default,
      schema: own,
    };
  });
}

export function kindOf(schema: JsonObject): FieldKind {
  const options = optionsOf(schema, schema);
  if (options) return { kind: 'choice', options };
  const alternatives = alternativesOf(schema);
  if (alternatives) return kindOfUnion(alternatives, schema);
  switch (schema.type) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'integer':
    case 'number':
      return { kind: 'number', bounds: boundsOf(schema), nullable: false };
    case 'string':
      return textKind(schema);
    case 'array':
      return arrayKind(isJsonObject(schema.items) ? schema.items : {});
    case 'object':
      return isJsonObject(schema.properties) ? { kind: 'object', schema } : { kind: 'json' };
    default:
      return { kind: isUntyped(schema) ? 'untyped' : 'json' };
  }
}

function isUntyped({ type }: JsonObject): boolean {
  return type === undefined || (Array.isArray(type) && type.includes('string'));
}

/** Of a union the part that is typed most easily; a value of another part is shown as JSON (see `controlFor`). */
function kindOfUnion(alternatives: readonly JsonObject[], around: JsonObject): FieldKind {
  const solid = alternatives.filter((one) => one.type !== 'null' && one.type !== 'object');
  const nullable = alternatives.some((one) => one.type === 'null');
  const options = solid.flatMap((one) => optionsOf(one, around) ?? []);
  if (options.length > 0) {
    return solid.every((one) => optionsOf(one, around) !== null)
      ? { kind: 'choice', options }
      : { kind: 'suggest', options };
  }
  const [only] = solid;
  if (solid.length > 1 && solid.some((one) => one.type === 'string')) return { kind: 'untyped' };
  if (solid.length !== 1 || !only) return { kind: 'json' };
  const kind = kindOf(only);
  return kind.kind === 'number' ? { ...kind, nullable } : kind;
}

function boundsOf({ type, minimum, maximum }: JsonObject): NumberBounds {
  return {
    integer: type === 'integer',
    minimum: typeof minimum === 'number' ? minimum : undefined,
    maximum: typeof maximum === 'number' ? maximum : undefined,
  };
}

function textKind(schema: JsonObject): FieldKind {
  if (schema.format === 'cel' || schema.format === 'jsonata')
    return { kind: 'expression', language: schema.format };
  return { kind: 'text', multiline: schema.format === 'multiline' };
}

function arrayKind(item: JsonObject): FieldKind {
  if (isJsonObject(item.properties)) return { kind: 'rows', item };
  const alternatives = alternativesOf(item) ?? [item];
  return alternatives.every((one) => one.type === 'string') ? { kind: 'words' } : { kind: 'json' };
}

function alternativesOf(schema: JsonObject): readonly JsonObject[] | null {
  const list = schema.anyOf ?? schema.oneOf;
  return Array.isArray(list) ? list.filter((one) => isJsonObject(one)) : null;
}

function optionsOf(schema: JsonObject, around: JsonObject): readonly Option[] | null {
  const words = wordsOf(schema);
  if (words === null) return null;
  const titles = schema.titles ?? around.titles;
  return words.map((value) => {
    const title = isJsonObject(titles) ? ownProperty(titles, value) : undefined;
    return { value, title: typeof title === 'string' ? title : value };
  });
}

function wordsOf(schema: JsonObject): readonly string[] | null {
  if (typeof schema.const === 'string') return [schema.const];
  if (!Array.isArray(schema.enum)) return null;
  const words = schema.enum.filter((word) => typeof word === 'string');
  return words.length === schema.enum.length && words.length > 0 ? words : null;
}

function typeWordOf(schema: JsonObject): string {
  if (schema.format === 'cel') return 'CEL';
  if (schema.format === 'jsonata') return 'JSONata';
  if (wordsOf(schema) !== null) return '';
  if (typeof schema.type === 'string') return schema.type;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return '';
}

/** `maxConcurrency` → "Max concurrency": what a schema without titles gets. */
export function titleFromName(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a form holds before it is touched: a box that has to be answered and is not ticked says no. */
export function startValues(schema: JsonObject): JsonObject {
  const unticked = fieldsOf(schema).filter(({ kind, required }) => kind.kind === 'boolean' && required);
  return Object.fromEntries(unticked.map(({ name, default: usual }) => [name, usual ?? false]));
}
