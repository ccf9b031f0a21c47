import { isJsonObject } from '#base';
import type { ControlProps } from '../forms/control';
import { SchemaForm } from '../forms/SchemaForm';
import { Select } from '../parts/Input';
import styles from './Inspector.module.css';

/** Whether the planner of a plan in progress is asked for another (P9), and when. Without settings the usual ones count. */
export function ReplanChoice({ ids, field, value, onChange }: ControlProps) {
  const settings = isJsonObject(value) ? value : null;
  return (
    <>
      <Select
        {...ids}
        value={settings === null ? 'off' : 'on'}
        onChange={({ target }) => onChange(target.value === 'on' ? {} : undefined)}
      >
        <option value="off">Never</option>
        <option value="on">When the plan is in doubt</option>
      </Select>
      {settings !== null && (
        <div className={styles.second}>
          <SchemaForm
            schema={field.schema}
            value={settings}
            mode="literal"
            disabled={ids.disabled}
            onChange={([name = ''], next) => {
              const { [name]: _before, ...others } = settings;
              return onChange(next === undefined ? others : { ...others, [name]: next });
            }}
          />
        </div>
      )}
    </>
  );
}
