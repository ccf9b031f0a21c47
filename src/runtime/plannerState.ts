import {
  type Address,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  present,
  withoutAttempt,
  withRevision,
} from '#base';
import {
  type Commit,
  doubtInWords,
  type Entry,
  forbiddenBy,
  type PlanAgain,
  type PlanCommand,
  type RunStarted,
} from '#kernel';
import { allNodes, type Body, toolsNamedBy } from '#plan';
import type { PlannerState, PlanSoFar, StepSoFar } from '#planner';

/**
 * What a planner knows of the run (P1), from the command that asks it, the run's closure and its ledger. The
 * catalogue holds only what the command allows (P8).
 *
 * @param described what the host says of the workspace's documents: `{ tables, documents }`
 * @param hosted ids of what the host offers: an old ledger does not say what there was besides its closure
 */
export function plannerStateOf(
  command: PlanCommand,
  started: RunStarted,
  commits: readonly Commit[],
  described: JsonObject,
  hosted: Iterable<string>,
): PlannerState {
  const allowed = new Set(command.tools);
  const capabilities = started.closure.capabilities.filter(({ id }) => allowed.has(id));
  return {
    goal: command.goal,
    transcript: [...turnsGiven(started), ...transcriptOf(commits)],
    memory: { ...described, ...sessionOf(started), ...saidBefore(command), ...command.memory },
    variables: command.variables,
    writable: [...command.writable],
    catalogue: new Map(capabilities.map((descriptor) => [descriptor.id, descriptor])),
    named: calledByRules(started),
    listed: listedBy(command, started),
    forbidden: forbiddenBy(started.closure, allowed, hosted),
    limits: {
      maxSteps: command.limits.maxSteps ?? LIMITS.planSteps,
      maxDepth: command.limits.maxDepth ?? LIMITS.plannerDepth,
    },
    depth: command.depth,
    stepCount: stepsMadeIn(commits),
    ...present({ goalSteps: command.goalSteps }),
    ...(command.flavour === 'state-machine' ? { wants: 'machine' as const } : {}),
    ...(command.again === undefined ? {} : { soFar: planSoFar(commits, command, command.again) }),
    ...present({ wish: command.wish }),
  };
}

/** P14: what a planner is told of the chat that its goal ends, and of the files that came with it. */
function saidBefore({ conversation, files }: PlanCommand): JsonObject {
  return {
    ...(conversation === undefined ? {} : { conversation: conversation.map((said) => ({ ...said })) }),
    ...present({ files }),
  };
}

/** P16: what a planner is told of the session, as data beside the documents. */
function sessionOf({ session }: RunStarted): JsonObject {
  if (session === undefined || 'unread' in session) return {};
  const { turns, notes, variables } = session;
  return {
    session: {
      turns: turns.map((turn) => ({ ...turn })),
      notes: notes.map((note) => ({ ...note })),
      variables: variables.map((variable) => ({ ...variable })),
    },
  };
}

function turnsGiven({ session }: RunStarted): PlannerState['transcript'] {
  return session === undefined || 'unread' in session ? [] : session.turns;
}

/** Tools that the planners of the workspace call. */
function calledByRules({ closure }: RunStarted): ReadonlySet<string> {
  const steps = closure.planners.flatMap((planner) =>
    planner.kind === 'rules' ? planner.rules.flatMap((rule) => rule.steps) : planner.operators,
  );
  return new Set(steps.map(({ capability }) => capability));
}

/** Tools that the node of the planner allows one by one; a planner inside a proposed plan has no list of an author. */
function listedBy(command: PlanCommand, { closure }: RunStarted): ReadonlySet<string> {
  const nodes = closure.plans.flatMap((plan) =>
    plan.kind === 'capability' ? [...allNodes(plan)].map(({ node }) => node) : [],
  );
  const asking = nodes.filter(({ id, type }) => id === command.node && type === 'PLANNER');
  return new Set(asking.flatMap((node) => toolsNamedBy(node) ?? []));
}

function stepsMadeIn(commits: readonly Commit[]): number {
  let steps = 0;
  for (const { fact } of commits) if (fact.type === 'plan.replied') steps += fact.plan?.nodes.length ?? 0;
  return steps;
}

/** What was said in this run: by people who answered, and by `text.say`. */
function transcriptOf(commits: readonly Commit[]): PlannerState['transcript'] {
  const transcript: { role: 'user' | 'agent'; text: string }[] = [];
  const sayings = new Set<string>();
  for (const { fact, entries } of commits) {
    if (fact.type === 'answer.given') transcript.push({ role: 'user', text: JSON.stringify(fact.value) });
    if (fact.type === 'effect.succeeded' && sayings.has(fact.address) && isJsonObject(fact.result))
      if (typeof fact.result.text === 'string') transcript.push({ role: 'agent', text: fact.result.text });
    for (const entry of entries)
      if (entry.kind === 'command' && isSaying(entry.data.command)) sayings.add(entry.data.command.address);
  }
  return transcript;
}

type LedgerCommand = Extract<Commit['entries'][number], { kind: 'command' }>['data']['command'];

function isSaying(command: LedgerCommand): boolean {
  return command.kind === 'call' && command.capability === 'text.say';
}

/** What has become of a plan that its planner is asked about again (P2, P9, P12): a projection of the ledger. */
function planSoFar(commits: readonly Commit[], command: PlanCommand, again: PlanAgain): PlanSoFar {
  const scopes = Array.from(
    { length: again.revision },
    (_, index) => `${withRevision(again.executor, index + 1)}/`,
  );
  const planner = withoutAttempt(command.address);
  const steps = new Map<string, StepSoFar>();
  const revisions = new Map<Address, Body>();
  let trace: Json = null;
  for (const { fact, entries } of commits) {
    if (fact.type === 'plan.replied' && fact.plan !== null && withoutAttempt(fact.address) === planner)
      trace = fact.attempt.trace ?? null;
    for (const entry of entries) {
      if (entry.kind === 'plan.opened') revisions.set(entry.address, entry.data.plan);
      const id = stepIn(scopes, entry.address);
      const step = id === null ? null : stepOf(id, entry);
      if (step !== null) steps.set(step.id, step);
    }
  }
  const plan = revisions.get(withRevision(again.executor, again.revision)) ?? NO_PLAN;
  const settled = (id: string): boolean => steps.has(id);
  return {
    body: {
      nodes: plan.nodes.filter(({ id }) => settled(id)),
      edges: plan.edges.filter(({ from, to }) => settled(from) && settled(to)),
    },
    steps: [...steps.values()],
    failed: again.failed?.step ?? again.doubt?.step ?? null,
    trace,
    ...inDoubt(again, plan, scopes, revisions),
  };
}

const NO_PLAN: Body = { nodes: [], edges: [] };

/** P9: why what has not started may be dropped or changed, and the ids that it must not give to anything else. */
function inDoubt(
  { doubt, failed }: PlanAgain,
  before: Body,
  scopes: readonly string[],
  revisions: ReadonlyMap<Address, Body>,
): Pick<PlanSoFar, 'revision'> {
  if (doubt === undefined) return {};
  const because =
    failed === undefined ? doubtInWords(doubt) : `${doubtInWords(doubt)} ${failed.error.message}`;
  const own = [...revisions].filter(([scope]) => scopes.includes(`${scope}/`));
  const named = new Set(own.flatMap(([, { nodes }]) => nodes.map(({ id }) => id)));
  return { revision: { because, before, named: [...named] } };
}

/** The node that an address names, where it lies right inside one of these scopes. */
function stepIn(scopes: readonly string[], address: Address): string | null {
  const scope = scopes.find((one) => address.startsWith(one));
  const id = scope === undefined ? '' : withoutAttempt(address).slice(scope.length);
  return id === '' || id.includes('/') ? null : id;
}

function stepOf(id: string, entry: Entry): StepSoFar | null {
  switch (entry.kind) {
    case 'node.succeeded': {
      const { ports, result, handled } = entry.data;
      return {
        id,
        status: 'succeeded',
        ports,
        ...present({ result, error: handled }),
      };
    }
    case 'node.failed': {
      const { error, handled } = entry.data;
      return { id, status: 'failed', ports: handled ? ['error'] : [], error };
    }
    case 'node.skipped':
    case 'node.cancelled':
      return { id, status: 'skipped', ports: [] };
    default:
      return null;
  }
}
