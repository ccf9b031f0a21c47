import type { Diagnostic } from '#base';
import type { Plan } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { problemsInside } from '../forms/problems';
import { asJson } from './asJson';
import { templateOf } from './givenNames';
import { PairsEditor } from './PairsEditor';

interface Props {
  readonly result: Plan['result'];
  /** The variables that an output may be filled from. */
  readonly names: readonly string[];
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What a plan of either kind gives back: a template for each output (V1). */
export function OutputsEditor({ result, names, disabled, problems, onChange }: Props) {
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
