import type { ControlProps } from '../forms/control';
import { SuggestInput } from '../forms/SuggestInput';
import { kindOf } from '../forms/schema';
import { useSuggestionsOf } from '../forms/suggestions';
import { Select } from '../parts/Input';
import styles from './Inspector.module.css';

const CAPABILITY = 'CAPABILITY';

/** How what branches wrote becomes one (R21): by one of the rules, or by a capability. */
export function MergeChoice({ ids, field, value, later, onChange }: ControlProps) {
  const capabilities = useSuggestionsOf('capability');
  const kind = kindOf(field.schema);
  const options = kind.kind === 'suggest' || kind.kind === 'choice' ? kind.options : [];
  const usual = typeof field.default === 'string' ? field.default : '';
  const called = /^CAPABILITY\((.+)\)$/.exec(typeof value === 'string' ? value : '')?.[1];
  const choose = (choice: string) => {
    if (choice === CAPABILITY) onChange(`CAPABILITY(${capabilities[0]?.value ?? 'echo'})`);
    else onChange(choice === usual ? undefined : choice);
  };
  return (
    <>
      <Select
        {...ids}
        value={called === undefined ? (typeof value === 'string' ? value : usual) : CAPABILITY}
        onChange={({ target }) => choose(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={later.has(option.value)}>
            {later.has(option.value) ? `${option.title} (not in this version)` : option.title}
          </option>
        ))}
        <option value={CAPABILITY}>A capability decides…</option>
      </Select>
      {called !== undefined && (
        <div className={styles.second}>
          <SuggestInput
            aria-label="Capability that merges"
            mono
            disabled={ids.disabled}
            suggestions={capabilities}
            value={called}
            onCommit={(id) => onChange(`CAPABILITY(${id})`)}
          />
        </div>
      )}
    </>
  );
}
