import { count, durationText, isJsonObject } from '#base';
import type { PlanAttempt } from '#kernel';
import { allStates, type Body, type PlanNode } from '#plan';
import { type AgentCard, isThinking } from './agent';
import type { AskedPlanner } from './modelWork';
import { countsOfRevision, isFresh, revisionsOf } from './revisions';
import {
  isUnanswered,
  type NodeRecord,
  type NodeStatus,
  type OpenedPlan,
  type PlanningRecord,
  type RunView,
} from './runView';
import { cutText, planLine, type Surroundings, shortValue } from './shortText';

const MOST_CHARACTERS = 80;

/** What a run knows of a node when its line is written. */
export interface RunFacts {
  readonly view: RunView;
  readonly status: NodeStatus;
  readonly record: NodeRecord | undefined;
  /** What the node itself planned, or what is drawn in it. */
  readonly planning: PlanningRecord | undefined;
  readonly opened: OpenedPlan | undefined;
  /** Whose model is at work. */
  readonly asked: AskedPlanner | undefined;
  /** Of an agent that has had turns. */
  readonly agent: AgentCard | null;
}

/** The one line of a card during a run: the result in five words, the error, what is asked, or what it will do. */
export function runLine(node: PlanNode, facts: RunFacts, around: Surroundings): string {
  const line = statusLine(facts) ?? progressLine(node, facts) ?? planLine(node, around);
  // R6, R11, R17: what came after it was over is told where it would have gone.
  const late = facts.record?.late ?? 0;
  return late === 0 ? line : [line, `${late} late`].filter((text) => text !== '').join(' · ');
}

/** What the status alone says; null when the node itself has more to tell. */
function statusLine(facts: RunFacts): string | null {
  const { status, record } = facts;
  switch (status) {
    case 'skipped':
      return skippedLine(facts);
    case 'cancelled':
      return 'cancelled';
    case 'failed':
      if (record !== undefined && isUnanswered(record)) return 'not answered yet';
      return cutText(record?.error?.message ?? 'failed', MOST_CHARACTERS);
    case 'uncertain':
      return 'may or may not have happened';
    case 'waiting':
      return record?.message ? cutText(record.message, MOST_CHARACTERS) : null;
    case 'retrying':
      return `trying again after ${record?.error?.code ?? 'a failure'}`;
    default:
      return null;
  }
}

/** What comes after a question that was not understood is needed still. */
function skippedLine({ record, planning, view }: RunFacts): string {
  if (record?.because === 'disabled') return 'disabled';
  if (!isUnanswered(view)) return 'not needed';
  return planning === undefined ? 'not yet' : 'no plan yet';
}

function progressLine(node: PlanNode, facts: RunFacts): string | null {
  const { status, record, agent } = facts;
  if (node.type === 'PLAN_EXECUTOR') return executorLine(facts);
  if (node.type === 'PLANNER') return plannerLine(facts);
  if (agent !== null && (status !== 'succeeded' || agent.criteria.length > 0))
    return agentLine(agent, status !== 'succeeded');
  if (status === 'succeeded' && record) return resultLine(node, record, facts.view);
  const attempts = record?.attempts.length ?? 0;
  return status === 'running' && attempts > 1 ? `attempt ${attempts}` : null;
}

function resultLine(node: PlanNode, record: NodeRecord, view: RunView): string | null {
  if (node.type === 'START') return firstInput(view);
  if (node.type === 'IF' || node.type === 'SWITCH') return record.ports.join(', ') || null;
  if (node.type === 'END') return null;
  if (record.error !== null) return cutText(`went on after ${record.error.code}`, MOST_CHARACTERS);
  if (isThinking(node) && isJsonObject(record.result)) return shortValue(record.result.answer);
  return record.result === undefined ? null : shortValue(record.result);
}

/** How far an agent is (L11), how many of its criteria are met, and whether its call waits for a yes (K15). */
function agentLine({ asks, turns: { had, most }, criteria }: AgentCard, isRunning: boolean): string {
  const met = criteria.filter(({ since }) => since !== null).length;
  const parts = [
    asks ? 'asks you' : '',
    isRunning ? `turn ${had} of ${most}` : count(had, 'turn'),
    criteria.length === 0 ? '' : `${met} of ${criteria.length} met`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** What the run was given first: its input, else the default that stood for it (V1). */
function firstInput({ started }: RunView): string | null {
  const declared = started?.closure.plans[0]?.variables ?? [];
  const first = declared === 'open' ? undefined : declared.find(({ scope }) => scope === 'IN');
  const given = Object.values(started?.input ?? {})[0];
  const value = first === undefined ? given : (started?.input[first.id] ?? first.default);
  if (value === undefined) return null;
  return typeof value === 'string' ? cutText(value) : shortValue(value);
}

function plannerLine({ planning, status, asked }: RunFacts): string | null {
  if (asked !== undefined) return asked.who;
  if (planning === undefined) return null;
  if (planning.streaming && status === 'running') {
    return planning.streamed.length === 0 ? null : `${partsSoFar(planning)} so far`;
  }
  const last = planning.attempts.at(-1);
  if (last === undefined) return null;
  const steps = planning.accepted === null ? last.verdict : partsOf(planning, planning.accepted);
  return `${makerOf(last)} · ${steps} · ${durationText(last.latencyMs)}`;
}

/** What has come: of a machine they are states (M5). */
function partsSoFar({ streamed }: PlanningRecord): string {
  return count(streamed.length, streamed.some(({ machine }) => machine !== undefined) ? 'state' : 'step');
}

function partsOf({ machine }: PlanningRecord, { nodes }: Body): string {
  return machine === undefined
    ? count(nodes.length, 'step')
    : count([...allStates(machine.states)].length, 'state');
}

/** A model by its name; what plans without one by its kind. */
function makerOf({ flavour, model, madeBy }: PlanAttempt): string {
  if (model !== null) return madeBy;
  return flavour === 'htn' ? flavour.toUpperCase() : flavour;
}

/** What the planner is asked for after the revision that runs (P2, P12); null when it is not. */
function askingLine({ executor, revision }: OpenedPlan, planning: PlanningRecord | undefined): string | null {
  const again = planning?.again;
  if (!planning?.streaming || again?.executor !== executor || again.revision !== revision) return null;
  if (again.doubt !== undefined) return 'asking for another plan';
  return again.failed === undefined ? 'asking for the next step' : 'asking for another way';
}

/** What became of the steps of the plan before, in numbers, while that is news (P9). */
function changesLine(opened: OpenedPlan, view: RunView): string | null {
  const last = revisionsOf(opened, view).findLast(({ isProposed }) => isProposed !== true);
  if (last?.revision !== opened.revision || !isFresh(opened, view)) return null;
  const counts = Object.entries(countsOfRevision(last)).filter(([, count]) => count > 0);
  const words = counts.map(([change, count]) => `${count} ${change}`).join(', ');
  return `revision ${opened.revision - 1} → ${opened.revision}: ${words}`;
}

function executorLine({ opened, planning, status, view }: RunFacts): string | null {
  const madeBy = planning?.attempts.at(-1)?.madeBy;
  const made = madeBy === undefined ? '' : `, made by ${madeBy}`;
  if (opened !== undefined)
    return (
      askingLine(opened, planning) ?? changesLine(opened, view) ?? `plan revision ${opened.revision}${made}`
    );
  if (status === 'succeeded') return 'no plan to run';
  if (planning === undefined) return null;
  if (planning.streaming) return `a plan is arriving, ${partsSoFar(planning)} so far`;
  if (planning.accepted !== null) return `plan of ${partsOf(planning, planning.accepted)}${made}`;
  return planning.attempts.length > 0 ? 'the plan was refused' : null;
}
