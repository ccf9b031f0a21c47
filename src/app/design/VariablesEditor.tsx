import { Plus } from 'lucide-react';
import type { Variable } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { useWantedRow } from '../forms/wantedField';
import { Button } from '../parts/Button';
import { usePages } from '../parts/usePages';
import { asJson } from './asJson';
import styles from './Inspector.module.css';
import { VariableFields } from './VariableFields';

interface Props {
  readonly title: string;
  /** Shows and adds those of one side of the contract only. */
  readonly scope?: Variable['scope'];
  readonly variables: readonly Variable[];
  readonly disabled: boolean;
  readonly onChange: Change;
}

/** The variables that a plan declares (V1). */
export function VariablesEditor(props: Props) {
  return (
    <FieldAt of="variables">
      <Variables {...props} />
    </FieldAt>
  );
}

function Variables({ title, scope, variables, disabled, onChange }: Props) {
  const shown = variables.flatMap((variable, index) =>
    scope === undefined || variable.scope === scope ? [{ variable, index }] : [],
  );
  const pages = usePages(shown.length, scope === 'IN' ? 'inputs' : 'variables');
  useWantedRow((wanted) => pages.show(shown.findIndex(({ index }) => index === wanted)));
  const add = () => {
    const fresh = { id: freeId(variables), scope: scope ?? 'INTERNAL' };
    onChange(['variables'], [...variables.map((one) => asJson(one)), fresh]);
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
