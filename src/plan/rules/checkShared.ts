import { type Diagnostic, didYouMean, type Json, problem } from '#base';
import { compileExpression } from '../expressions/expression';
import { checkJsonata } from '../expressions/jsonata';
import { compileTemplate } from '../expressions/template';
import type { Catalogue } from '../schema/capabilityDescriptor';
import { makingOf } from '../schema/document';
import type {
  Feature,
  HtnPlanner,
  ItemList,
  ItemOf,
  Parser,
  PlannerDocument,
  RulesPlanner,
  Workspace,
} from '../schema/workspace';

/** What a rule knows of an item: where it stands in the document, and what is around it. */
interface Around {
  /** JSON Pointer to the item; empty where it stands alone. */
  readonly field: string;
  readonly workspace: Workspace;
  readonly catalogue: Catalogue;
}

type ItemRules = {
  readonly [List in ItemList]?: (item: ItemOf<List>, around: Around) => readonly Diagnostic[];
};

/** What must hold of one item of a list by itself (P12, P13, L4). */
const RULES_OF_ITEMS: ItemRules = {
  prompts: ({ text }, { field }) => ofTemplate(text, `${field}/text`),
  models: ({ id, connection }, { field, workspace }) => [
    ...ofModelId(id, `${field}/id`),
    ...ofConnection(connection, workspace, `${field}/connection`),
  ],
  features: (feature, { field, catalogue }) => ofFeature(feature, field, catalogue),
  planners: (planner, { field, catalogue }) => ofPlanner(planner, field, catalogue),
  parsers: (parser, { field, catalogue }) => ofParser(parser, field, catalogue),
};

/** What plans share: prompts, models and planner documents (P12, P13). `field` points into the whole document. */
export function checkShared(workspace: Workspace, catalogue: Catalogue): readonly Diagnostic[] {
  const ofList = <List extends ItemList>(list: List): readonly Diagnostic[] =>
    (workspace[list] as readonly ItemOf<List>[]).flatMap(
      (item, index) =>
        RULES_OF_ITEMS[list]?.(item, { field: `/${list}/${index}`, workspace, catalogue }) ?? [],
    );
  return [
    ...checkMade(workspace, catalogue),
    ...ofList('prompts'),
    ...ofList('models'),
    ...ofList('features'),
    ...ofList('planners'),
    ...ofList('parsers'),
  ];
}

/** What is wrong with one item, kept or not, in its workspace. `field` points into the item. */
export function checkItem<List extends ItemList>(
  list: List,
  item: ItemOf<List>,
  workspace: Workspace,
  catalogue: Catalogue,
): readonly Diagnostic[] {
  return RULES_OF_ITEMS[list]?.(item, { field: '', workspace, catalogue }) ?? [];
}

/** W7: a run records the person's default model under this id. */
function ofModelId(id: string, field: string): readonly Diagnostic[] {
  if (id !== 'default') return [];
  const message =
    'A model of a workspace cannot have the id "default": the default model of a person has it.';
  return [problem('MODEL_ID_RESERVED', message, 'Give it another id.', { field })];
}

function ofConnection(id: string, { connections }: Workspace, field: string): readonly Diagnostic[] {
  const ids = connections.map((one) => one.id);
  if (ids.includes(id)) return [];
  const help = `${didYouMean(id, ids)}Add it to the workspace, or name another.`;
  const message = `There is no connection "${id}" in this workspace.`;
  return [problem('CONNECTION_UNKNOWN', message, help, { field })];
}

/** L4: a feature calls a capability that is there; a guard stands before the work that it may refuse. */
function ofFeature(feature: Feature, field: string, catalogue: Catalogue): readonly Diagnostic[] {
  const found = [
    ...ofTemplate(feature.input ?? null, `${field}/input`),
    ...ofCondition(feature.output, `${field}/output`),
    ...ofCapability(feature.capability, field, catalogue),
  ];
  if (feature.kind !== 'guard' || feature.phase === 'pre') return found;
  const message = `The guard "${feature.id}" comes after the work that it could refuse.`;
  const where = { field: `${field}/phase` };
  return [...found, problem('GUARD_TOO_LATE', message, 'Let its phase be "pre".', where)];
}

/** What a feature, a parser or a step calls is there. */
function ofCapability(id: string, field: string, catalogue: Catalogue): readonly Diagnostic[] {
  if (catalogue.has(id)) return [];
  const help = `${didYouMean(id, catalogue.keys())}Choose one of the list.`;
  const where = { field: `${field}/capability` };
  return [problem('CAPABILITY_UNKNOWN', `There is no capability "${id}".`, help, where)];
}

/** P13: what makes a plan of a raw reply can be read, and is there. */
function ofParser(parser: Parser, field: string, catalogue: Catalogue): readonly Diagnostic[] {
  if (parser.kind === 'capability') return ofCapability(parser.capability, field, catalogue);
  const found = checkJsonata(parser.expression);
  return found === null ? [] : [placed(found, `${field}/expression`)];
}

function ofPlanner(planner: PlannerDocument, field: string, catalogue: Catalogue): readonly Diagnostic[] {
  return planner.kind === 'rules' ? ofRules(planner, field, catalogue) : ofHtn(planner, field, catalogue);
}

function ofRules(planner: RulesPlanner, field: string, catalogue: Catalogue): readonly Diagnostic[] {
  return planner.rules.flatMap((rule, index) => [
    ...ofCondition(rule.when, `${field}/rules/${index}/when`),
    ...rule.steps.flatMap((step, at) => ofStep(step, `${field}/rules/${index}/steps/${at}`, catalogue)),
  ]);
}

function ofHtn(planner: HtnPlanner, field: string, catalogue: Catalogue): readonly Diagnostic[] {
  const known = new Set([...planner.tasks, ...planner.operators.map((operator) => operator.id)]);
  const ofMethods = planner.methods.flatMap((method, index) => {
    const at = `${field}/methods/${index}`;
    return [
      ...ofCondition(method.when, `${at}/when`),
      ...(planner.tasks.includes(method.task) ? [] : [unknownTask(method.task, planner.tasks, `${at}/task`)]),
      ...method.subtasks
        .filter((task) => !known.has(task))
        .map((task) => unknownTask(task, known, `${at}/subtasks`)),
    ];
  });
  const ofOperators = planner.operators.flatMap((operator, index) => {
    const at = `${field}/operators/${index}`;
    return [...ofCondition(operator.when, `${at}/when`), ...ofStep(operator, at, catalogue)];
  });
  return [...ofMethods, ...ofOperators];
}

function unknownTask(id: string, known: Iterable<string>, field: string): Diagnostic {
  const help = `${didYouMean(id, known)}Add it to the tasks or operators, or name another.`;
  return problem('TASK_UNKNOWN', `There is no task or operator "${id}".`, help, { field });
}

type Step = RulesPlanner['rules'][number]['steps'][number];

function ofStep(
  { capability, input, output = {} }: Pick<Step, 'capability' | 'input' | 'output'>,
  field: string,
  catalogue: Catalogue,
): readonly Diagnostic[] {
  return [
    ...ofCapability(capability, field, catalogue),
    ...ofTemplate(input ?? null, `${field}/input`),
    ...Object.entries(output).flatMap(([name, source]) => ofCondition(source, `${field}/output/${name}`)),
  ];
}

function ofCondition(source: string | undefined, field: string): readonly Diagnostic[] {
  const expression = source === undefined ? null : compileExpression(source);
  return expression === null || expression.ok ? [] : [placed(expression.problem, field)];
}

function ofTemplate(template: Json, field: string): readonly Diagnostic[] {
  const read = compileTemplate(template);
  return read.ok ? [] : read.problem.map((one) => placed(one, `${field}${one.where.field ?? ''}`));
}

function placed(diagnostic: Diagnostic, field: string): Diagnostic {
  return { ...diagnostic, where: { ...diagnostic.where, field } };
}

/** A1, A2: a capability that the workspace makes can be made: in a way that is known, of one that the host has. */
function checkMade({ capabilities }: Workspace, catalogue: Catalogue): readonly Diagnostic[] {
  const own = new Set(capabilities.map(({ id }) => id));
  const hosts = [...catalogue.keys()].filter((id) => !own.has(id));
  return capabilities.flatMap(({ id, make }, index) => {
    if (make === undefined) return [];
    const field = `/capabilities/${index}/make`;
    const making = makingOf(make);
    if (making === null) return [unknownWay(id, field)];
    if (making.kind === 'answer') return ofTemplate(making.value ?? null, `${field}/value`);
    return [
      ...(hosts.includes(making.capability) ? [] : [notOfHost(making.capability, own, hosts, field)]),
      ...ofTemplate(making.input ?? null, `${field}/input`),
      ...ofTemplate(making.output ?? null, `${field}/output`),
    ];
  });
}

function unknownWay(id: string, field: string): Diagnostic {
  const help = 'Write {"kind": "use", "capability": …} or {"kind": "answer", "value": …}.';
  return problem('MAKING_UNKNOWN', `"${id}" is made in a way that is not known here.`, help, { field });
}

function notOfHost(
  id: string,
  own: ReadonlySet<string>,
  hosts: readonly string[],
  field: string,
): Diagnostic {
  const message = own.has(id)
    ? `"${id}" is made by the workspace itself, and cannot be used for another.`
    : `There is no capability "${id}".`;
  const help = `${own.has(id) ? '' : didYouMean(id, hosts)}Use one that is here without the workspace.`;
  return problem('CAPABILITY_UNKNOWN', message, help, { field: `${field}/capability` });
}
