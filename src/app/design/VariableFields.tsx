import { Trash2 } from 'lucide-react';
import type { Json } from '#base';
import type { Variable } from '#plan';
import { JsonInput } from '../forms/JsonInput';
import { TextInput } from '../forms/TextInput';
import { Field } from '../parts/Field';
import { IconButton } from '../parts/IconButton';
import { Select } from '../parts/Input';
import styles from './Inspector.module.css';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
const SCOPES: readonly Variable['scope'][] = ['IN', 'INTERNAL', 'OUT'];

interface Props {
  readonly variable: Variable;
  readonly disabled: boolean;
  readonly onChange: (variable: Variable) => void;
  readonly onRemove: () => void;
}

/** One declared variable: its name, its side of the contract, its type, its default (V1). */
export function VariableFields({ variable, disabled, onChange, onRemove }: Props) {
  const { id, schema = {}, scope } = variable;
  const type = TYPES.find((one) => one === schema.type) ?? '';
  return (
    <fieldset className={styles.variable} aria-label={`Variable ${id}`}>
      <div className={styles.line}>
        <TextInput
          id={`variable-${id}`}
          aria-label="Name of the variable"
          mono
          disabled={disabled}
          value={id}
          onCommit={(next) => onChange({ ...variable, id: next })}
        />
        <IconButton icon={Trash2} label={`Remove ${id}`} disabled={disabled} onClick={onRemove} />
      </div>
      <div className={styles.line}>
        <Select
          aria-label={`Scope of ${id}`}
          disabled={disabled}
          value={scope}
          onChange={({ target }) =>
            onChange({ ...variable, scope: SCOPES.find((one) => one === target.value) ?? scope })
          }
        >
          {SCOPES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Select
          aria-label={`Type of ${id}`}
          disabled={disabled}
          value={type}
          onChange={({ target }) => onChange({ ...variable, schema: withType(schema, target.value) })}
        >
          <option value="">any type</option>
          {TYPES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </div>
      {scope === 'IN' && (
        <Field label="Default" hint="Without one every run asks for it.">
          {(ids) =>
            type === 'string' ? (
              <TextInput
                {...ids}
                multiline
                disabled={disabled}
                value={typeof variable.default === 'string' ? variable.default : ''}
                onCommit={(text) => onChange(withDefault(variable, text === '' ? undefined : text))}
              />
            ) : (
              <JsonInput
                {...ids}
                disabled={disabled}
                value={variable.default}
                onCommit={(value) => onChange(withDefault(variable, value))}
              />
            )
          }
        </Field>
      )}
    </fieldset>
  );
}

function withType(schema: NonNullable<Variable['schema']>, type: string): NonNullable<Variable['schema']> {
  const { type: _old, ...rest } = schema;
  return type === '' ? rest : { ...rest, type };
}

function withDefault(variable: Variable, value: Json | undefined): Variable {
  const { default: _old, ...rest } = variable;
  return value === undefined ? rest : { ...rest, default: value };
}
