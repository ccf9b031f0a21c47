import { type JsonObject, own } from '#base';
import { checkMachineAlone, type Workspace } from '#plan';
import type { ImportOutcome } from '../common/contract';
import { countWithin, isTooMany } from '../common/countOf';
import { IdMint } from '../common/mintIds';
import { below, type ImportReport, type WhereOf } from '../common/report';
import { type MachineDraft, machineDraft } from './importMachine';
import type { Implementations } from './reading';

const STATES = new Set(['states']);

/** A machine that was found: its configuration, and what else is known of it. */
export interface FoundMachine {
  readonly config: JsonObject;
  readonly name: string | null;
  readonly implementations: Implementations;
  /** The plan of ours that it was written from, where it says so. */
  readonly plan?: JsonObject | null;
  /** Where in its text a place of the configuration is, where that is a module. */
  readonly whereOf?: WhereOf;
}

/** Puts machines into a workspace of their own. */
export function workspaceOf(machines: readonly FoundMachine[], report: ImportReport): ImportOutcome {
  const count = machines.reduce((sum, { config }) => sum + countWithin(config, STATES), 0);
  if (isTooMany(count, 'states', '', report)) return report.refused();
  const ids = new IdMint();
  const planIds = machines.map(({ config, name }) => ids.mint(idOf(config) ?? name, 'machine'));
  const drafts = machines.map(({ config, implementations, whereOf }, index) => {
    const named = withPlans(implementations, machines, planIds);
    return report.placed(whereOf, () => machineDraft(config, planIds[index] ?? 'machine', named, report));
  });
  const plans = drafts.map(({ draft }, index) => {
    const plan = machines[index]?.plan ?? null;
    return plan === null ? draft : { ...plan, id: own(draft, 'id') ?? 'machine' };
  });
  report.recognised('machines', 'state machine plans', plans.length);
  const [first] = machines;
  const name = (first && (idOf(first.config) ?? first.name)) ?? 'Imported machine';
  const outcome = report.finish({
    format: 'planloom/workspace',
    version: 1,
    id: planIds[0] ?? 'imported',
    name: name.slice(0, 200),
    plans,
  });
  return outcome.workspace === null
    ? outcome
    : (sound(outcome.workspace, machines, drafts, report) ?? outcome);
}

/**
 * XState takes machines that nobody here can be in: without states, with states inside a final one. A document that no
 * run takes is none that an import gives, so they are refused with what `check` says, at the place in their configuration.
 */
function sound(
  workspace: Workspace,
  machines: readonly FoundMachine[],
  drafts: readonly MachineDraft[],
  report: ImportReport,
): ImportOutcome | null {
  workspace.plans.forEach((plan, index) => {
    const found = plan.kind === 'state-machine' ? checkMachineAlone(plan) : [];
    for (const { severity, code, message, help, where } of found) {
      if (severity !== 'error') continue;
      const path = where.node === undefined ? '' : (drafts[index]?.paths.get(where.node) ?? '');
      // What is further down is counted otherwise there: a list here is a map, or one thing alone.
      const [, member] = where.field?.split('/') ?? [];
      const at = member === undefined ? path : below(path, member);
      report.placed(machines[index]?.whereOf, () => report.error(code, message, help, at));
    }
  });
  return report.hasErrors ? report.refused() : null;
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
