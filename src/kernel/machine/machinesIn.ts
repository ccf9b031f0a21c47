import type { Address } from '#base';
import type { MachineStanding } from '#compile';
import type { RunState } from '../state';

/** A machine that runs in a state of a run (M1). */
export interface MachineInRun {
  /** What the addresses of its states begin with; `''` for the machine that is the run's plan. */
  readonly place: Address;
  /** Id of its plan in the closure. */
  readonly plan: string;
  readonly standing: MachineStanding;
}

/** The machines that run now: the run's own plan, those of SUB_PLANs, and those that states have invoked. */
export function machinesIn({ frames }: RunState): readonly MachineInRun[] {
  return [...frames].flatMap(([, { active }]) =>
    [...active].flatMap(([, { work }]) =>
      work.kind === 'machine'
        ? [{ place: work.run.place, plan: work.run.plan, standing: work.run.standing }]
        : [],
    ),
  );
}
