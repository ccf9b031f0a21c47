import { isVariableName } from '#base';
import { isReservedName } from '../expressions/references';
import type { StateMachinePlan } from '../schema/stateMachine';
import { inputOf, type Origin, sourceOf } from './origin';
import { expressionsOfMachine } from './texts';

const GOAL_DATA = /\bgoal_data\.([A-Za-z_]\w*)/g;

/** A machine that was made reads what was around it from `goal_data`, which is its input from now on (M3). */
export function promoteMachine(made: StateMachinePlan, origin: Origin): StateMachinePlan {
  const declared = new Set(made.variables.map(({ id }) => id));
  const sources = expressionsOfMachine(made);
  const read = new Set(
    sources.flatMap((source) => [...source.matchAll(GOAL_DATA)].flatMap(([, id]) => id ?? [])),
  );
  const inputs = [...read].filter((id) => !declared.has(id) && isVariableName(id) && !isReservedName(id));
  return {
    ...made,
    id: origin.id,
    name: origin.name,
    variables: [...made.variables, ...inputs.map((id) => inputOf(id, origin))],
    source: { ...made.source, ...sourceOf(origin) },
  };
}
