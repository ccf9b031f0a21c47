import { isJsonObject } from '#base';
import { flavourSchema, plannerKindOf } from '#plan';
import type { ControlProps } from '../forms/form';
import { kindOf } from '../forms/schema';
import { Select } from '../parts/Input';
import { useDocument } from '../state/session';
import styles from './Inspector.module.css';

/** How a planner plans (P2), and which rules or task network of the workspace it uses (P12). */
export function PlannerChoice({ ids, field, value, later, onChange }: ControlProps) {
  const documents = useDocument(({ workspace }) => workspace.planners);
  const kind = kindOf(field.schema);
  const options = kind.kind === 'choice' ? kind.options : [];
  const flavour = isJsonObject(value) ? value.flavour : value;
  const use = isJsonObject(value) && typeof value.use === 'string' ? value.use : '';
  const named = flavourSchema.safeParse(flavour);
  const usable = documents.filter((one) => named.success && one.kind === plannerKindOf(named.data));
  return (
    <>
      <Select
        {...ids}
        value={typeof flavour === 'string' ? flavour : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">A model where one is set, else rules</option>
        {options
          .filter((option) => !later.has(option.value) || option.value === flavour)
          .map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
      </Select>
      {(usable.length > 0 || use !== '') && typeof flavour === 'string' && (
        <Select
          aria-label="Which one"
          className={styles.second}
          disabled={ids.disabled}
          value={use}
          onChange={({ target }) => onChange(target.value === '' ? flavour : { flavour, use: target.value })}
        >
          <option value="">The built-in one</option>
          {usable.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
          {use !== '' && usable.every(({ id }) => id !== use) && <option value={use}>{use}</option>}
        </Select>
      )}
    </>
  );
}
