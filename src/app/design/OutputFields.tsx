import { type Diagnostic, isJsonObject } from '#base';
import type { PlanNode } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { ExpressionScopeContext, useExpressionScope } from '../forms/scope';
import { useScene } from '../state/session';
import { asJson } from './asJson';
import { PairsEditor } from './PairsEditor';
import { useNodeResult } from './useNodeRecord';

interface Props {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** What is wrong with `output`. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What the node writes: variable ← expression over `result` (V3). */
export function OutputFields({ node, disabled, problems, onChange }: Props) {
  const scope = useExpressionScope();
  const result = useNodeResult(node.id);
  const writable = useWritable();
  const values = scope.values === null || result === undefined ? null : { ...scope.values, result };
  const members = isJsonObject(result) ? Object.keys(result).map((name) => `result.${name}`) : [];
  return (
    <ExpressionScopeContext value={{ variables: ['result', ...members, ...scope.variables], values }}>
      <FieldAt of="output">
        <PairsEditor
          title="Writes"
          what="Variable"
          add="Write a variable"
          pairs={asJson(node.output ?? {})}
          language="cel"
          names={writable}
          initial={() => 'result'}
          disabled={disabled}
          problems={problems}
          onChange={(path, value) => {
            const isEmpty = path.length === 0 && isJsonObject(value) && Object.keys(value).length === 0;
            return onChange(path, isEmpty ? undefined : value);
          }}
        />
      </FieldAt>
    </ExpressionScopeContext>
  );
}

/** Names that a node may write: an input of the plan is read only (V1). */
function useWritable(): readonly string[] {
  const declared = useScene((scene) => scene.plan?.variables);
  if (!Array.isArray(declared)) return [];
  return declared.filter((variable) => variable.scope !== 'IN').map(({ id }) => id);
}
