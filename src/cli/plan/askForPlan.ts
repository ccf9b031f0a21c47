import type { Diagnostic } from '#base';
import { builtInCapabilities } from '#capabilities';
import type { PlanAttempt } from '#kernel';
import { FORMAT, read, VERSION, type Workspace } from '#plan';
import { type Capabilities, memoryBlobs, memoryLedger, startRun } from '#runtime';
import { modelsWith } from '../host/connections';
import { nodeHost } from '../host/nodeHost';
import { EXIT, type Outcome, Refusal } from '../outcome';
import type { Surroundings } from '../surroundings';
import type { PlanTools } from './planTools';

/** What `planloom plan` comes to. */
export interface Planned extends Outcome {
  readonly result: {
    readonly ok: boolean;
    readonly plan: object | null;
    readonly attempts: readonly object[];
    readonly diagnostics: readonly Diagnostic[];
  };
}

/**
 * `planloom plan --goal`: a run of one PLANNER, so that repairs, other models and the fallback are those of every
 * other run (P5). Its plan is printed and not executed.
 */
export async function askForPlan(asked: {
  readonly goal: string;
  readonly flavour: string;
  readonly model: string | undefined;
  readonly tools: PlanTools;
  /** What there is to plan with. */
  readonly workspace: Workspace | null;
  readonly env: Surroundings['env'];
}): Promise<Planned> {
  const models = modelsWith(asked.workspace?.models ?? [], asked.model);
  const capabilities = listed(asked.tools);
  const host = nodeHost({
    capabilities,
    models,
    ledger: memoryLedger(),
    blobs: memoryBlobs(),
    env: asked.env,
  });
  const workspace = workspaceFor(asked, models);
  const run = startRun(host, { workspace, plan: 'main', input: {} });
  if (!run.ok) throw new Refusal(run.problem);
  await run.value.atRest();
  const attempts: PlanAttempt[] = [];
  let plan: object | null = null;
  for (const { fact } of run.value.commits) {
    if (fact.type !== 'plan.replied') continue;
    attempts.push(fact.attempt);
    if (fact.attempt.verdict === 'accepted') plan = fact.machine ?? fact.plan;
  }
  const ok = plan !== null;
  const diagnostics = ok ? [] : (attempts.at(-1)?.problems ?? []);
  return { exit: ok ? EXIT.done : EXIT.failed, result: { ok, plan, attempts, diagnostics } };
}

/** A catalogue says what there is; nothing of it is called, so nothing has to be there. */
function listed({ allowed, there }: PlanTools): Capabilities {
  const builtIn = builtInCapabilities();
  return {
    catalogue: new Map([...there, ...allowed.map((descriptor) => [descriptor.id, descriptor] as const)]),
    find: (id) => builtIn.find(id),
  };
}

function workspaceFor(
  { goal, flavour, tools, workspace }: Parameters<typeof askForPlan>[0],
  models: Workspace['models'],
): Workspace {
  const allowed = tools.allowed.map(({ id }) => id);
  const nodes = [
    { id: 'start', type: 'START' },
    { id: 'plan', type: 'PLANNER', params: { planner: flavour, goal: escaped(goal), tools: allowed } },
    { id: 'end', type: 'END' },
  ];
  const edges = [
    { from: 'start', to: 'plan' },
    { from: 'plan', to: 'end' },
  ];
  const connections = [...new Set(models.map(({ connection }) => connection))].map((id) => ({ id }));
  const document = {
    ...{ format: FORMAT, version: VERSION, id: 'plan', models, connections },
    plans: [{ id: 'main', kind: 'capability', nodes, edges }],
    documents: workspace?.documents ?? [],
    prompts: workspace?.prompts ?? [],
    planners: workspace?.planners ?? [],
  };
  const outcome = read(JSON.stringify(document));
  if (outcome.kind === 'document') return outcome.workspace;
  throw new Refusal(outcome.diagnostics);
}

/** A goal is a template (V3); what a person types is only text. */
function escaped(goal: string): string {
  return goal.replaceAll('{{', '{ {');
}
