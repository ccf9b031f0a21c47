import type { ComponentType } from 'react';
import type { Json } from '#base';
import type { FieldIds } from '../parts/Field';
import { Input, Select } from '../parts/Input';
import { ExpressionInput } from './ExpressionInput';
import type { FormMode } from './form';
import { JsonInput } from './JsonInput';
import type { FieldKind, SchemaField } from './schema';
import { TextInput } from './TextInput';
import { isTemplate, templateText, templateValue } from './templates';

interface ControlProps {
  readonly ids: FieldIds & { readonly disabled: boolean; readonly required: boolean };
  readonly field: SchemaField;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

type Control = ComponentType<ControlProps>;

/** The control for a kind of field. In a template form whatever is no fixed choice is typed, so that it may hold `{{ }}`. */
export function controlFor(kind: FieldKind, mode: FormMode, value: Json | undefined): Control {
  if (mode === 'template' && (isTemplate(value) || !CHOSEN.has(kind.kind))) return TemplateControl;
  if (typeof value === 'object' && value !== null && TYPED.has(kind.kind)) return JsonControl;
  return CONTROLS[kind.kind];
}

const CHOSEN: ReadonlySet<FieldKind['kind']> = new Set(['choice', 'words', 'expression']);

/** Kinds whose value is no object: a value of another part of a union is edited as JSON. */
const TYPED: ReadonlySet<FieldKind['kind']> = new Set(['choice', 'suggest', 'text', 'number', 'expression']);

function ChoiceControl({ ids, field, value, onChange }: ControlProps) {
  const options = field.kind.kind === 'choice' ? field.kind.options : [];
  return (
    <Select
      {...ids}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      {(!field.required || value === undefined) && <option value="">as usual</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  );
}

function SuggestControl({ ids, field, value, onChange }: ControlProps) {
  const options = field.kind.kind === 'suggest' ? field.kind.options : [];
  return (
    <>
      <TextInput
        {...ids}
        list={`${ids.id}-words`}
        value={typeof value === 'string' ? value : ''}
        onCommit={(text) => onChange(text === '' ? undefined : text)}
      />
      <datalist id={`${ids.id}-words`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}

function NumberControl({ ids, field, value, onChange }: ControlProps) {
  const { kind } = field;
  const empty = kind.kind === 'number' && kind.nullable ? null : undefined;
  return (
    <Input
      {...ids}
      type="number"
      step={kind.kind === 'number' && kind.integer ? 1 : 'any'}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? empty : target.valueAsNumber)}
    />
  );
}

function TextControl({ ids, field, value, onChange }: ControlProps) {
  return (
    <TextInput
      {...ids}
      multiline={field.kind.kind === 'text' && field.kind.multiline}
      value={typeof value === 'string' ? value : ''}
      onCommit={(text) => onChange(text === '' && !field.required ? undefined : text)}
    />
  );
}

function ExpressionControl({ ids, field, value, onChange }: ControlProps) {
  return (
    <ExpressionInput
      {...ids}
      language={field.kind.kind === 'expression' ? field.kind.language : 'cel'}
      value={typeof value === 'string' ? value : ''}
      onCommit={onChange}
    />
  );
}

function WordsControl({ ids, value, onChange }: ControlProps) {
  return (
    <TextInput
      {...ids}
      multiline
      mono
      placeholder="one on each line"
      value={Array.isArray(value) ? value.map(String).join('\n') : ''}
      onCommit={(text) => onChange(linesOf(text))}
    />
  );
}

function TemplateControl({ ids, field, value, onChange }: ControlProps) {
  return (
    <ExpressionInput
      {...ids}
      language="template"
      multiline={field.kind.kind === 'text' && field.kind.multiline}
      value={templateText(value)}
      onCommit={(text) => onChange(templateValue(text, field))}
    />
  );
}

function JsonControl({ ids, value, onChange }: ControlProps) {
  return <JsonInput {...ids} value={value} onCommit={onChange} />;
}

const CONTROLS: Readonly<Record<FieldKind['kind'], Control>> = {
  choice: ChoiceControl,
  suggest: SuggestControl,
  number: NumberControl,
  text: TextControl,
  expression: ExpressionControl,
  words: WordsControl,
  boolean: JsonControl,
  rows: JsonControl,
  object: JsonControl,
  json: JsonControl,
};

function linesOf(text: string): readonly string[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines;
}
