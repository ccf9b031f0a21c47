import { ArrowDown, ArrowUp, Braces, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type Diagnostic,
  durationText,
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
} from '#base';
import { Button, IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { Checkbox } from '../parts/Input';
import { usePages } from '../parts/VirtualList';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import { controlFor, isTyped } from './controls';
import { FieldAt, useWantedRow } from './FieldAt';
import {
  type Change,
  type Control,
  type FormMode,
  problemsInside,
  type Refusal,
  type SchemaFormProps,
  worstOf,
} from './form';
import styles from './SchemaForm.module.css';
import { asVariant, blankValue, fieldsOf, type SchemaField } from './schema';
import { isDuration, isTemplate, untypedWords } from './typedValues';

/** A form made from a JSON Schema (E5): a field for each property, labelled by its title. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, value, mode, disabled, only, controls, later, problems, inLine, flat, onChange } = props;
  const all = fieldsOf(schema, value);
  const fields =
    only?.flatMap((name) => all.filter((field) => field.name === name)) ??
    all.filter(({ isGiven }) => !isGiven);
  return (
    <div className={cx(styles.form, inLine && styles.line)}>
      {fields.map((field) => (
        <FieldAt key={field.name} of={field.name}>
          <FieldEditor
            field={field}
            value={own<Json | undefined>(value, field.name)}
            mode={field.isTemplate ? 'template' : mode}
            disabled={disabled ?? false}
            control={controls && own(controls, field.name)}
            later={later && own(later, field.name)}
            problems={problemsInside(problems, `/${escapePointer(field.name)}`)}
            flat={flat ?? false}
            onChange={(inside, next) =>
              field.isVariant
                ? onChange([], asVariant(schema, value, { [field.name]: next ?? '' }))
                : onChange([field.name, ...inside], next)
            }
          />
        </FieldAt>
      ))}
    </div>
  );
}

interface Props {
  readonly field: SchemaField;
  readonly value: Json | undefined;
  readonly mode: FormMode;
  readonly disabled: boolean;
  readonly control: Control | undefined;
  readonly later: ReadonlySet<string> | undefined;
  readonly problems: readonly Diagnostic[];
  readonly flat: boolean;
  readonly onChange: Change;
}

/** What edits one property of a schema. In a template form every value may be an expression instead. */
function FieldEditor(props: Props) {
  const { field, value, mode, disabled } = props;
  const [wished, setWished] = useState(false);
  // What is typed as a text anyway has the same control with an expression and without, or the focus would go.
  const mayBeExpression = mode === 'template' && !isTyped(field.kind);
  const asExpression = mayBeExpression && (wished || isTemplate(value));
  const toggle = mayBeExpression && !disabled && (
    <ExpressionToggle field={field} pressed={asExpression} onToggle={() => setWished(!asExpression)} />
  );
  // An expression that is there is an expression; the toggle offers one where there is none yet.
  return asExpression ? (
    <LabelledControl {...props} expression aside={isTemplate(value) ? null : toggle} />
  ) : (
    <PlainEditor {...props} aside={toggle} />
  );
}

function PlainEditor(props: Props & { readonly aside: ReactNode }) {
  const { field, value, mode, disabled, control, problems, flat, aside, onChange } = props;
  const { kind } = field;
  if (control === undefined && kind.kind === 'object' && (value === undefined || isJsonObject(value))) {
    const inside = (
      <SchemaForm
        schema={kind.schema}
        value={value ?? {}}
        mode={mode}
        disabled={disabled}
        problems={problems}
        onChange={onChange}
      />
    );
    if (flat) return inside;
    return (
      <fieldset className={styles.nested}>
        <Legend title={field.title} aside={aside} />
        <div className={styles.inset}>{inside}</div>
      </fieldset>
    );
  }
  if (control === undefined && kind.kind === 'rows' && (value === undefined || Array.isArray(value))) {
    const own = worstOf(problems.filter(({ where }) => where.field === ''));
    return (
      <fieldset className={styles.nested}>
        <Legend title={field.title} aside={aside} />
        <RowsEditor
          title={field.title}
          item={kind.item}
          rows={value ?? []}
          mode={mode}
          disabled={disabled}
          problems={problems}
          onChange={onChange}
        />
        {own && <ProblemNote problem={own} />}
      </fieldset>
    );
  }
  if (
    control === undefined &&
    kind.kind === 'boolean' &&
    (value === undefined || typeof value === 'boolean')
  ) {
    const isDefault = field.default === true;
    return (
      <div className={cx(aside !== false && styles.checkLine)}>
        <Checkbox
          label={field.title}
          checked={value ?? isDefault}
          disabled={disabled}
          onChange={({ target }) =>
            onChange([], target.checked === isDefault && !field.required ? undefined : target.checked)
          }
        />
        {aside}
      </div>
    );
  }
  return <LabelledControl {...props} />;
}

interface LabelledProps extends Props {
  readonly aside: ReactNode;
  readonly expression?: boolean;
}

function LabelledControl(props: LabelledProps) {
  const { field, value, mode, disabled, control, later, problems, aside, expression, onChange } = props;
  const Control = expression
    ? controlFor(field.kind, mode, value, true)
    : (control ?? controlFor(field.kind, mode, value, false));
  // A type says what an expression has to give; of a long text it says nothing.
  const isLong = field.kind.kind === 'text' && field.kind.multiline;
  const isExpression = field.kind.kind === 'expression' || field.kind.kind === 'computed';
  const isSaid = isExpression || field.schema.unit !== undefined || field.schema.format === 'json';
  const word = (mode === 'template' && !isLong) || isSaid ? field.typeWord : '';
  return (
    <Field
      label={field.title}
      aside={
        <>
          {word} {aside}
        </>
      }
      hint={hintOf(field, value, mode)}
      problem={worstOf(problems)}
    >
      {(ids) => (
        <Control
          ids={{ ...ids, disabled, required: field.required }}
          field={field}
          value={value}
          later={later ?? NONE}
          onChange={(next) => onChange([], next)}
        />
      )}
    </Field>
  );
}

/** A long span of time is said in words too, and how a value without a type is read. */
function hintOf(field: SchemaField, value: Json | undefined, mode: FormMode): string | undefined {
  if (field.kind.kind === 'untyped' && mode === 'literal')
    return [field.description, untypedWords(value)].filter(Boolean).join(' ');
  if (!isDuration(field.name) || typeof value !== 'number' || value < 1_000) return field.description;
  return [`${durationText(value)}.`, field.description].filter(Boolean).join(' ');
}

const NONE: ReadonlySet<string> = new Set();

function Legend({ title, aside }: { readonly title: string; readonly aside: ReactNode }) {
  return (
    <legend>
      <span>{title}</span>
      {aside}
    </legend>
  );
}

interface ToggleProps {
  readonly field: SchemaField;
  readonly pressed: boolean;
  readonly onToggle: () => void;
}

function ExpressionToggle({ field, pressed, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={`Expression for ${field.title}`}
      data-tip="Use an expression"
      aria-pressed={pressed}
      onClick={onToggle}
    >
      <Braces aria-hidden />
    </button>
  );
}

interface RowsProps {
  readonly title: string;
  readonly item: JsonObject;
  readonly rows: readonly Json[];
  readonly mode: FormMode;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** A list of objects: cases, decisions, aggregates. Its order is meaning, so rows can be moved. */
function RowsEditor({ title, item, rows, mode, disabled, problems, onChange }: RowsProps) {
  const name = title.toLowerCase().split(',')[0] ?? title;
  const [refusal, setRefusal] = useState<Refusal>(null);
  const pages = usePages(rows.length, name);
  useWantedRow(pages.show);
  const shown = rows.slice(pages.first, pages.end).map((row, at) => ({ row, index: pages.first + at }));
  const put = (next: readonly Json[]) => setRefusal(onChange([], next));
  const move = (from: number, to: number) => {
    const [moved] = rows.slice(from, from + 1);
    if (moved !== undefined) put(rows.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <>
      {pages.before}
      {shown.map(({ row, index }) => (
        <div key={index} className={styles.inset}>
          <FieldAt of={index}>
            <SchemaForm
              schema={item}
              value={isJsonObject(row) ? row : {}}
              mode={mode}
              disabled={disabled}
              problems={problemsInside(problems, `/${index}`)}
              onChange={(inside, next) => onChange([index, ...inside], next)}
            />
          </FieldAt>
          {!disabled && (
            <div className={styles.rowActions}>
              <IconButton
                icon={ArrowUp}
                label={`Move ${index + 1} of ${name} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${index + 1} of ${name} down`}
                disabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon={Trash2}
                label={`Remove ${index + 1} of ${name}`}
                onClick={() => setRefusal(onChange([index], undefined))}
              />
            </div>
          )}
        </div>
      ))}
      {pages.after}
      {!disabled && (
        <Button
          size="small"
          icon={Plus}
          className={styles.add}
          aria-label={`Add to ${name}`}
          onClick={() => {
            put([...rows, blankValue(item, rows)]);
            pages.show(rows.length);
          }}
        >
          Add
        </Button>
      )}
      {refusal && <ProblemNote problem={refusal} />}
    </>
  );
}
