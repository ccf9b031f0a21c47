import {
  type Address,
  depthOf,
  type Hash,
  hashText,
  type Json,
  type JsonArray,
  type JsonObject,
} from '#base';
import type { RunError } from '#kernel';
import {
  allNodes,
  allStates,
  type Body,
  invocationId,
  type Plan,
  type PlanNode,
  type State,
  type StateMachinePlan,
} from '#plan';
import { ownerOf } from './addresses';
import type { AttemptRecord, NodeRecord, RunStatus, RunView } from './runView';

/** What every record begins with (L8): opaque words of the caller. */
interface Labels {
  readonly runId: string;
  readonly queue: string | null;
  readonly tenantId: string | null;
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** Tokens, and money in millionths of the currency's unit. */
interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly microUnits: number;
  readonly currency: string | null;
}

/** One row for a run (K12; `olo_run` of reference 1). Times are milliseconds since the epoch. */
export interface RunRow extends Labels, Spent {
  /** Name of the plan, and the hash of what it means. */
  readonly pipeline: string;
  readonly planHash: Hash;
  /** M4: the run that started it. */
  readonly parentRunId: string | null;
  readonly input: JsonObject;
  readonly status: RunStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly durationMs: number | null;
  readonly outputs: JsonObject;
  /** Nodes that began. */
  readonly nodes: number;
  readonly calls: number;
  readonly error: RunError | null;
  /** Address of the node whose failure it was. */
  readonly failureStage: Address | null;
}

/** One row for an attempt of a node (K12; `olo_run_node`). */
interface NodeRow extends Labels, Spent {
  readonly address: Address;
  readonly node: string;
  readonly name: string;
  /** The type, and for a CAPABILITY what it calls: `CAPABILITY:text.join` (L8). */
  readonly activityType: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly status: AttemptRecord['status'] | NodeRecord['status'];
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly durationMs: number | null;
  readonly input: Json;
  readonly output: Json;
  readonly error: RunError | null;
  /** Address of the container or executor that it lies in; null at the top. */
  readonly parent: Address | null;
  /** In which order nodes began, from 1. */
  readonly order: number;
  readonly depth: number;
  readonly model: string | null;
  readonly promptHash: Hash | null;
  readonly parameters: JsonObject | null;
}

/** One row for what the run was started with (K12; `olo_config`). */
interface ConfigRow extends Labels {
  readonly pipeline: string;
  readonly planHash: Hash;
  /** Behaviour flags of the kernel that recorded it. */
  readonly flags: JsonArray;
  /** Capabilities that it may call, with the version where one is said. */
  readonly capabilities: readonly string[];
  readonly createdAt: number | null;
}

export interface Records {
  readonly run: RunRow;
  readonly nodes: readonly NodeRow[];
  readonly config: ConfigRow;
}

/**
 * The records of a run for reading and export (K12): one for the run, one for each attempt of a node in the order in which
 * nodes began, one for what it was started with. Null before a run has begun.
 */
export function recordsOf(view: RunView): Records | null {
  const { started } = view;
  if (started === null) return null;
  const labels = labelsOf(view);
  const nodes = [...view.nodes.values()].filter(({ startedAt }) => startedAt !== null);
  const [plan] = started.closure.plans;
  const pipeline = plan?.name ?? plan?.id ?? '';
  const failed = nodes.findLast(({ status, error }) => status === 'failed' && error !== null);
  return {
    run: {
      ...labels,
      ...spent(view.usage),
      pipeline,
      planHash: started.planHash,
      parentRunId: started.parentRunId ?? null,
      input: started.input,
      status: view.status,
      startedAt: view.startedAt,
      endedAt: view.endedAt,
      durationMs: between(view.startedAt, view.endedAt),
      outputs: view.outputs,
      nodes: nodes.length,
      calls: view.calls,
      error: view.error,
      failureStage: view.error === null ? null : (failed?.address ?? null),
    },
    nodes: nodes.flatMap((record, index) => rowsOf(record, index + 1, view, labels)),
    config: {
      ...labels,
      pipeline,
      planHash: started.planHash,
      flags: started.flags,
      capabilities: started.closure.capabilities.map(({ id }) => id),
      createdAt: view.startedAt,
    },
  };
}

function labelsOf({ started }: RunView): Labels {
  const { queue = null, tenantId = null, userId = null, sessionId = null } = started?.labels ?? {};
  return { runId: started?.runId ?? '', queue, tenantId, userId, sessionId };
}

function spent(usage: RunView['usage']): Spent {
  const { inputTokens = 0, outputTokens = 0, microUnits = 0, currency = null } = usage;
  return { inputTokens, outputTokens, microUnits, currency };
}

function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}

/** A node that has no attempts of its own, as a container, is one row. What it cost stands in its last. */
function rowsOf(record: NodeRecord, order: number, view: RunView, labels: Labels): readonly NodeRow[] {
  const { address, node: id, startedAt, endedAt, status, error } = record;
  const node = nodeAt(record, view);
  const inMachine = node === undefined ? activityInMachine(address, view.started?.closure.plans ?? []) : null;
  const planning = view.planning.get(address)?.attempts.at(-1);
  const whole = { attempt: 1, startedAt, endedAt, status, error };
  const tries = record.attempts.length === 0 ? [whole] : record.attempts;
  return tries.map((one, index) => {
    const isLast = index === tries.length - 1;
    return {
      ...labels,
      ...spent(isLast ? record.usage : {}),
      address,
      node: inMachine?.id ?? id,
      name: node?.name ?? inMachine?.name ?? id,
      activityType: inMachine?.activityType ?? activityType(node),
      attempt: one.attempt,
      maxAttempts: node?.retry?.maxAttempts ?? 1,
      status: one.status,
      startedAt: one.startedAt,
      endedAt: one.endedAt,
      durationMs: between(one.startedAt, one.endedAt),
      input: record.input ?? null,
      output: isLast ? (record.result ?? null) : null,
      error: one.error,
      parent: ownerOf(address),
      order,
      depth: depthOf(address) - 1,
      model: planning?.model ?? null,
      promptHash: typeof planning?.prompt === 'string' ? hashText(planning.prompt) : null,
      parameters: planning?.parameters ?? null,
    };
  });
}

function activityType(node: PlanNode | undefined): string {
  if (node === undefined) return 'UNKNOWN';
  // Of a step of reference 4, which calls one tool, it is the tool that was used.
  const [tool] = node.type === 'AGENT' && node.params.mode === 'single' ? (node.params.tools ?? []) : [];
  if (tool !== undefined) return `AGENT:${tool}`;
  return node.type === 'CAPABILITY' ? `CAPABILITY:${node.params.capability}` : node.type;
}

/** The definition of a node: of the innermost dynamic plan that its address lies in, else of the plans of the run. */
function nodeAt({ address, node: id }: NodeRecord, { opened, started }: RunView): PlanNode | undefined {
  const around = [...opened.values()]
    .filter(({ executor }) => address.startsWith(`${executor}@`))
    .toSorted((one, other) => other.executor.length - one.executor.length);
  const graphs = started?.closure.plans.flatMap((plan) => (plan.kind === 'capability' ? [plan] : [])) ?? [];
  const bodies: readonly Body[] = [...around.map(({ plan }) => plan), ...graphs];
  for (const body of bodies) {
    for (const { node } of allNodes(body)) if (node.id === id) return node;
  }
  return undefined;
}

/** What a record of a machine is of: a state's action, an invocation, or a state that only was active. */
interface MachineActivity {
  readonly id: string;
  readonly name: string;
  /** L8: the type of what was done, and what it called. */
  readonly activityType: string;
}

/** What lies at an address inside a machine: `/looking[0]`, `/looking[0]/invoke`. Null for what is in none. */
function activityInMachine(address: Address, plans: readonly Plan[]): MachineActivity | null {
  const machines = plans.filter((plan) => plan.kind === 'state-machine');
  const [last = '', before = ''] = address.split('/').slice(1).reverse();
  for (const machine of machines) {
    const state = stateOf(machine, last);
    if (state !== null)
      return { id: state.id, name: state.name ?? state.id, activityType: typeOf(state, machine) };
    const around = stateOf(machine, before);
    const invoked = (around ?? machine).invoke?.find(({ id }, index) => (id ?? invocationId(index)) === last);
    if (invoked === undefined) continue;
    return { id: last, name: last, activityType: typeOfCall(invoked) };
  }
  return null;
}

/** The state of a segment with its round; what has none is no state. */
function stateOf(machine: StateMachinePlan, segment: string): State | null {
  const id = /^(.+)\[\d+\]$/.exec(segment)?.[1];
  if (id === undefined) return null;
  for (const state of allStates(machine.states)) if (state.id === id) return state;
  return null;
}

/** M2: a state's action is what its responder does; without one an event from outside is awaited. */
function typeOf({ action, choose }: State, { responders = [] }: StateMachinePlan): string {
  if (action === undefined) return choose === undefined ? 'STATE' : 'LLM_DECISION';
  const responder = responders.find(({ request }) => request === action.event);
  if (responder === undefined) return 'EVENT_WAIT';
  const isPerson = responder.capability === undefined && responder.plan === undefined;
  return isPerson ? 'HUMAN_INPUT' : typeOfCall(responder);
}

function typeOfCall({ capability }: { readonly capability?: string | undefined }): string {
  return capability === undefined ? 'SUB_PLAN' : `CAPABILITY:${capability}`;
}
