import { type JsonObject, own } from '#base';
import type { ImportOutcome } from '../common/contract';
import { countWithin, isTooMany } from '../common/countOf';
import { IdMint } from '../common/mintIds';
import type { ImportReport } from '../common/report';
import { machineDraft } from './importMachine';
import type { Implementations } from './reading';

const STATES = new Set(['states']);

/** A machine that was found: its configuration, and what else is known of it. */
export interface FoundMachine {
  readonly config: JsonObject;
  readonly name: string | null;
  readonly implementations: Implementations;
  /** The plan of ours that it was written from, where it says so. */
  readonly plan?: JsonObject | null;
}

/** Puts machines into a workspace of their own. */
export function workspaceOf(machines: readonly FoundMachine[], report: ImportReport): ImportOutcome {
  const count = machines.reduce((sum, { config }) => sum + countWithin(config, STATES), 0);
  if (isTooMany(count, 'states', '', report)) return report.refused();
  const ids = new IdMint();
  const planIds = machines.map(({ config, name }) => ids.mint(idOf(config) ?? name, 'machine'));
  const plans = machines.map(({ config, implementations, plan }, index) => {
    const id = planIds[index] ?? 'machine';
    const draft = machineDraft(config, id, withPlans(implementations, machines, planIds), report);
    return plan === undefined || plan === null ? draft : { ...plan, id };
  });
  report.recognised('machines', 'state machine plans', plans.length);
  const [first] = machines;
  const name = (first && (idOf(first.config) ?? first.name)) ?? 'Imported machine';
  return report.finish({
    format: 'planloom/workspace',
    version: 1,
    id: planIds[0] ?? 'imported',
    name: name.slice(0, 200),
    plans,
  });
}

function idOf(config: JsonObject): string | null {
  const id = own(config, 'id');
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Actors that are machines of the same module are plans of the same workspace. */
function withPlans(
  implementations: Implementations,
  machines: readonly FoundMachine[],
  ids: readonly string[],
): Implementations {
  const plans = Object.entries(implementations.plans).flatMap(([actor, name]) => {
    const id = ids[machines.findIndex((machine) => machine.name === name)];
    return id === undefined ? [] : [[actor, id] as const];
  });
  return { ...implementations, plans: Object.fromEntries(plans) };
}
