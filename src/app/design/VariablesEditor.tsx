import { Plus, Trash2 } from 'lucide-react';
import { jsonOf, problem } from '#base';
import type { Variable } from '#plan';
import { JsonInput } from '../forms/CodeField';
import { FieldAt, useWantedRow } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { TextInput } from '../forms/TextInput';
import { Button, IconButton } from '../parts/Button';
import { Select } from '../parts/Input';
import { usePages } from '../parts/VirtualList';
import { Field } from '../ui/Field';
import styles from './Inspector.module.css';

interface VariablesEditorProps {
  readonly title: string;
  /** Shows and adds those of one side of the contract only. */
  readonly scope?: Variable['scope'];
  readonly variables: readonly Variable[];
  readonly disabled: boolean;
  readonly onChange: Change;
}

/** The variables that a plan declares (V1). */
export function VariablesEditor(props: VariablesEditorProps) {
  return (
    <FieldAt of="variables">
      <Variables {...props} />
    </FieldAt>
  );
}

function Variables({ title, scope, variables, disabled, onChange }: VariablesEditorProps) {
  const shown = variables.flatMap((variable, index) =>
    scope === undefined || variable.scope === scope ? [{ variable, index }] : [],
  );
  const pages = usePages(shown.length, scope === 'IN' ? 'inputs' : 'variables');
  useWantedRow((wanted) => pages.show(shown.findIndex(({ index }) => index === wanted)));
  const add = () => {
    const fresh = { id: freeId(variables), scope: scope ?? 'INTERNAL' };
    onChange(['variables'], [...variables.map((one) => jsonOf(one)), fresh]);
    pages.show(shown.length);
  };
  return (
    <div className={styles.group}>
      <h3>{title}</h3>
      {pages.before}
      {shown.slice(pages.first, pages.end).map(({ variable, index }) => (
        <FieldAt key={index} of={index}>
          <VariableFields
            variable={variable}
            fixed={scope !== undefined}
            taken={(id) => variables.some((one) => one !== variable && one.id === id)}
            disabled={disabled}
            onChange={(inside, value) => onChange(['variables', index, ...inside], value)}
          />
        </FieldAt>
      ))}
      {pages.after}
      {!disabled && (
        <Button size="small" icon={Plus} className={styles.add} onClick={add}>
          {scope === 'IN' ? 'Add an input' : 'Add a variable'}
        </Button>
      )}
    </div>
  );
}

function freeId(variables: readonly Variable[]): string {
  const taken = new Set(variables.map(({ id }) => id));
  let number = 1;
  while (taken.has(`value${number}`)) number++;
  return `value${number}`;
}

const TYPES = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'yes or no',
  array: 'list',
  object: 'object',
} as const;

const SCOPES: Readonly<Record<Variable['scope'], string>> = {
  IN: 'IN, asked for',
  INTERNAL: 'INTERNAL',
  OUT: 'OUT, given back',
};

interface VariableFieldsProps {
  readonly variable: Variable;
  /** Its side of the contract is not asked for. */
  readonly fixed: boolean;
  /** Whether another has a name. */
  readonly taken: (name: string) => boolean;
  readonly disabled: boolean;
  /** Changes a field of it; the empty path removes it. */
  readonly onChange: Change;
}

/** One declared variable: its name, its side of the contract, its type, its default (V1). */
function VariableFields({ variable, fixed, taken, disabled, onChange }: VariableFieldsProps) {
  const { id, schema = {}, scope } = variable;
  const type = typeof schema.type === 'string' ? schema.type : '';
  return (
    <fieldset className={styles.variable} aria-label={`Variable ${id}`}>
      <div className={styles.line}>
        <FieldAt of="id">
          <TextInput
            aria-label="Name of the variable"
            mono
            late
            disabled={disabled}
            value={id}
            onCommit={(next) => (taken(next) ? nameTaken(next) : onChange(['id'], next))}
          />
        </FieldAt>
        {!disabled && (
          <IconButton icon={Trash2} label={`Remove ${id}`} onClick={() => onChange([], undefined)} />
        )}
      </div>
      <div className={styles.line}>
        {!fixed && (
          <Select
            aria-label={`Scope of ${id}`}
            disabled={disabled}
            value={scope}
            onChange={({ target }) => onChange(['scope'], target.value)}
          >
            {Object.entries(SCOPES).map(([one, title]) => (
              <option key={one} value={one}>
                {title}
              </option>
            ))}
          </Select>
        )}
        <FieldAt of="schema">
          <Select
            aria-label={`Type of ${id}`}
            disabled={disabled}
            value={type}
            onChange={({ target }) =>
              onChange(['schema', 'type'], target.value === '' ? undefined : target.value)
            }
          >
            <option value="">any type</option>
            {Object.entries(TYPES).map(([one, title]) => (
              <option key={one} value={one}>
                {title}
              </option>
            ))}
          </Select>
        </FieldAt>
      </div>
      {scope === 'IN' && (
        <FieldAt of="default">
          <DefaultField variable={variable} type={type} disabled={disabled} onChange={onChange} />
        </FieldAt>
      )}
    </fieldset>
  );
}

interface DefaultProps {
  readonly variable: Variable;
  readonly type: string;
  readonly disabled: boolean;
  readonly onChange: Change;
}

function DefaultField({ variable, type, disabled, onChange }: DefaultProps) {
  const value = jsonOf(variable).default;
  const hint = value === undefined ? 'Without one every run asks for it.' : undefined;
  return (
    <Field label="Default" hint={hint}>
      {(ids) =>
        type === 'string' && (value === undefined || typeof value === 'string') ? (
          <TextInput
            {...ids}
            multiline
            disabled={disabled}
            value={value ?? ''}
            onCommit={(text) => onChange(['default'], text === '' ? undefined : text)}
          />
        ) : (
          <JsonInput
            {...ids}
            disabled={disabled}
            value={value}
            onCommit={(next) => onChange(['default'], next)}
          />
        )
      }
    </Field>
  );
}

function nameTaken(name: string) {
  return problem('NAME_TAKEN', `The plan has a variable “${name}” already.`, 'Choose another name.');
}
