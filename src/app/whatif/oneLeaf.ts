import { type Address, type JsonObject, withoutAttempt } from '#base';
import type { Commit, Entry, RunStarted } from '#kernel';
import type { NodeTypeName } from '#plan';
import { callerOf, nodeAtAddress, type OpenedPlan, openedPlan } from '#projection';

/** Nodes that a simulation answers as one leaf under their own KEY, whatever they call or compute (H4). */
const LEAVES: ReadonlySet<NodeTypeName> = new Set<NodeTypeName>([
  'LLM_DECISION',
  'TOOL_ROUTER',
  'EVALUATION',
  'REFLECTION',
  'AGENT',
]);

/** What became of such a node in an attempt, as an outcome of a script. */
export interface LeafOutcome {
  readonly key: Address;
  readonly outcome: JsonObject;
}

/** Reads from a run what came of the nodes that a simulation answers as one leaf. */
export class OneLeafNodes {
  readonly #started: RunStarted;
  readonly #opened = new Map<Address, OpenedPlan>();
  readonly #startedAt = new Map<Address, number>();

  constructor(started: RunStarted) {
    this.#started = started;
  }

  /** Whether what happened at an address is such a node's, or a call inside one. */
  holds(address: Address): boolean {
    const node = withoutAttempt(address);
    return this.#isLeaf(node) || callerOf(node, this.#view) !== null;
  }

  /** The outcome that an entry tells of; null where it tells of none. */
  outcomeIn(entry: Entry, { at }: Commit): LeafOutcome | null {
    if (entry.kind === 'plan.opened') {
      const opened = openedPlan(entry, { opened: this.#opened });
      this.#opened.set(opened.executor, opened);
    }
    if (!entry.kind.startsWith('node.')) return null;
    const key = withoutAttempt(entry.address);
    if (!this.#isLeaf(key)) return null;
    if (entry.kind === 'node.started') this.#startedAt.set(key, at);
    const told = toldBy(entry);
    if (told === null) return null;
    const afterMs = Math.max(0, Math.round(at - (this.#startedAt.get(key) ?? at)));
    return { key, outcome: { afterMs, ...told } };
  }

  #isLeaf(node: Address): boolean {
    const plan = this.#started.closure.plans[0];
    const found = nodeAtAddress(node, plan?.kind === 'capability' ? plan : null, this.#view);
    return found !== null && LEAVES.has(found.type);
  }

  get #view() {
    return { opened: this.#opened, started: this.#started };
  }
}

function toldBy(entry: Entry): JsonObject | null {
  switch (entry.kind) {
    case 'node.succeeded': {
      const { handled, result } = entry.data;
      return handled === undefined ? { output: result ?? null } : errorOfLeaf(handled);
    }
    case 'node.failed':
    case 'node.retrying':
      return errorOfLeaf(entry.data.error);
    default:
      return null;
  }
}

function errorOfLeaf({ code, message }: { readonly code: string; readonly message: string }): JsonObject {
  return { error: { code, message } };
}
