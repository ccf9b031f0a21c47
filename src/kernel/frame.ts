import {
  type Address,
  type Hash,
  Heap,
  type Json,
  type JsonObject,
  type PersistentMap,
  type Result,
} from '#base';
import type { BranchesScope, CompiledScope, MachinePosition } from '#compile';
import type { Body, PlanNode, Retry, StateMachinePlan } from '#plan';
import type { RunError } from './fact';
import type { ActivationState, Breaks, Origins } from './work';

/** A node of a frame, or a branch of one (then `node` is its slot). */
export interface NodeRef {
  readonly frame: string;
  readonly node: number;
}

/** Refs are made anew each time: they are equal by what they name. */
export function isSame(one: NodeRef, other: NodeRef): boolean {
  return one.frame === other.frame && one.node === other.node;
}

/** Document order: a container before its contents, contents before what comes after it (R22). */
export function compareOrder(one: readonly number[], other: readonly number[]): number {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** A node that has started and not settled (R2). */
export interface ActiveNode {
  readonly node: number;
  /** What its entries are called: with the attempt for a leaf, without one for a container. */
  readonly address: Address;
  readonly attempt: number;
  /** Commands of it that nobody has answered, in the order in which they were issued. */
  readonly open: readonly Address[];
  readonly work: ActivationState;
  /** What a container's attempt has written, where another may follow and that would be dropped (R12, R20). */
  readonly layer: PersistentMap<Json> | null;
}

/** How a branch of an ASYNC GROUP, or an item of an ITERATOR, ended. */
export interface BranchResult {
  readonly status: 'succeeded' | 'failed' | 'skipped';
  /** Place in the order of ending, from 0. */
  readonly ended: number;
  readonly value: Json;
  readonly error: RunError | null;
  readonly writes: PersistentMap<Json>;
  /** A `break` in it ended only the branch (L7): what the group does when all of them have ended so. */
  readonly breaks: Breaks | null;
}

/** An END or `break` that is closing a scope from inside out (R12): what becomes of the scope then. */
interface Closing {
  readonly value: Json | undefined;
  /** A `finally` on the way failed: so does the scope. */
  readonly error: RunError | null;
  /** The scope is a branch that ends only itself, and this is what was asked for (L7). */
  readonly breaks: Breaks | null;
}

/** A node that runs in the background (L2) is a scope of its own, beside the one that it was started in. */
interface Background {
  readonly node: PlanNode;
  /** Its place in the document order of its container. */
  readonly order: number;
  /** `timeout`, where a wait has an edge there: it succeeds when its time is over (L9). */
  readonly ports: readonly string[];
  /** The plans whose instances it was started in, by id, the innermost first: they count for `maxDepth` (L9). */
  readonly inside: readonly string[];
}

/** What only the scope of a PLAN_EXECUTOR has (R13). */
export interface DynamicPlan {
  readonly body: Body;
  /** The machine that the plan is (M5); absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  /** By which its planner is found, to be asked again. */
  readonly hash: Hash;
  /** From 1; another one replaces the nodes that have not started (R13). */
  readonly revision: number;
  /** Capabilities that it may call: at most its planner's (P8). */
  readonly tools: readonly string[];
  /** How many planners it lies inside. */
  readonly depth: number;
  readonly maxDepth: number;
  readonly maxSteps: number;
  /** Defaults of its own leaf steps, from its executor (L4, L9). */
  readonly timeoutMs: number | null;
  readonly retry: Retry | null;
  /** P9: how often its planner was asked for another plan, and a model whether that is needed. */
  readonly doubts: number;
  readonly judgements: number;
}

/** What only the scope of a SUB_PLAN has: the plan of the closure that runs there, with variables of its own (L1). */
interface PlanInstance {
  readonly plan: string;
  readonly variables: PersistentMap<Json>;
}

/** What all scopes have. Fields that belong to some kinds alone are null in the others, so that all have one shape (speed). */
interface AnyFrame {
  readonly id: string;
  /** What the addresses of its nodes begin with. */
  readonly address: Address;
  readonly scope: CompiledScope;
  readonly position: MachinePosition;
  /** The container that opened it; for a branch the frame of all branches, and its slot. */
  readonly parent: NodeRef | null;
  /** Document order of the containers around its nodes, outermost first. */
  readonly order: readonly number[];
  readonly active: PersistentMap<ActiveNode>;
  /** Whether anything has started in it (R9). */
  readonly started: boolean;
  /** Result of the node that succeeded last, or of its END (R21). */
  readonly value: Json;
  /** Id of the innermost scope of a dynamic plan around it, or its own; null in the plan that was started. */
  readonly plan: string | null;
  /** Results of a dynamic plan's nodes, also of those in its containers, for `steps["id"]` (R13). */
  readonly results: PersistentMap<Json>;
  /**
   * P15: where what is in it came from: by the names of variables, where it is a plan's, and by nodes that have brought or hold
   * foreign content. Nothing is ever taken out.
   */
  readonly origins: PersistentMap<Origins>;
  /** The container around it has a layer for its attempt. */
  readonly tried: boolean;
  /** Scopes that go on in its background, and that it does not end before (R11, L2). */
  readonly detached: readonly string[];
  readonly closing: Closing | null;
}

/** What a scope has not that is of another kind. */
export interface NoKind {
  /** Its own writes, where it has a layer (R20). */
  readonly layer: null;
  readonly dynamic: null;
  readonly instance: null;
  /** By key, the ports by which its nodes have settled; only where another revision of a plan may follow (R13). */
  readonly left: null;
  readonly ends: null;
  /** Names of a round, an item or a background node that are no variables and are only read (L9). */
  readonly locals: null;
  readonly late: null;
  readonly items: null;
  readonly background: null;
}

type Kind<Name extends string, Fields> = AnyFrame & { readonly kind: Name } & Omit<NoKind, keyof Fields> &
  Fields;

/** The plan that was started, or the one node that stands for it before its guards. */
type PlanFrame = Kind<'plan', { readonly parent: null }>;

/** What is in a container: its body, a round of it, one of its branches or items, or a call that it makes. */
type BodyFrame = Kind<
  'body',
  { readonly layer: PersistentMap<Json> | null; readonly locals: JsonObject | null }
>;

/** All branches of an ASYNC GROUP, or all items of an ITERATOR, each of which has a scope of its own (R1). */
export type BranchesFrame = Kind<
  'branches',
  {
    readonly scope: BranchesScope;
    /** How its branches ended, by slot. */
    readonly ends: PersistentMap<BranchResult>;
    /** How many branches go on although their container has completed (`rest: ignore`, R11); null before. */
    readonly late: number | null;
    /** The items that its branches stand for, where it belongs to an ITERATOR. */
    readonly items: readonly Json[] | null;
  }
>;

/** The plan of a SUB_PLAN, or an activity of a machine; that has local names. */
export type InstanceFrame = Kind<
  'instance',
  { readonly instance: PlanInstance; readonly locals: JsonObject | null }
>;

/** The plan of a PLAN_EXECUTOR. */
export type DynamicFrame = Kind<
  'dynamic',
  { readonly dynamic: DynamicPlan; readonly left: PersistentMap<readonly string[]> | null }
>;

/** A node that runs in the background, with copies of the rights and the instance that it was started in. */
export type BackgroundFrame = Kind<
  'background',
  {
    readonly background: Background;
    readonly layer: PersistentMap<Json>;
    readonly locals: JsonObject | null;
    readonly dynamic: DynamicPlan | null;
    readonly instance: PlanInstance | null;
  }
>;

/** A scope that is open (R1): one running instance of a plan, a container's body, a branch or a dynamic plan. */
export type Frame = PlanFrame | BodyFrame | BranchesFrame | InstanceFrame | DynamicFrame | BackgroundFrame;

/** What variables are read and written through: a scope, or a container as its contents see it. */
export type Sight = Pick<
  Frame,
  'id' | 'address' | 'parent' | 'layer' | 'instance' | 'locals' | 'plan' | 'tried'
>;

/** The input of a node as it was resolved when so many entries had been made; whatever could change it is another entry. */
export interface ResolvedInput {
  readonly after: number;
  readonly frame: Sight;
  readonly node: PlanNode;
  /** Undefined where the node has none. */
  readonly input: Result<Json | undefined, RunError>;
}

/** A frame that belongs to the step at hand, and to no state yet. */
export type Own<Kind> = Kind extends unknown ? { -readonly [Field in keyof Kind]: Kind[Field] } : never;
export type OwnFrame = Own<Frame>;

/**
 * The open frames of a run while one fact is applied. A frame is copied when it is first changed and then changed in
 * place: one fact touches its frame some six times, and a copy for each was a fifth of a step.
 */
export class FrameTable {
  readonly #before: PersistentMap<Frame>;
  /** What this step has changed; null where it closed a frame. */
  readonly #own = new Map<string, OwnFrame | null>();

  constructor(before: PersistentMap<Frame>) {
    this.#before = before;
  }

  get(id: string): Frame | undefined {
    const own = this.#own.get(id);
    return own === undefined ? this.#before.get(id) : (own ?? undefined);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** A frame to write to; undefined when none of that id is open. */
  change(id: string): OwnFrame | undefined {
    const own = this.#own.get(id);
    if (own !== undefined) return own ?? undefined;
    const frame = this.#before.get(id);
    if (frame === undefined) return undefined;
    const copy = { ...frame };
    this.#own.set(id, copy);
    return copy;
  }

  /** All frames that are open, in no order that means anything. */
  values(): readonly Frame[] {
    const frames = this.#before.values().flatMap(({ id }) => this.get(id) ?? []);
    for (const [id, frame] of this.#own) if (frame !== null && !this.#before.has(id)) frames.push(frame);
    return frames;
  }

  /** @param frame made for this step: it is written to */
  open(frame: Frame): void {
    this.#own.set(frame.id, frame);
  }

  close(id: string): void {
    this.#own.set(id, null);
  }

  /** The frames after the step. */
  finish(): PersistentMap<Frame> {
    let frames = this.#before;
    for (const [id, frame] of this.#own) frames = frame === null ? frames.delete(id) : frames.set(id, frame);
    return frames;
  }
}

/** A node whose turn has come, with its place in the document order of the whole run (R22). */
export interface Ready extends NodeRef {
  readonly order: readonly number[];
}

/**
 * The nodes whose turn has come, first in document order first (R22). Nodes of a scope that has closed meanwhile are
 * passed over when their turn comes: closing a scope costs nothing for what waits elsewhere.
 */
export class ReadyQueue {
  readonly #heap = new Heap<Ready>(firstInDocument);
  readonly #isOpen: (frame: string) => boolean;

  constructor(ready: readonly Ready[], isOpen: (frame: string) => boolean) {
    this.#isOpen = isOpen;
    for (const item of ready) this.#heap.push(item);
  }

  push(item: Ready): void {
    this.#heap.push(item);
  }

  peek(): Ready | undefined {
    for (let first = this.#heap.peek(); first !== undefined; first = this.#heap.peek()) {
      if (this.#isOpen(first.frame)) return first;
      this.#heap.pop();
    }
    return undefined;
  }

  pop(): Ready | undefined {
    const first = this.peek();
    if (first !== undefined) this.#heap.pop();
    return first;
  }

  /** Takes the first that passes a test, wherever it stands: used only while the run is stepped. */
  take(test: (item: Ready) => boolean): Ready | undefined {
    const first = this.toSorted().find(test);
    if (first !== undefined) this.#heap.reset(this.#heap.items.filter((item) => item !== first));
    return first;
  }

  /** Forgets the nodes of a scope that has other ones from now on. */
  drop(frame: string): void {
    this.#heap.reset(this.#heap.items.filter((item) => item.frame !== frame));
  }

  has({ frame, node }: NodeRef): boolean {
    return this.#heap.items.some((item) => item.frame === frame && item.node === node);
  }

  /** Takes nodes out that were cancelled before their turn came (R16). */
  remove(test: (item: Ready) => boolean): void {
    if (this.#heap.items.some(test)) this.#heap.reset(this.#heap.items.filter((item) => !test(item)));
  }

  clear(): void {
    this.#heap.reset([]);
  }

  toSorted(): readonly Ready[] {
    if (this.peek() === undefined) return [];
    const open = this.#heap.items.filter(({ frame }) => this.#isOpen(frame));
    return open.length === 1 ? open : open.sort(firstInDocument);
  }
}

function firstInDocument(one: Ready, other: Ready): number {
  return compareOrder(one.order, other.order);
}

interface Resting {
  readonly frame: string;
  readonly depth: number;
  /** Place in the order of coming to rest. */
  readonly place: number;
}

/** The scopes at rest: the deepest ends first, among equals the one that came to rest first (R14). */
export class RestingScopes {
  readonly #heap = new Heap<Resting>(deepestFirst);
  #count = 0;

  push(frame: string, depth: number): void {
    this.#heap.push({ frame, depth, place: this.#count++ });
  }

  pop(): string | null {
    return this.#heap.pop()?.frame ?? null;
  }
}

function deepestFirst(one: Resting, other: Resting): number {
  return other.depth - one.depth || one.place - other.place;
}
