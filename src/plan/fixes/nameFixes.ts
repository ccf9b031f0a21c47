import { escapePointer, isJsonObject, type Json, nearest } from '#base';
import type { Variable } from '../fields/fields';
import { renameVariable } from '../gestures/renameVariable';
import { allNodes } from '../graph/bodies';
import { capabilitiesNamedBy } from '../graph/calls';
import { titleOf } from '../nodes/node';
import { PLAN_VARIABLE } from '../nodes/planner';
import { declaredNames } from '../rules/rule';
import {
  type Alternatives,
  changeFields,
  type Faulty,
  type Fixer,
  fixOf,
  ownerOf,
  pathOf,
  placedOf,
  valueAt,
} from './fix';

/** Fixes for names that nothing has: the nearest one that something has, or what is missing is declared. */
export const NAME_FIXES: Readonly<Record<string, Fixer>> = {
  CAPABILITY_UNKNOWN: misspelt(({ catalogue }) => catalogue.keys()),
  SUB_PLAN_UNKNOWN: misspelt(({ workspace, plan }) => idsOf(workspace.plans.filter((one) => one !== plan))),
  MODEL_UNKNOWN: misspelt(({ workspace }) => idsOf(workspace.models)),
  PROMPT_UNKNOWN: misspelt(({ workspace }) => idsOf(workspace.prompts)),
  FEATURE_UNKNOWN: misspelt(({ workspace }) => idsOf(workspace.features)),
  PARSER_UNKNOWN: misspelt(({ workspace }) => idsOf(workspace.parsers)),
  PLANNER_UNKNOWN: misspelt(({ workspace }) => idsOf(workspace.planners)),
  EXECUTOR_WITHOUT_PLANNER: plannedThere,
  CANCEL_OUT_OF_REACH: (faulty) => [...misspelt(idsBeside)(faulty), notCancelled(faulty)],
  CANCEL_ITSELF: (faulty) => [notCancelled(faulty)],
  PARAMETER_UNKNOWN: unknownInput,
  PARAMETER_MISSING: missingInput,
  VARIABLE_UNDECLARED: undeclared,
  OUTPUT_UNDECLARED: undeclared,
  VARIABLE_NAME_KEPT: renamedVariable,
  VARIABLE_NAME_RESERVED: renamedVariable,
};

/**
 * The nearest name in place of the one that the problem's field holds.
 *
 * @param below pointer from that field to the name, where it lies deeper
 */
export function misspelt(known: (faulty: Faulty) => Iterable<string>, below = ''): Fixer {
  return (faulty) => {
    const field = `${faulty.diagnostic.where.field ?? ''}${below}`;
    const name = valueAt(faulty, field);
    const meant = typeof name === 'string' ? nearest(name, known(faulty)) : null;
    return meant === null ? [] : [changeFields(faulty, `Use “${meant}”`, [field, meant])];
  };
}

function idsOf(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map(({ id }) => id);
}

function idsBeside(faulty: Faulty): readonly string[] {
  const placed = placedOf(faulty);
  return idsOf(placed?.body.nodes.filter(({ id, type }) => id !== placed.node.id && type !== 'NOTE') ?? []);
}

/** An executor runs what the only planner of the plan writes. */
function plannedThere(faulty: Faulty): readonly Alternatives[] {
  const { plan } = faulty;
  if (plan.kind === 'state-machine') return [];
  const planners = [...allNodes(plan)].flatMap(({ node }) => (node.type === 'PLANNER' ? [node] : []));
  const [planner, another] = planners;
  const { field = '' } = faulty.diagnostic.where;
  if (planner === undefined || another !== undefined) return [];
  const variable = planner.params?.planVariable ?? PLAN_VARIABLE;
  return [changeFields(faulty, `Run the plan of “${titleOf(planner)}”`, [field, variable])];
}

function notCancelled(faulty: Faulty): Alternatives {
  const { field = '' } = faulty.diagnostic.where;
  return changeFields(faulty, `Do not cancel “${String(valueAt(faulty))}”`, [field, undefined]);
}

/** A misspelt input keeps its value under the right name; one that is not there is removed. */
function unknownInput(faulty: Faulty): readonly Alternatives[] {
  const { field = '' } = faulty.diagnostic.where;
  const name = pathOf(field).at(-1) ?? '';
  const value = valueAt(faulty);
  const given = valueAt(faulty, field.slice(0, field.lastIndexOf('/')));
  const taken = isJsonObject(given) ? Object.keys(given) : [];
  const free = inputsOf(faulty).filter((one) => !taken.includes(one));
  const meant = nearest(name, free);
  const renamed = `${field.slice(0, field.lastIndexOf('/'))}/${escapePointer(meant ?? '')}`;
  return [
    meant === null || value === undefined
      ? []
      : changeFields(faulty, `Call it “${meant}”`, [field, undefined], [renamed, value]),
    changeFields(faulty, `Remove the input “${name}”`, [field, undefined]),
  ];
}

/** An input that a variable has the name of reads that; one with a default in its schema takes that. */
function missingInput(faulty: Faulty): readonly Alternatives[] {
  const { plan } = faulty;
  const { field = '' } = faulty.diagnostic.where;
  const name = pathOf(field).at(-1) ?? '';
  const isDeclared = plan.kind === 'capability' && declaredNames(plan).includes(name);
  return isDeclared ? [changeFields(faulty, `Use the variable “${name}”`, [field, `{{ ${name} }}`])] : [];
}

function inputsOf(faulty: Faulty): readonly string[] {
  const { diagnostic, workspace, catalogue } = faulty;
  const node = placedOf(faulty)?.node;
  if (node?.type === 'SUB_PLAN') {
    const called = workspace.plans.find(({ id }) => id === node.params.plan);
    return called === undefined || called.variables === 'open'
      ? []
      : idsOf(called.variables.filter(({ scope }) => scope === 'IN'));
  }
  const [, route] = /^\/params\/routes\/(\d+)/.exec(diagnostic.where.field ?? '') ?? [];
  const named = node === undefined ? [] : capabilitiesNamedBy(node);
  const id = route === undefined ? (named.length === 1 ? named[0]?.id : undefined) : named[Number(route)]?.id;
  const properties = catalogue.get(id ?? '')?.input.properties;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Everything that says the unknown name says the nearest one; or the name is declared. */
function undeclared(faulty: Faulty): readonly Alternatives[] {
  const { plan } = faulty;
  const name = unknownVariable(faulty);
  if (name === null || plan.variables === 'open') return [];
  const known = plan.kind === 'capability' ? declaredNames(plan) : idsOf(plan.variables);
  const meant = nearest(name, known);
  const isWritten = faulty.diagnostic.code === 'OUTPUT_UNDECLARED' || isWrite(faulty);
  // A node that writes both would lose one of them.
  const isSafe = meant !== null && !isWritten;
  const variables: Variable[] = [...plan.variables, { id: name, scope: isWritten ? 'INTERNAL' : 'IN' }];
  const declare = fixOf(isWritten ? `Declare the variable “${name}”` : `Declare the input “${name}”`, {
    edit: 'update-plan',
    plan: plan.id,
    to: { variables },
  });
  return [
    isSafe ? [fixOf(`Use “${meant}”`, renameVariable(plan, name, meant))] : [],
    isWritten ? writesNearest(faulty, name, meant) : [],
    [declare],
  ];
}

/** The output goes to the nearest variable, where the node does not write that already. */
function writesNearest(faulty: Faulty, name: string, meant: string | null): Alternatives {
  const { field = '' } = faulty.diagnostic.where;
  if (meant === null) return [];
  if (!field.startsWith('/output/')) {
    return valueAt(faulty) === name ? changeFields(faulty, `Write “${meant}”`, [field, meant]) : [];
  }
  const value = valueAt(faulty);
  const target = `/output/${escapePointer(meant)}`;
  if (value === undefined || valueAt(faulty, target) !== undefined) return [];
  return changeFields(faulty, `Write “${meant}”`, [field, undefined], [target, value]);
}

/** Whether actions or invocations of a machine write it. */
function isWrite({ plan, diagnostic }: Faulty): boolean {
  return plan.kind === 'state-machine' && /\/(?:values|output)$/.test(diagnostic.where.field ?? '');
}

/** The name that nothing declares, read where the problem says it stands. */
function unknownVariable(faulty: Faulty): string | null {
  const { field = '', offset } = faulty.diagnostic.where;
  const value = valueAt(faulty);
  if (field.startsWith('/output/') && faulty.plan.kind === 'capability' && offset === undefined)
    return pathOf(field)[1] ?? null;
  if (typeof value === 'string') return nameIn(value, offset, field);
  return isWrite(faulty) && isJsonObject(value) ? onlyUnknown(value, faulty) : null;
}

function nameIn(text: string, offset: number | undefined, field: string): string | null {
  if (offset !== undefined) return /^[A-Za-z_]\w*/.exec(text.slice(offset))?.[0] ?? null;
  return /Variable$|\/collectInto$/.test(field) ? text : null;
}

function onlyUnknown(values: Readonly<Record<string, Json>>, { plan }: Faulty): string | null {
  const known = plan.variables === 'open' ? [] : idsOf(plan.variables);
  const [name, another] = Object.keys(values).filter((one) => !known.includes(one));
  return name !== undefined && another === undefined ? name : null;
}

/** Another name, in everything that reads or writes the variable. */
function renamedVariable(faulty: Faulty): readonly Alternatives[] {
  const { plan, diagnostic } = faulty;
  const before = valueAt(faulty);
  if (typeof before !== 'string' || plan.variables === 'open' || ownerOf(faulty) === null) return [];
  const stem = before.replace(/^_+/, '') || 'variable';
  const after = diagnostic.code === 'VARIABLE_NAME_KEPT' ? stem : `${stem}_value`;
  if (plan.variables.some(({ id }) => id === after)) return [];
  return [[fixOf(`Call it “${after}”`, renameVariable(plan, before, after))]];
}
