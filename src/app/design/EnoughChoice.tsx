import type { ControlProps } from '../forms/control';
import { readNumber } from '../forms/numbers';
import { kindOf } from '../forms/schema';
import { TextInput } from '../forms/TextInput';
import { Select } from '../parts/Input';
import styles from './Inspector.module.css';

const ENOUGH = 'N_OF';
const FIRST = 2;

/** When a JOIN or a container is complete: one of the words, or so and so many (`N_OF(2)`). */
export function EnoughChoice({ ids, field, value, later, onChange }: ControlProps) {
  const kind = kindOf(field.schema);
  const options = kind.kind === 'suggest' || kind.kind === 'choice' ? kind.options : [];
  const usual = typeof field.default === 'string' ? field.default : '';
  const number = /^N_OF\((\d+)\)$/.exec(typeof value === 'string' ? value : '')?.[1];
  const choose = (choice: string) => {
    if (choice === ENOUGH) onChange(`N_OF(${FIRST})`);
    else onChange(choice === usual ? undefined : choice);
  };
  return (
    <>
      <Select
        {...ids}
        value={number === undefined ? (typeof value === 'string' ? value : usual) : ENOUGH}
        onChange={({ target }) => choose(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={later.has(option.value)}>
            {later.has(option.value) ? `${option.title} (not in this version)` : option.title}
          </option>
        ))}
        <option value={ENOUGH}>A number of them have succeeded…</option>
      </Select>
      {number !== undefined && (
        <div className={styles.second}>
          <TextInput
            aria-label="How many"
            inputMode="numeric"
            disabled={ids.disabled}
            value={number}
            onCommit={(text) => {
              const read = readNumber(text, { integer: true, minimum: 1 });
              return read.ok ? onChange(`N_OF(${read.value})`) : read.problem;
            }}
          />
        </div>
      )}
    </>
  );
}
