import { type Diagnostic, isJsonObject } from '#base';
import type { NodeOf } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { problemsInside } from '../forms/problems';
import { useScene } from '../state/session';
import { asJson } from './asJson';
import { givenNames, templateOf } from './givenNames';
import { PairsEditor } from './PairsEditor';
import { ParamFields } from './ParamFields';

interface Props {
  readonly node: NodeOf<'END'>;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What an END gives as the result of its scope, and what it ends. */
export function EndFields({ node, disabled, problems, onChange }: Props) {
  const variables = useScene((scene) => scene.plan?.variables);
  const names = givenNames(variables);
  const result = asJson(node.params ?? {}).result ?? {};
  const params = <ParamFields node={node} disabled={disabled} problems={problems} onChange={onChange} />;
  if (!isJsonObject(result)) return params;
  return (
    <>
      <FieldAt of={['params', 'result']}>
        <PairsEditor
          title="Gives"
          what="Name of the result"
          add="Add a result"
          pairs={result}
          language="template"
          names={names}
          initial={(name) => templateOf(name, names)}
          disabled={disabled}
          problems={problemsInside(problems, '/params/result')}
          onChange={(inside, value) => onChange(['params', 'result', ...inside], value)}
        />
      </FieldAt>
      <ParamFields
        node={node}
        disabled={disabled}
        omit={['result']}
        problems={problems}
        onChange={onChange}
      />
    </>
  );
}
