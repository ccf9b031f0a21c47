import { type Diagnostic, err, type Json, type JsonObject, ok, problem, type Result } from '#base';
import {
  allNodes,
  apply,
  askingOf,
  FORMAT,
  flavourOf,
  modelNamed,
  type Plan,
  type PlanNode,
  readJson,
  readNode,
  VERSION,
  type Workspace,
  withAsking,
} from '#plan';
import type { Case, Subject, Suite } from './suite';

/** What a subject runs for a case: a plan of a workspace, with an input. */
export interface Assignment {
  readonly workspace: Workspace;
  readonly plan: string;
  readonly input: JsonObject;
}

/** Ids of the plan that is made for a goal; scripts answer under those of its nodes (H4). */
const GOAL_PLAN = 'goal';

/**
 * Puts a subject to a case: planners of the plan plan as the subject does, and may call what the case allows.
 *
 * @param around the workspace of the suite; null where it has none, which is enough for goals
 * @returns `SUITE_NO_PLAN`, `MODEL_UNKNOWN`, or what is wrong with a plan that the subject's words make
 */
export function subjectAtCase(
  suite: Suite,
  subject: Subject,
  one: Case,
  around: Workspace | null,
): Result<Assignment, readonly Diagnostic[]> {
  const model = subject.model === undefined ? null : modelNamed(around?.models ?? [], subject.model);
  if (model === undefined) return err([unknownModel(subject, around)]);
  const based = one.task.kind === 'goal' ? goalWorkspace(one, around) : planOf(suite, around);
  if (!based.ok) return based;
  const { workspace, plan } = based.value;
  const models =
    model === null ? workspace.models : [model, ...workspace.models.filter(({ id }) => id !== model.id)];
  const connections = withConnection(workspace, model?.connection);
  const changed = withSubject({ ...workspace, models, connections }, subject, one, model?.id);
  if (!changed.ok) return changed;
  return ok({ workspace: changed.value, plan, input: one.task.kind === 'input' ? one.task.input : {} });
}

function withConnection({ connections }: Workspace, id: string | undefined): Workspace['connections'] {
  if (id === undefined || connections.some((one) => one.id === id)) return connections;
  return [...connections, { id, kind: 'openai-compatible' }];
}

type Based = Result<{ readonly workspace: Workspace; readonly plan: string }, readonly Diagnostic[]>;

function planOf({ plan }: Suite, around: Workspace | null): Based {
  const found = plan === undefined ? around?.plans[0] : around?.plans.find(({ id }) => id === plan);
  if (around === null || found === undefined) return err([noPlan(plan, around)]);
  return ok({ workspace: around, plan: found.id });
}

/** The plan that a goal becomes. Where only plans are looked at it is not carried out, as by `planloom plan`. */
function goalWorkspace({ task, checks }: Case, around: Workspace | null): Based {
  const goal = task.kind === 'goal' ? task.goal : '';
  const isCarriedOut = checks.some(({ on }) => on === 'outcome');
  const nodes: Json[] = [
    { id: 'start', type: 'START' },
    { id: 'plan', type: 'PLANNER', params: { planner: 'rules', goal: escaped(goal) } },
    ...(isCarriedOut ? [{ id: 'execute', type: 'PLAN_EXECUTOR', params: {} }] : []),
    { id: 'end', type: 'END' },
  ];
  const ids = isCarriedOut ? ['start', 'plan', 'execute', 'end'] : ['start', 'plan', 'end'];
  const edges = ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', to }));
  const plan = { id: GOAL_PLAN, kind: 'capability', name: 'A plan for a goal', nodes, edges };
  const made = readJson({ format: FORMAT, version: VERSION, id: 'proving', plans: [plan] });
  if (made.kind !== 'document') return err(made.diagnostics);
  return ok({
    workspace: { ...(around ?? made.workspace), plans: made.workspace.plans },
    plan: GOAL_PLAN,
  });
}

/** A goal is a template (V3); what a case asks for is only text. */
function escaped(goal: string): string {
  return goal.replaceAll('{{', '{ {');
}

function withSubject(
  workspace: Workspace,
  subject: Subject,
  { catalogue }: Case,
  model: string | undefined,
): Result<Workspace, readonly Diagnostic[]> {
  let changed = workspace;
  for (const plan of workspace.plans) {
    for (const { node } of nodesOf(plan)) {
      const to = nodeOfSubject(node, { subject, workspace, model, tools: catalogue?.map(({ id }) => id) });
      if (to === null) continue;
      const read = readNode(to);
      if (!read.ok) return read;
      const applied = apply(changed, { edit: 'update-node', plan: plan.id, node: node.id, to: read.value });
      if (!applied.ok) return err([applied.problem].flat());
      changed = applied.value.workspace;
    }
  }
  return ok(changed);
}

/** The steps of a state machine ask nobody in words of their own. */
function nodesOf(plan: Plan): ReturnType<typeof allNodes> | readonly [] {
  return plan.kind === 'capability' ? allNodes(plan) : [];
}

/** Flavours that ask no model: a subject that names a model, or a prompt, means one that does. */
const WITHOUT_MODEL: ReadonlySet<string> = new Set(['rules', 'htn', 'capability']);

interface Given {
  readonly subject: Subject;
  readonly workspace: Workspace;
  readonly model: string | undefined;
  readonly tools: readonly string[] | undefined;
}

/** The node as the subject has it; null where it is left as it is. */
function nodeOfSubject(node: PlanNode, { subject, workspace, model, tools }: Given): JsonObject | null {
  const hasModels = workspace.models.length > 0;
  if (node.type !== 'PLANNER')
    return model === undefined || askingOf(node, hasModels) === null ? null : withAsking(node, { model });
  const asked = withAsking(node, { model });
  const flavour = flavourOf(node, hasModels);
  const wantsModel = subject.model !== undefined || subject.prompt !== undefined;
  const to = subject.flavour ?? (wantsModel && WITHOUT_MODEL.has(flavour) ? 'llm' : flavour);
  const isNamed = workspace.prompts.some(({ id }) => id === subject.prompt);
  const params: Json = asked.params ?? {};
  return {
    ...asked,
    params: {
      ...(typeof params === 'object' && !Array.isArray(params) ? params : {}),
      ...(to === flavour ? {} : { planner: to }),
      ...(subject.prompt === undefined
        ? {}
        : { prompt: isNamed ? { prompt: subject.prompt } : subject.prompt }),
      ...(tools === undefined ? {} : { tools: [...tools] }),
    },
  };
}

function noPlan(plan: string | undefined, around: Workspace | null): Diagnostic {
  const ids = around?.plans.map(({ id }) => id).join(', ') || 'none';
  return problem(
    'SUITE_NO_PLAN',
    around === null
      ? 'A case has an input, but the suite names no workspace whose plan takes it.'
      : `The workspace has no plan "${plan ?? ''}".`,
    around === null
      ? 'Name a workspace in the suite, or ask for a goal.'
      : `Choose one of its plans: ${ids}.`,
    { field: '/plan' },
  );
}

function unknownModel({ id, model = '' }: Subject, around: Workspace | null): Diagnostic {
  const ids = around?.models.map((one) => one.id).join(', ') || 'none';
  return problem(
    'MODEL_UNKNOWN',
    `The subject "${id}" asks for the model "${model}", which is not there.`,
    `Models of the workspace: ${ids}. A model of a connection is written connection/name.`,
    { field: '/subjects' },
  );
}
