import { useMemo } from 'react';
import { type Diagnostic, isJsonObject, type Json } from '#base';
import type { StateMachinePlan } from '#plan';
import { givenNames } from '../design/changes';
import { OutputsEditor } from '../design/OutputsEditor';
import { asJson } from '../design/ValuesTab';
import { VariablesEditor } from '../design/VariablesEditor';
import type { Change } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { MACHINE_FORM } from './stateSchemas';
import { StateField } from './TransitionSetup';

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
          label="Begins with"
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
        schema={MACHINE_FORM}
        value={withDelaysAsTexts(asJson(machine))}
        only={shownOf(machine)}
        mode="literal"
        disabled={disabled}
        problems={problems}
        onChange={(path, value) => onChange(path, delayFromText(path, value))}
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

/** What few machines have of their own stands there where it is said. */
function shownOf(machine: StateMachinePlan): readonly string[] {
  return Object.keys(isJsonObject(MACHINE_FORM.properties) ? MACHINE_FORM.properties : {}).filter(
    (field) => !RARE.has(field) || field in machine,
  );
}

const RARE: ReadonlySet<string> = new Set(['entry', 'initialActions', 'exit', 'invoke', 'output', 'tags']);

/** A delay is a number or an expression (M1): both are written into one field. */
function withDelaysAsTexts(machine: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const { delays } = machine;
  if (!Array.isArray(delays)) return machine;
  const texts = delays.map((delay: Json) =>
    isJsonObject(delay) && typeof delay.ms === 'number' ? { ...delay, ms: String(delay.ms) } : delay,
  );
  return { ...machine, delays: texts };
}

function delayFromText(path: readonly (string | number)[], value: Json | undefined): Json | undefined {
  if (path[0] !== 'delays') return value;
  if (path.length === 1 && Array.isArray(value)) {
    return value.map((delay: Json) =>
      isJsonObject(delay) ? { ...delay, ms: numberOrText(delay.ms ?? '0') } : delay,
    );
  }
  return path[2] === 'ms' && value !== undefined ? numberOrText(value) : value;
}

function numberOrText(value: Json): Json {
  return typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
}
