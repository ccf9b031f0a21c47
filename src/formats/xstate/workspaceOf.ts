import { filled, IdMint, isJsonObject, type Json, type JsonObject, own, present } from '#base';
import { checkMachineAlone, type Workspace } from '#plan';
import type { ImportOutcome } from '../common/codec';
import { keeping } from '../common/kept';
import { below, countWithin, type ImportReport, isTooMany, type Path, type WhereOf } from '../common/report';

import { keptOfRoot, sharedDraft, stateDraft } from './importState';
import { type Implementations, listed, objectAt, Reading, textAt } from './reading';
import { StateTree, type TreeState } from './stateTree';

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

/** A plan that is still to be read, and where its states stood, by their ids here. */
interface MachineDraft {
  readonly draft: JsonObject;
  readonly paths: ReadonlyMap<string, Path>;
}

/**
 * A machine of XState as a state machine plan, as a draft that `read` of #plan has still to take. States get ids that
 * are unique in the plan (W2); lists are in the order in which XState tries them.
 *
 * @param planId the plan's id, minted already
 */
function machineDraft(
  config: JsonObject,
  planId: string,
  implementations: Implementations,
  report: ImportReport,
): MachineDraft {
  const id = own(config, 'id');
  const tree = new StateTree(typeof id === 'string' && id !== '' ? id : null);
  const reading = new Reading(report, tree, planId, implementations);
  reading.configs.set(tree.root, { config, path: '' });
  textAt(reading, config, 'id', '');
  addInvocations(reading, config, '');
  addStates(reading, tree.root, own(config, 'states'), '/states');
  const shared = sharedDraft(reading, tree.root);
  const states = [...tree.root.children.values()].map((state) => stateDraft(reading, state));
  const description = textAt(reading, config, 'description', '');
  const variables = variablesOf(reading, own(config, 'context'));
  const renamed = reading.events.renamed();
  const names = variables.filter(({ id: ours, theirs }) => ours !== theirs);
  const context = own(config, 'context');
  const isDeclared = (theirs: string): boolean => isJsonObject(context) && Object.hasOwn(context, theirs);
  const undeclared = variables.filter(({ theirs }) => !isDeclared(theirs)).map((variable) => variable.id);
  const draft = {
    id: planId,
    kind: 'state-machine',
    ...present({ description }),
    ...(own(config, 'type') === 'parallel' ? { type: 'parallel' } : {}),
    variables: variables.map(({ theirs, ...variable }) => variable),
    ...shared,
    states,
    ...namedDrafts(reading),
    ...keeping('xstate', {
      ...(typeof id === 'string' && id !== planId ? { id } : {}),
      ...keptOfRoot(reading, config),
      ...(renamed === null ? {} : { events: renamed }),
      ...(names.length === 0
        ? {}
        : { variables: Object.fromEntries(names.map(({ id: ours, theirs }) => [ours, theirs])) }),
      ...filled({ undeclared, code: implementations.code }),
    }),
  };
  const paths = [...reading.configs].map(([state, { path }]) => [reading.stateId(state), path] as const);
  return { draft, paths: new Map(paths) };
}

/** All states first, so that targets may name what comes later. */
function addStates(reading: Reading, parent: TreeState, value: Json | undefined, path: Path): void {
  const states = objectAt(reading, value ?? undefined, path, '"states"');
  if (!isObjectOrNone(value)) reading.lacksStates = true;
  for (const [key, child] of Object.entries(states)) {
    const at = below(path, key);
    if (!isObjectOrNone(child)) reading.lacksStates = true;
    const config = objectAt(reading, child ?? undefined, at, 'a state');
    const ownId = own(config, 'id');
    if (ownId !== undefined && ownId !== null && typeof ownId !== 'string') {
      reading.lacksStates = true;
      reading.invalid(below(at, 'id'), '"id" must be text');
    }
    const state = reading.tree.add(parent, key, typeof ownId === 'string' && ownId !== '' ? ownId : null);
    if (state === null) {
      reading.lacksStates = true;
      reading.invalid(
        at,
        'another state has this id already',
        'XState v5 takes the last of them where the id is meant: give each an "id" of its own.',
      );
      continue;
    }
    reading.mintState(state);
    reading.configs.set(state, { config, path: at });
    addInvocations(reading, config, at);
    addStates(reading, state, own(config, 'states'), below(at, 'states'));
  }
}

function isObjectOrNone(value: Json | undefined): boolean {
  return value === undefined || value === null || isJsonObject(value);
}

/** Ids of invocations before any action, which may send to one that comes later. */
function addInvocations(reading: Reading, config: JsonObject, path: Path): void {
  for (const [invocation] of listed(own(config, 'invoke'), below(path, 'invoke'))) {
    const id = isJsonObject(invocation) ? own(invocation, 'id') : undefined;
    if (typeof id === 'string' && id !== '') reading.mintInvocation(id);
  }
}

interface VariableDraft extends JsonObject {
  readonly id: string;
  readonly theirs: string;
}

/** The context as variables (V1), then what actions assign besides; `{"$input": name}` is read from the input. */
function variablesOf(reading: Reading, value: Json | undefined): readonly VariableDraft[] {
  const context = objectAt(reading, value ?? undefined, '/context', '"context"');
  const declared = Object.entries(context).map(([theirs, initial]): VariableDraft => {
    const id = reading.variable(theirs);
    const input = isJsonObject(initial) ? own(initial, '$input') : undefined;
    const otherwise = isJsonObject(initial) ? own(initial, '$default') : undefined;
    if (typeof input === 'string') return { id, theirs, scope: 'IN', ...present({ default: otherwise }) };
    return { id, theirs, scope: 'INTERNAL', default: initial };
  });
  const known = new Set(declared.map(({ theirs }) => theirs));
  const assigned = [...reading.assigned].filter((theirs) => !known.has(theirs));
  reading.report.recognised('members of context', 'variables', declared.length);
  return [
    ...declared,
    ...assigned.map((theirs) => ({ id: reading.variable(theirs), theirs, scope: 'INTERNAL' })),
  ];
}

/** What a module says that names stand for, where it could be translated. */
function namedDrafts(reading: Reading): JsonObject {
  const { guards, delays } = reading.implementations;
  const named = Object.entries(guards).map(([name, when]) => ({
    name,
    when: reading.condition(when, '/guards'),
  }));
  const delayed = [...Object.entries(delays), ...reading.delays].map(([name, ms]) => ({ name, ms }));
  return {
    ...filled({ guards: named, delays: delayed }),
  };
}
