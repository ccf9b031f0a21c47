import { isJsonObject, type Json, own } from '#base';
import { Select } from '../parts/Input';
import { ExpressionInput, JsonInput } from './CodeField';
import { useSuggestionsOf } from './completion';
import type { Control, ControlProps, FormMode } from './form';
import type { FieldKind, NumberBounds, SchemaField } from './schema';
import { NamesInput, SuggestInput, TextInput, UntypedInput } from './TextInput';
import { isDuration, readDuration, readNumber, templateText, templateValue } from './typedValues';

/**
 * The control for a kind of field.
 *
 * @param expression the reader of the form wants to type an expression where the kind has a control of its own
 */
export function controlFor(
  kind: FieldKind,
  mode: FormMode,
  value: Json | undefined,
  expression: boolean,
): Control {
  if (!fits(kind, value)) return mode === 'template' ? TemplateControl : JsonControl;
  if (mode === 'template' && (expression || isTyped(kind))) return TemplateControl;
  return CONTROLS[kind.kind];
}

/** Whether the kind is typed as a text anyway, so that an expression needs no control of its own. */
export function isTyped({ kind }: FieldKind): boolean {
  return (
    kind === 'text' ||
    kind === 'number' ||
    kind === 'json' ||
    kind === 'untyped' ||
    kind === 'expression' ||
    kind === 'computed'
  );
}

/** Whether the control of a kind can show a value; what it cannot show is edited as JSON. */
function fits({ kind }: FieldKind, value: Json | undefined): boolean {
  if (value === undefined) return true;
  switch (kind) {
    case 'choice':
    case 'suggest':
    case 'text':
    case 'expression':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || typeof value === 'string' || value === null;
    case 'computed':
      return typeof value === 'number' || typeof value === 'string';
    case 'words':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    default:
      return true;
  }
}

/** What holds by itself is chosen where nothing is said; to choose it says nothing again. */
function ChoiceControl({ ids, field, value, later, onChange }: ControlProps) {
  const options = field.kind.kind === 'choice' || field.kind.kind === 'suggest' ? field.kind.options : [];
  const usual = options.find((option) => option.value === field.default)?.value ?? '';
  const shown = typeof value === 'string' ? value : usual;
  const isKnown = shown === '' || options.some((option) => option.value === shown);
  return (
    <Select
      {...ids}
      value={shown}
      onChange={({ target }) =>
        onChange(target.value === usual && !field.required ? undefined : target.value)
      }
    >
      {usual === '' && (!field.required || shown === '') && (
        <option value="">{unsetTitle(field) ?? 'Not set'}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={later.has(option.value)}>
          {later.has(option.value) ? `${option.title} (not in this version)` : option.title}
        </option>
      ))}
      {!isKnown && <option value={shown}>{shown}</option>}
    </Select>
  );
}

function NumberControl({ ids, field, value, onChange }: ControlProps) {
  const { kind } = field;
  if (kind.kind !== 'number') return null;
  return (
    <TextInput
      {...ids}
      inputMode={kind.bounds.integer ? 'numeric' : 'decimal'}
      placeholder={usualText(field)}
      value={typeof value === 'number' ? String(value / field.scale) : typeof value === 'string' ? value : ''}
      onCommit={(text) => {
        if (text.trim() === '') return onChange(kind.nullable ? null : undefined);
        const bounds = typedBounds(kind.bounds, field.scale);
        const read =
          isDuration(field.name) && field.scale === 1 ? readDuration(text, bounds) : readNumber(text, bounds);
        if (!read.ok) return read.problem;
        return onChange(field.scale === 1 ? read.value : Math.round(read.value * field.scale));
      }}
    />
  );
}

function TextControl({ ids, field, value, onChange }: ControlProps) {
  const suggestions = useSuggestionsOf(field.name);
  const shared = {
    ...ids,
    // Names of the language, and what other programs read.
    mono: isName(field) || field.schema.format === 'code',
    placeholder: usualText(field),
    value: typeof value === 'string' ? value : '',
    onCommit: (typed: string) => {
      const text = isName(field) ? typed.trim() : typed;
      return onChange(text === '' && !field.required ? undefined : text);
    },
  };
  if (suggestions.length > 0) return <SuggestInput {...shared} suggestions={suggestions} />;
  // Ids name ports, which edges leave: half a name is the name of another.
  const isId = field.name === 'id';
  return <TextInput {...shared} late={isId} multiline={field.kind.kind === 'text' && field.kind.multiline} />;
}

/** A name of the language: it has a pattern, and no space around it. */
function isName({ schema }: SchemaField): boolean {
  const written = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  return written.every((one: Json) => isJsonObject(one) && typeof one.pattern === 'string');
}

function ExpressionControl({ ids, field, value, onChange }: ControlProps) {
  return (
    <ExpressionInput
      {...ids}
      lines="grows"
      language={field.kind.kind === 'expression' ? field.kind.language : 'cel'}
      placeholder={usualText(field)}
      value={typeof value === 'string' ? value : ''}
      onCommit={onChange}
    />
  );
}

/** What reads as a number is stored as one. */
function ComputedControl({ ids, field, value, onChange }: ControlProps) {
  const { kind } = field;
  if (kind.kind !== 'computed') return null;
  return (
    <ExpressionInput
      {...ids}
      lines="grows"
      language="cel"
      placeholder={usualText(field)}
      value={value === undefined ? '' : String(value)}
      onCommit={(text) => {
        const number = readNumber(text, kind.bounds);
        return onChange(number.ok ? number.value : text);
      }}
    />
  );
}

function WordsControl({ ids, field, value, onChange }: ControlProps) {
  const suggestions = useSuggestionsOf(field.name);
  return (
    <NamesInput
      {...ids}
      suggestions={suggestions}
      value={Array.isArray(value) ? value.map(String) : []}
      onCommit={onChange}
    />
  );
}

function TemplateControl({ ids, field, value, onChange }: ControlProps) {
  const { kind } = field;
  const isText = kind.kind === 'text';
  return (
    <ExpressionInput
      {...ids}
      language="template"
      lines={isText && kind.multiline ? 'many' : 'grows'}
      placeholder={usualText(field)}
      value={templateText(value, kind.kind)}
      onCommit={(text) => {
        if (text === '' && !(isText && field.required)) return onChange(undefined);
        if (kind.kind !== 'number' || text.includes('{{')) return onChange(templateValue(text, kind.kind));
        const read = readNumber(text, kind.bounds);
        return read.ok ? onChange(read.value) : read.problem;
      }}
    />
  );
}

function JsonControl({ ids, value, onChange }: ControlProps) {
  return <JsonInput {...ids} value={value} onCommit={onChange} />;
}

function UntypedControl({ ids, value, onChange }: ControlProps) {
  return <UntypedInput {...ids} value={value} onCommit={onChange} />;
}

const CONTROLS: Readonly<Record<FieldKind['kind'], Control>> = {
  choice: ChoiceControl,
  suggest: ChoiceControl,
  number: NumberControl,
  text: TextControl,
  expression: ExpressionControl,
  computed: ComputedControl,
  words: WordsControl,
  boolean: JsonControl,
  rows: JsonControl,
  object: JsonControl,
  json: JsonControl,
  untyped: UntypedControl,
};

/** What saying nothing is called: the title of the empty word. */
function unsetTitle({ schema }: SchemaField): string | undefined {
  const title = isJsonObject(schema.titles) ? own(schema.titles, '') : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** What stands in an empty field: what it then means, or what could be there. */
function usualText(field: SchemaField): string | undefined {
  const { default: usual, example } = field;
  const shown = unsetTitle(field) ?? usual ?? example;
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : undefined;
}

/** The bounds of what is typed, where it is stored in smaller units: then a part of one is typed as well. */
export function typedBounds(bounds: NumberBounds, scale: number): NumberBounds {
  if (scale === 1) return bounds;
  const { minimum, maximum } = bounds;
  return {
    integer: false,
    minimum: minimum === undefined ? undefined : minimum / scale,
    maximum: maximum === undefined ? undefined : Math.floor(maximum / scale),
  };
}
