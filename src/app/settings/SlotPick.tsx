import type { VaultEntry } from '#storage';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';

interface Props {
  readonly label: string;
  /** What the workspace says of it. */
  readonly hint?: string;
  /** Id of the connection; empty: none. */
  readonly picked: string;
  readonly entries: readonly VaultEntry[];
  readonly onPick: (id: string) => void;
}

/** The person's pick for a slot (W7): nothing that came from outside is connected without one (case A2). */
export function SlotPick({ label, hint, picked, entries, onPick }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <Select {...ids} value={picked} onChange={({ target }) => onPick(target.value)}>
          <option value="">Not connected (calls wait)</option>
          {entries.map(({ id, name, origin, model }) => (
            <option key={id} value={id}>
              {[name, model, origin].filter((fact) => fact !== null && fact !== '').join(' · ')}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
