import { useMemo } from 'react';
import { type Diagnostic, isJsonObject } from '#base';
import { type Plan, type PlanNode, resultShape, Shape } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import { type Change, ExpressionScopeContext, useExpressionScope } from '../forms/form';
import { problemsInside } from '../forms/formProblems';
import { useEditor, useScene } from '../state/session';
import { templateOf } from './changes';
import { useNodeResult } from './inspected';
import { PairsEditor } from './PairsEditor';
import { asJson } from './ValuesTab';

interface OutputsEditorProps {
  readonly result: Plan['result'];
  /** The variables that an output may be filled from. */
  readonly names: readonly string[];
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What a plan of either kind gives back: a template for each output (V1). */
export function OutputsEditor({ result, names, disabled, problems, onChange }: OutputsEditorProps) {
  return (
    <FieldAt of="result">
      <PairsEditor
        title="Outputs"
        what="Name of the output"
        add="Add an output"
        pairs={asJson(result ?? {})}
        language="template"
        names={names}
        initial={(name) => templateOf(name, names)}
        disabled={disabled}
        problems={problemsInside(problems, '/result')}
        onChange={(path, value) => onChange(['result', ...path], value)}
      />
    </FieldAt>
  );
}

interface OutputFieldsProps {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** What is wrong with `output`. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What the node writes: variable ← expression over `result` (V3). */
export function OutputFields({ node, disabled, problems, onChange }: OutputFieldsProps) {
  const around = useExpressionScope();
  const result = useNodeResult(node.id);
  const { catalogue } = useEditor();
  const writable = useWritable();
  const scope = useMemo(() => {
    const shape = resultShape(node, { catalogue }) ?? Shape.UNKNOWN;
    return {
      variables: ['result', ...around.variables],
      values: around.values === null || result === undefined ? null : { ...around.values, result },
      shapes: new Map([...(around.shapes ?? []), ['result', shape] as const]),
    };
  }, [around, result, node, catalogue]);
  return (
    <ExpressionScopeContext value={scope}>
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
