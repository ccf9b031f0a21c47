import { useMemo } from 'react';
import type { Diagnostic } from '#base';
import { jsonOf } from '#base';
import { machinePartSchema, type StateMachinePlan } from '#plan';
import { givenNames } from '../design/changes';
import { OutputsEditor } from '../design/PairsEditor';
import { VariablesEditor } from '../design/VariablesEditor';
import type { Change } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { StateField } from './TransitionSetup';

const MACHINE = machinePartSchema('machine');

type MachineField = keyof StateMachinePlan;

/** What few machines have of their own stands there where it is said. */
const RARE: readonly MachineField[] = ['entry', 'initialActions', 'exit', 'invoke', 'output', 'tags'];
const USUAL: readonly MachineField[] = ['onGoal', 'onTransition', 'responders', 'guards', 'delays'];

interface Props {
  readonly machine: StateMachinePlan;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What a machine has besides its states: variables, its goal, who answers, named guards and delays. */
export default function MachineFields({ machine, disabled, problems, onChange }: Props) {
  const names = useMemo(() => givenNames(machine.variables), [machine.variables]);
  return (
    <>
      {(machine.type !== 'parallel' || machine.initial !== undefined) && (
        <StateField
          of="initial"
          in={MACHINE}
          value={machine.initial}
          states={machine.states}
          none={<>The first, {machine.states[0]?.name ?? machine.states[0]?.id}</>}
          disabled={disabled}
          problems={problems}
          onChoose={(state) => onChange(['initial'], state)}
        />
      )}
      <VariablesEditor
        title="Variables"
        variables={machine.variables}
        disabled={disabled}
        onChange={onChange}
      />
      <SchemaForm
        schema={MACHINE}
        value={jsonOf(machine)}
        only={[...RARE.filter((field) => field in machine), ...USUAL]}
        mode="literal"
        disabled={disabled}
        problems={problems}
        onChange={onChange}
      />
      <OutputsEditor
        result={machine.result}
        names={names}
        disabled={disabled}
        problems={problems}
        onChange={onChange}
      />
    </>
  );
}
