import { Plus, Trash2 } from 'lucide-react';
import { use } from 'react';
import type { JsonObject } from '#base';
import type { PlanNode } from '#plan';
import { ExpressionInput } from '../forms/ExpressionInput';
import { ExpressionScopeContext } from '../forms/scope';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import styles from './Inspector.module.css';
import { useNodeResult } from './useNodeRecord';

interface Props {
  readonly node: PlanNode;
  readonly disabled: boolean;
  readonly onChange: (output: JsonObject | undefined) => void;
}

/** What the node writes: variable ← expression over `result` (V3). */
export function OutputFields({ node, disabled, onChange }: Props) {
  const scope = use(ExpressionScopeContext);
  const result = useNodeResult(node.id);
  const entries = Object.entries(node.output ?? {});
  const put = (index: number, name: string, expression: string) =>
    onChange(Object.fromEntries(entries.map((entry, at) => (at === index ? [name, expression] : entry))));
  const values = scope.values === null || result === undefined ? null : { ...scope.values, result };
  return (
    <div className={styles.group}>
      <h3>Writes</h3>
      <ExpressionScopeContext value={{ variables: ['result', ...scope.variables], values }}>
        {entries.map(([name, expression], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while a name is typed it is no key.
          <div key={index} className={styles.pair}>
            <TextInput
              id={`writes-${index}`}
              aria-label="Variable"
              mono
              list="plan-variables"
              disabled={disabled}
              value={name}
              onCommit={(next) => put(index, next, expression)}
            />
            <ExpressionInput
              id={`from-${index}`}
              aria-label={`Value of ${name}`}
              language="cel"
              disabled={disabled}
              value={expression}
              onCommit={(next) => put(index, name, next)}
            />
            <IconButton
              icon={Trash2}
              label={`Do not write ${name}`}
              disabled={disabled}
              onClick={() => {
                const rest = entries.filter((_, at) => at !== index);
                onChange(rest.length === 0 ? undefined : Object.fromEntries(rest));
              }}
            />
          </div>
        ))}
      </ExpressionScopeContext>
      <datalist id="plan-variables">
        {scope.variables.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {!disabled && (
        <Button
          size="small"
          icon={Plus}
          className={styles.add}
          onClick={() =>
            onChange({ ...node.output, [freeName(node.output ?? {}, scope.variables)]: 'result' })
          }
        >
          Write a variable
        </Button>
      )}
    </div>
  );
}

function freeName(output: object, declared: readonly string[]): string {
  const unwritten = declared.find((name) => !Object.hasOwn(output, name));
  if (unwritten !== undefined) return unwritten;
  let number = 1;
  while (Object.hasOwn(output, `value${number}`)) number++;
  return `value${number}`;
}
