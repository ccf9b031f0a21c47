import { isJsonObject, itemsIn, type Json, type JsonObject, own as ownProperty, present } from '#base';

/** How a field is entered. Decided by its JSON Schema alone, so that every schema has a form. */
export type FieldKind =
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  /** Some words are known, others are allowed. */
  | { readonly kind: 'suggest'; readonly options: readonly Option[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly bounds: NumberBounds; readonly nullable: boolean }
  | { readonly kind: 'text'; readonly multiline: boolean }
  | { readonly kind: 'expression'; readonly language: 'cel' | 'jsonata' }
  /** A number, or the expression that gives one. */
  | { readonly kind: 'computed'; readonly bounds: NumberBounds }
  | { readonly kind: 'words' }
  | { readonly kind: 'rows'; readonly item: JsonObject }
  | { readonly kind: 'object'; readonly schema: JsonObject }
  | { readonly kind: 'json' }
  /** No type is said, or texts are among several. */
  | { readonly kind: 'untyped' };

/** What a number field takes: bounds are inclusive. */
export interface NumberBounds {
  readonly integer: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

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
  /** The type in a word, or the unit, shown beside the label. */
  readonly typeWord: string;
  /** What holds where nothing is said. */
  readonly default: Json | undefined;
  /** What could stand there, to be told while nothing does. */
  readonly example: Json | undefined;
  /** A number is stored so many times as large as it is typed. */
  readonly scale: number;
  /** Its texts may hold `{{ expressions }}` (V3). */
  readonly isTemplate: boolean;
  /** Nobody types it here: an id, a version, a date that is counted or noted, and what has a form of its own. */
  readonly isGiven: boolean;
  /** Its word says which variant of its object there is: all other fields follow it. */
  readonly isVariant: boolean;
  readonly schema: JsonObject;
}

/** Objects of several kinds that a word tells apart (a discriminated union). */
interface Variants {
  /** Name of the field that holds the word. */
  readonly tag: string;
  readonly options: ReadonlyMap<string, JsonObject>;
}

function variantsOf(schema: JsonObject): Variants | null {
  const options = (alternativesOf(schema) ?? []).filter((one) => isJsonObject(one.properties));
  const [first] = options;
  const tags = isJsonObject(first?.properties) ? Object.keys(first.properties) : [];
  const tag = tags.find((name) => options.every((option) => wordOf(option, name) !== null));
  if (options.length < 2 || tag === undefined) return null;
  return { tag, options: new Map(options.map((option) => [wordOf(option, tag) ?? '', option])) };
}

function wordOf({ properties }: JsonObject, tag: string): string | null {
  const field = isJsonObject(properties) ? ownProperty<Json | undefined>(properties, tag) : undefined;
  return isJsonObject(field) && typeof field.const === 'string' ? field.const : null;
}

/** The object schema that a value is meant to fit; of variants with their word as a choice, called as they are. */
function variantFor(schema: JsonObject, value: JsonObject): JsonObject {
  const variants = variantsOf(schema);
  if (variants === null) return schema;
  const { tag, options } = variants;
  const [first = ''] = options.keys();
  const word = ownProperty<Json | undefined>(value, tag);
  const chosen = options.get(typeof word === 'string' ? word : first) ?? options.get(first) ?? {};
  const properties = isJsonObject(chosen.properties) ? chosen.properties : {};
  const titles = [...options].map(([one, { properties: fields }]) => {
    const field = isJsonObject(fields) ? fields[tag] : undefined;
    return [one, isJsonObject(field) && typeof field.title === 'string' ? field.title : one];
  });
  const choice: JsonObject = {
    variant: true,
    enum: [...options.keys()],
    titles: Object.fromEntries(titles),
    ...(typeof schema.title === 'string' ? { title: schema.title } : {}),
  };
  return {
    ...chosen,
    ...present({ order: schema.order }),
    properties: { ...properties, [tag]: choice },
  };
}

/** What a value keeps of itself: the fields that its variant has, without those that say nothing. */
export function fitted(schema: JsonObject, value: JsonObject): JsonObject {
  const kept = fieldsOf(schema, value).flatMap(({ name }): [string, Json][] => {
    const field = ownProperty<Json | undefined>(value, name);
    return field === undefined ? [] : [[name, field]];
  });
  return Object.fromEntries(kept);
}

/** A value as another variant: with what both have, and what that one needs. */
export function asVariant(schema: JsonObject, value: JsonObject, word: JsonObject): JsonObject {
  return blankValue(schema, [], fitted(schema, { ...value, ...word }));
}

/** Whether something that has to be said of a value is not said yet. */
export function isIncomplete(schema: JsonObject, value: JsonObject): boolean {
  return fieldsOf(schema, value).some(
    ({ name, required, isGiven }) => required && !isGiven && isBlank(ownProperty(value, name)),
  );
}

/** Whether nothing stands there. */
export function isBlank(value: Json | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/**
 * The fields of an object schema: those that its annotation `order` names come first, all others as it lists them.
 *
 * @param value of variants its word says which one's fields they are
 */
export function fieldsOf(schema: JsonObject, value: JsonObject = {}): readonly SchemaField[] {
  const variant = variantFor(schema, value);
  const properties = isJsonObject(variant.properties) ? variant.properties : {};
  const required = itemsIn(variant.required);
  const first = Array.isArray(variant.order) ? variant.order.map(String) : [];
  const names = [...new Set([...first, ...Object.keys(properties)])];
  return names.flatMap((name) => {
    const property = ownProperty<Json | undefined>(properties, name);
    if (property === undefined) return [];
    const own = isJsonObject(property) ? property : {};
    return {
      name,
      title: typeof own.title === 'string' ? own.title : titleFromName(name),
      description: typeof own.description === 'string' ? own.description : undefined,
      required: required.includes(name),
      kind: kindOf(own),
      typeWord: kindOf(own).kind === 'computed' ? 'CEL' : typeWordOf(own),
      default: own.default,
      example: Array.isArray(own.examples) ? own.examples[0] : undefined,
      scale: typeof own.scale === 'number' ? own.scale : 1,
      isTemplate: own.template === true,
      isGiven: own.readOnly === true || own.isApart === true,
      isVariant: own.variant === true,
      schema: own,
    };
  });
}

/** The schema of an object that is a field of another. */
export function objectIn(schema: JsonObject, name: string): JsonObject {
  const kind = fieldsOf(schema).find((field) => field.name === name)?.kind;
  return kind?.kind === 'object' ? kind.schema : {};
}

/** What a field of an object is called. */
export function titleOfField(schema: JsonObject, name: string): string {
  return fieldsOf(schema).find((field) => field.name === name)?.title ?? titleFromName(name);
}

/** What a word of a choice is called. */
export function titleOfChoice(schema: JsonObject, name: string, word: string): string {
  const kind = fieldsOf(schema).find((field) => field.name === name)?.kind;
  const options = kind?.kind === 'choice' || kind?.kind === 'suggest' ? kind.options : [];
  return options.find(({ value }) => value === word)?.title ?? word;
}

export function kindOf(schema: JsonObject): FieldKind {
  if (schema.format === 'json') return { kind: 'json' };
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
  if (solid.every((one) => one.type === 'string') && only !== undefined) return textKind(only);
  const [computed, another] = solid.filter((one) => textKind(one).kind === 'expression');
  const number = solid.find((one) => one.type === 'integer' || one.type === 'number');
  if (computed && !another && number && solid.length === 2)
    return { kind: 'computed', bounds: boundsOf(number) };
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
  if (isJsonObject(item.properties) || variantsOf(item) !== null) return { kind: 'rows', item };
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
  if (typeof schema.unit === 'string') return schema.unit;
  if (schema.format === 'json') return 'JSON';
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

/**
 * An object whose required fields are there, so that it can be kept at once: names that are free, expressions that hold.
 *
 * @param rows the list that it shall stand in
 * @param known what is known of it: of variants the word
 */
export function blankValue(
  schema: JsonObject,
  rows: readonly Json[] = [],
  known: JsonObject = {},
): JsonObject {
  const missing = fieldsOf(schema, known).filter(({ name, required }) => required && !(name in known));
  return { ...known, ...Object.fromEntries(missing.map((field) => [field.name, blankField(field, rows)])) };
}

function blankField({ name, kind, schema, example }: SchemaField, rows: readonly Json[]): Json {
  switch (kind.kind) {
    case 'expression':
      return 'true';
    case 'choice':
    case 'suggest':
      return kind.options[0]?.value ?? '';
    case 'number':
    case 'computed':
      return Math.max(0, kind.bounds.minimum ?? 0);
    case 'words':
    case 'rows':
      return [];
    case 'text':
      return NAMES.has(name) ? freeName(name, rows) : (example ?? '');
    case 'json':
      return schema.type === 'object' ? {} : '';
    case 'untyped':
      return example ?? '';
    default:
      return '';
  }
}

/** Fields that tell the rows of a list apart. */
const NAMES: ReadonlySet<string> = new Set(['id', 'name', 'label', 'as', 'event', 'request']);

const STEMS: Readonly<Record<string, string>> = { label: 'Choice ', event: 'signal', request: 'signal' };

/** The next `item2` that no row has; a label is a text for people. */
function freeName(field: string, rows: readonly Json[]): string {
  const taken = new Set(rows.map((row) => (isJsonObject(row) ? row[field] : null)));
  const stem = STEMS[field] ?? 'item';
  let number = rows.length + 1;
  while (taken.has(`${stem}${number}`)) number++;
  return `${stem}${number}`;
}

/** What a form holds before it is touched: a box that has to be answered and is not ticked says no. */
export function startValues(schema: JsonObject): JsonObject {
  const unticked = fieldsOf(schema).filter(({ kind, required }) => kind.kind === 'boolean' && required);
  return Object.fromEntries(unticked.map(({ name, default: usual }) => [name, usual ?? false]));
}
