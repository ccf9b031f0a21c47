import { isJsonObject, type JsonObject, LIMITS } from '#base';
import { type Commit, forbiddenBy, type PlanCommand, type RunStarted } from '#kernel';
import { allNodes, toolsNamedBy } from '#plan';
import type { PlannerState } from '#planner';
import { planSoFar } from './planSoFar';

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
    ...(command.goalSteps === undefined ? {} : { goalSteps: command.goalSteps }),
    ...(command.flavour === 'state-machine' ? { wants: 'machine' as const } : {}),
    ...(command.again === undefined ? {} : { soFar: planSoFar(commits, command, command.again) }),
    ...(command.wish === undefined ? {} : { wish: command.wish }),
  };
}

/** P14: what a planner is told of the chat that its goal ends, and of the files that came with it. */
function saidBefore({ conversation, files }: PlanCommand): JsonObject {
  return {
    ...(conversation === undefined ? {} : { conversation: conversation.map((said) => ({ ...said })) }),
    ...(files === undefined ? {} : { files }),
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
