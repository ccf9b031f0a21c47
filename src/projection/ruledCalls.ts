import {
  type Address,
  type Hash,
  handlesIn,
  hashOfHandle,
  type Json,
  withoutAttempt,
  withoutCall,
} from '#base';
import { type Commit, destinationIn, type Entry, type RunError, type RunStarted } from '#kernel';
import { type Policy, type RuledCall, type Ruling, rulingOf } from '#plan';
import { ownerOf } from './addresses';
import { type AgentTurn, agentTurns, isThinking } from './agent';
import { nodeInRun } from './names';
import { project } from './project';
import type { NodeRecord, RunView } from './runView';

/** A call that a run made, asked about or was denied, as policies look at it (P13). */
export interface CallOfRun extends RuledCall {
  readonly address: Address;
  readonly input: Json;
  readonly became: CallOutcome;
  /** Position (seq) of the commit in which that was decided. */
  readonly seq: number;
}

/** What the policies of a run, and the person that they asked, made of a call (K15). */
export type CallOutcome = 'unasked' | 'unanswered' | 'approved' | 'rejected' | 'denied';

/** What policies would have said to the calls of a run: each with its ruling. What foreign text would have led to asks besides (P15). */
export function rulingsOn(
  policies: readonly Policy[],
  calls: readonly CallOfRun[],
): readonly (Ruling & { readonly call: CallOfRun })[] {
  return calls.flatMap((call) => {
    const ruling = rulingOf(policies, call);
    return ruling === null ? [] : [{ ...ruling, call }];
  });
}

/** The calls that policies decide about in a run, in their order; one that waits, or was refused, is there as well. */
export function ruledCalls(commits: readonly Commit[]): readonly CallOfRun[] {
  const view = project(commits);
  const { started } = view;
  if (started === null) return [];
  const calls = new Map<Address, CallOfRun>();
  for (const { seq, entries } of commits) {
    for (const entry of entries) {
      const found = callIn(entry, started, view) ?? calls.get(entry.address);
      const became = found === undefined ? null : becameBy(entry, calls.get(found.address)?.became);
      if (found === undefined || became === null) continue;
      const destination = destinationIn(started, found);
      const planned = isPlanned(found.address, view);
      calls.set(found.address, { ...found, destination, isPlanned: planned, became, seq });
    }
  }
  return [...calls.values()];
}

/** What an entry says of a call; null where it says nothing of how it was decided. */
function becameBy(entry: Entry, before: CallOutcome | undefined): CallOutcome | null {
  const code = failureIn(entry)?.code;
  if (code === 'POLICY_DENIED') return 'denied';
  if (code === 'CALL_REFUSED') return 'rejected';
  if (entry.kind !== 'command') return null;
  if (entry.data.command.kind === 'wait') return 'unanswered';
  return before === 'unanswered' ? 'approved' : (before ?? 'unasked');
}

type Found = Pick<CallOfRun, 'address' | 'capability' | 'effect' | 'input'>;

function callIn(entry: Entry, started: RunStarted, view: RunView): Found | null {
  if (failureIn(entry)?.code === 'POLICY_DENIED') return deniedCall(entry.address, started, view);
  if (entry.kind !== 'command') return null;
  const { command } = entry.data;
  if (command.kind === 'call') return command;
  if (command.kind !== 'wait' || command.call === undefined) return null;
  return { ...command.call, address: withoutCall(command.address) };
}

/** What a node failed with, whatever became of that. */
function failureIn(entry: Entry): RunError | undefined {
  if (entry.kind === 'node.failed') return entry.data.error;
  return entry.kind === 'node.succeeded' ? entry.data.handled : undefined;
}

/** A call that a policy has stopped stands in no command. */
function deniedCall(address: Address, { closure }: RunStarted, view: RunView): Found | null {
  const place = withoutAttempt(address);
  const node = nodeInRun(place, view);
  const agent = agentOf(place, view);
  const capability =
    agent === null
      ? node?.type === 'CAPABILITY' && node.params.capability
      : agent.turns.find(({ action }) => action?.address === place)?.wanted?.tool;
  if (typeof capability !== 'string') return null;
  const effect = closure.capabilities.find(({ id }) => id === capability)?.effect ?? 'unknown';
  return { address, capability, effect, input: view.nodes.get(place)?.input ?? {} };
}

/** Chosen by a planner or an agent, and not by the author of the plan. */
function isPlanned(address: Address, view: RunView): boolean {
  return address.includes('@') || agentOf(withoutAttempt(address), view) !== null;
}

/** The agent whose leaf a call is; null for all others. */
function agentOf(place: Address, view: RunView): { readonly turns: readonly AgentTurn[] } | null {
  const owner = ownerOf(place);
  const node = owner === null ? null : nodeInRun(owner, view);
  return owner === null || node === null || !isThinking(node)
    ? null
    : { turns: agentTurns(node, owner, view) };
}

/** The step that made what a handle names (V6): the first that gave it without having been handed it; null where none did. */
export function makerOf({ nodes }: Pick<RunView, 'nodes'>, hash: Hash): NodeRecord | null {
  const makers = [...nodes.values()].filter(
    ({ input, result }) => namesHash(result, hash) && !namesHash(input, hash),
  );
  return makers.toSorted((one, other) => one.seq - other.seq)[0] ?? null;
}

function namesHash(value: Json | undefined, hash: Hash): boolean {
  if (value === undefined) return false;
  for (const handle of handlesIn(value)) if (hashOfHandle(handle) === hash) return true;
  return false;
}
