import {
  canonicalJson,
  type Diagnostic,
  err,
  filled,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  present,
  problem,
  type Result,
  warning,
} from '#base';
import { type CapabilityPlan, type Plan, type Variable, type Workspace, withPlansInside } from '#plan';
import type { Exported } from '../common/codec';
import { Fields, listAt, objectAt, picked, textAt, textMembersOf } from '../common/fields';
import { ImportReport } from '../common/report';
import { KEYS, retryOf, secondsOf, timeIn } from './loader';
import { featureIds } from './plugins';
import { NotATree, writeBody } from './tree';
import { schemaOf, typeOf } from './variables';
import { inTheirOrder, keptOf, leaveOut, nameOf, variableOf, type Writing } from './writing';

/**
 * Writes a plan, with the plans that it opens, as a pipeline configuration of reference 1; of a workspace that was imported
 * from one, all its plans. Only keys that their loader knows are written; what there is no word for is named.
 *
 * @returns err where a plan is no tree, or is a state machine
 */
export function exportOlo(plan: Plan, workspace: Workspace): Result<Exported, Diagnostic> {
  if (plan.kind !== 'capability') return err(notAPipeline(plan.id));
  const kept = objectAt(workspace.source, 'olo');
  const plans = kept === undefined ? withPlansInside(plan, workspace.plans) : workspace.plans;
  const pipelines = plans.filter((one): one is CapabilityPlan => one.kind === 'capability');
  const leftOut: Diagnostic[] = [];
  try {
    const written = pipelines.map((one) =>
      writePipeline(writingOf(one, workspace, leftOut, kept), one, secondsIn(kept)),
    );
    nameLeft(kept, leftOut);
    const value: JsonObject = {
      version: textAt(kept, 'version') ?? '1.0.0',
      ...picked(kept ?? {}, ROOT),
      pipelines: Object.fromEntries(written.map((pipeline, index) => [keyOf(pipelines[index]), pipeline])),
    };
    return ok({ value, leftOut });
  } catch (cause) {
    if (cause instanceof NotATree)
      return err({ ...cause.diagnostic, where: { ...cause.diagnostic.where, plan: plan.id } });
    throw cause;
  }
}

function notAPipeline(plan: string): Diagnostic {
  const message = `"${plan}" is a state machine, and a pipeline is a tree of activities.`;
  return problem('NOT_A_PIPELINE', message, 'Export it as a state machine.', { plan });
}

/** The name of the pipeline in the map. */
function keyOf(plan: CapabilityPlan | undefined): string {
  return textAt(objectAt(plan?.source, 'olo'), 'key') ?? plan?.id ?? '';
}

function writingOf(
  plan: CapabilityPlan,
  workspace: Workspace,
  leftOut: Diagnostic[],
  kept: JsonObject | undefined,
): Writing {
  const own = objectAt(plan.source, 'olo');
  return {
    plan: plan.id,
    workspace,
    leftOut,
    names: [textMembersOf(objectAt(own, 'names'))],
    plugins: textMembersOf(objectAt(kept, 'plugins')),
    pipelines: new Map(
      workspace.plans.flatMap((one) => (one.kind === 'capability' ? [[one.id, keyOf(one)] as const] : [])),
    ),
    scopeFeatures: featureIds(listAt(objectAt(own, 'scope'), 'features')),
    retry: retryIn(kept),
    used: new Set(),
  };
}

function activityOf(kept: JsonObject | undefined): Fields {
  const defaults = objectAt(kept, 'executionDefaults') ?? {};
  return new Fields(objectAt(defaults, 'activity') ?? {}, '', new ImportReport());
}

function retryIn(kept: JsonObject | undefined): string | null {
  const retry = retryOf(activityOf(kept));
  return retry === null ? null : canonicalJson(retry);
}

function secondsIn(kept: JsonObject | undefined): number {
  return secondsOf(activityOf(kept));
}

const ROOT = KEYS.root.filter((key) => key !== 'version' && key !== 'pipelines');

const OURS_AT_ROOT: ReadonlySet<string> = new Set([...KEYS.root, 'plugins', 'executionPlan']);

function nameLeft(kept: JsonObject | undefined, leftOut: Diagnostic[]): void {
  for (const key of Object.keys(kept ?? {})) {
    if (OURS_AT_ROOT.has(key)) continue;
    leftOut.push(
      warning('LEFT_OUT', `"${key}" is not a key that their loader knows.`, 'It stays under "source".', {
        field: `/source/olo/${key}`,
      }),
    );
  }
}

/** A plan as a pipeline, in the order of their keys. */
function writePipeline(writing: Writing, plan: CapabilityPlan, inherited: number): JsonObject {
  const kept = keptOf(plan);
  const root = objectAt(kept, 'root');
  const variables = variablesOf(writing, plan);
  const seconds = timeIn(root?.startToCloseSeconds) ?? inherited;
  const tree = treeOf(root, writeBody(writing, plan, seconds));
  const all = {
    ...kept,
    name: plan.name ?? plan.id,
    inputContract: inputContractOf(writing, plan, variables, kept),
    variableRegistry: registryOf(writing, variables, kept),
    scope: writeScope(writing, kept),
    executionTree: tree,
    ...outputsOf(writing, plan, variables, kept),
  };
  nameFields(writing, plan, kept);
  return picked(all, KEYS.pipeline);
}

function treeOf(root: JsonObject | undefined, children: readonly JsonObject[]): JsonObject {
  const [only] = children;
  if (root === undefined && children.length === 1 && only !== undefined) return only;
  return inTheirOrder({ id: 'root', ...root, type: 'SEQUENCE', children });
}

function variablesOf(writing: Writing, plan: CapabilityPlan): readonly Variable[] {
  if (plan.variables !== 'open') return plan.variables;
  leaveOut(
    writing,
    null,
    `The variables of "${plan.id}" are open; theirs are declared.`,
    'Declare them.',
    '/variables',
  );
  return [];
}

function registryOf(
  writing: Writing,
  variables: readonly Variable[],
  kept: JsonObject,
): readonly JsonObject[] {
  const unregistered = new Set(listAt(kept, 'unregistered'));
  const types = objectAt(kept, 'types');
  const registry = variables
    .filter(({ id }) => !unregistered.has(id))
    .map(
      ({ id, scope, schema }): JsonObject => ({
        name: nameOf(writing, id),
        type: theirType(textAt(types, id), schema),
        scope,
      }),
    );
  // Items of iterators are variables there; each goes back to where it stood.
  for (const item of listAt(kept, 'items')) {
    const { index, ...entry } = item as JsonObject;
    if (typeof index === 'number' && !registry.some(({ name }) => name === entry.name))
      registry.splice(index, 0, entry);
  }
  return registry;
}

/** Their own word, as long as it still says what the schema says. */
function theirType(kept: string | undefined, schema: JsonObject | undefined): string {
  if (kept !== undefined && (schemaOf(kept) === undefined || schema === undefined)) return kept;
  return typeOf(schema);
}

function inputContractOf(
  writing: Writing,
  { strict }: CapabilityPlan,
  variables: readonly Variable[],
  kept: JsonObject,
): JsonObject {
  const absent = new Set(listAt(kept, 'notInContract'));
  const others = listAt(kept, 'inputParameters').filter(isJsonObject);
  const otherwise = new Map(others.map((entry) => [entry.name, entry] as const));
  const inputs = variables.filter(({ scope }) => scope === 'IN');
  const parameters = inputs.flatMap(({ id, schema, default: byDefault }): readonly JsonObject[] => {
    const name = nameOf(writing, id);
    if (absent.has(name)) return [];
    if (byDefault !== undefined && byDefault !== null) {
      leaveOut(
        writing,
        null,
        `The default of "${id}" is left out: there it is null.`,
        'Give it with the input.',
        `/variables`,
      );
    }
    const type =
      textAt(otherwise.get(name), 'type') ?? theirType(textAt(objectAt(kept, 'types'), id), schema);
    return [{ name, type, required: byDefault === undefined }];
  });
  const names = new Set(parameters.map(({ name }) => name));
  return {
    strict: strict === true,
    parameters: [...parameters, ...others.filter(({ name }) => !names.has(name ?? ''))],
  };
}

function outputsOf(
  writing: Writing,
  { result = {} }: CapabilityPlan,
  variables: readonly Variable[],
  kept: JsonObject,
): JsonObject {
  const mapping = Object.entries(result).flatMap(([output, template]): readonly JsonObject[] => {
    const variable = variableOf(template);
    if (variable !== undefined) return [{ variable: nameOf(writing, variable), outputParameter: output }];
    leaveOut(
      writing,
      null,
      `The result "${output}" is computed; theirs is a variable.`,
      'Compute it into a variable before.',
      `/result/${output}`,
    );
    return [];
  });
  const theirs = listAt(objectAt(kept, 'outputContract'), 'parameters');
  const named = new Set(theirs.flatMap((one) => (isJsonObject(one) ? [one.name] : [])));
  const missing = Object.entries(result).filter(([output]) => !named.has(output));
  const derived = missing.map(([name, template]): JsonObject => {
    const read = variableOf(template);
    return { name, type: typeOf(variables.find(({ id }) => id === read)?.schema) };
  });
  return { outputContract: { parameters: [...theirs, ...derived] }, resultMapping: mapping };
}

const OURS: ReadonlySet<string> = new Set([
  ...KEYS.pipeline,
  'key',
  'root',
  'items',
  'names',
  'types',
  'unregistered',
  'notInContract',
  'inputParameters',
]);

function nameFields(writing: Writing, plan: CapabilityPlan, kept: JsonObject): void {
  const help = 'It stays in the workspace.';
  if (plan.description !== undefined)
    leaveOut(writing, null, `The description of "${plan.id}" is left out.`, help, '/description');
  if (plan.nodes.some(({ type }) => type === 'NOTE'))
    leaveOut(writing, null, `The notes of "${plan.id}" are left out.`, help, '/nodes');
  for (const key of Object.keys(kept)) {
    if (!OURS.has(key))
      leaveOut(writing, null, `"${key}" is not a key that their loader knows.`, help, `/source/olo/${key}`);
  }
  for (const { from, port } of plan.edges)
    if (port === 'error')
      leaveOut(writing, from, `What follows an error of "${from}" is left out.`, 'Use a TRY_CATCH.');
}

/** The scope as it came, with the plugins and features that are used besides. */
function writeScope(writing: Writing, kept: JsonObject): JsonObject {
  const scope = objectAt(kept, 'scope');
  const plugins = listAt(scope, 'plugins');
  const features = listAt(scope, 'features');
  const known = new Set(plugins.map((plugin) => (isJsonObject(plugin) ? plugin.id : null)));
  const more = [...writing.used].filter((name) => !known.has(name)).map((name) => pluginDef(writing, name));
  // What a planner may use is the scope, so a plugin of its tools has to stand there even if nothing calls it yet.
  return { plugins: scope === undefined ? more : [...plugins, ...undeclared(writing, more)], features };
}

/** A plugin that the imported document called without declaring it stays undeclared. */
function undeclared({ workspace, plugins }: Writing, more: readonly JsonObject[]): readonly JsonObject[] {
  const theirs = new Map([...plugins].map(([id, name]) => [name, id] as const));
  return more.filter(({ id }) => {
    const ours = theirs.get(String(id)) ?? id;
    return workspace.capabilities.some((capability) => capability.id === ours);
  });
}

function pluginDef({ workspace, plugins }: Writing, name: string): JsonObject {
  const id = [...plugins].find(([, theirs]) => theirs === name)?.[0] ?? name;
  const descriptor = workspace.capabilities.find((one) => one.id === id);
  const input = parametersOf(descriptor?.input, true);
  const output = parametersOf(descriptor?.output, false);
  return {
    id: name,
    ...present({ displayName: descriptor?.title, contractType: descriptor?.tags?.[0] }),
    ...filled({ inputParameters: input, outputParameters: output }),
  };
}

function parametersOf(schema: JsonObject | undefined, isInput: boolean): readonly JsonObject[] {
  const required = new Set(listAt(schema, 'required'));
  return Object.entries(objectAt(schema, 'properties') ?? {}).map(([name, property]: [string, Json]) => ({
    name,
    type: typeOf(isJsonObject(property) ? property : undefined),
    ...(isInput ? { required: required.has(name) } : {}),
  }));
}
