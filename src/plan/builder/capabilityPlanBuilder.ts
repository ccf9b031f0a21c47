import {
  type Diagnostic,
  err,
  type Json,
  type JsonObject,
  jsonOf,
  mintId,
  ok,
  present,
  type Result,
} from '#base';
import type { Variable } from '../fields/fields';
import type { Body, PlanNode } from '../nodes/node';
import { readBody, readPlan } from '../read/read';
import type { CapabilityPlan } from '../schema/plan';

/** What every node may have besides what makes it what it is (L2), without what the builder gives it. */
type NodeFields = Omit<Extract<PlanNode, { type: 'CAPABILITY' }>, 'type' | 'params' | 'id'>;

/** One call of a capability; `id` is minted where it is left out (W2). */
export interface StepSpec extends NodeFields {
  readonly id?: string;
  readonly capability: string;
}

type GroupParams = Omit<Extract<PlanNode, { type: 'GROUP' }>['params'], 'mode'>;

/** One group of an ordered plan (reference 2): steps, in order or at the same time, and what becomes of their ends. */
export interface GroupSpec extends NodeFields, GroupParams {
  readonly id?: string;
  /** SYNC by default. */
  readonly mode?: 'SYNC' | 'ASYNC';
  /** Capabilities by their ids, or whole steps. */
  readonly steps: readonly (string | StepSpec)[];
  /** The groups that it follows, by their place in the list, from 0. Without it: the group before. */
  readonly dependsOn?: readonly number[];
}

/** A group as a node: a SYNC group of one step without a field of its own is that step. */
function nodeOfGroup(group: Omit<GroupSpec, 'dependsOn'>, taken: Set<string>): PlanNode {
  const { id, mode = 'SYNC', steps, completion, rest, merge, maxConcurrency, ...fields } = group;
  const [only, ...others] = steps.map(specOf);
  if (only !== undefined && others.length === 0 && mode === 'SYNC') {
    const step = id === undefined ? only : { ...only, id };
    return nodeOfStep({ ...fields, ...step }, taken);
  }
  const own = claim(id ?? mintId('group', taken), taken);
  const nodes = steps.map((step) => nodeOfStep(specOf(step), taken));
  return {
    id: own,
    type: 'GROUP',
    ...fields,
    params: { mode, completion, rest, merge, maxConcurrency },
    body: { nodes, edges: [] },
  };
}

/** A step as a CAPABILITY. */
function nodeOfStep({ id, capability, ...fields }: StepSpec, taken: Set<string>): PlanNode {
  const own = claim(id ?? mintId('capability', taken), taken);
  return { id: own, type: 'CAPABILITY', ...fields, params: { capability } };
}

function specOf(step: string | StepSpec): StepSpec {
  return typeof step === 'string' ? { capability: step } : step;
}

function claim(id: string, taken: Set<string>): string {
  taken.add(id);
  return id;
}

/** A node to be added: of any type, its id minted where it is left out. */
export type NodeSpec = PlanNode extends infer Node
  ? Node extends PlanNode
    ? Omit<Node, 'id'> & { readonly id?: string }
    : never
  : never;

/** Where an edge comes from: a node's `out`, or another of its ports. */
export type Source = string | { readonly node: string; readonly port: string };

type GroupConfig = Omit<GroupSpec, 'steps' | 'mode' | 'dependsOn'> & Placed;

/** What every `add…` takes besides the step itself. */
export interface Placed {
  /** What it follows, instead of what was added before it; an empty list starts it with the plan. */
  readonly after?: Source | readonly Source[];
}

/**
 * Builds a capability plan step by step, in the words of reference 2 (L6). Each thing that is added follows the one
 * before it, unless `after` says otherwise. The builder is changed by its methods, which return it; `build` may be
 * called any number of times.
 *
 * Nothing is thrown: whatever the plan may not be is told by `build`, with all that is wrong. Whether its capabilities
 * exist is `check`'s to say, which knows a catalogue.
 *
 * @example
 * const built = new CapabilityPlanBuilder('report', 'Report')
 *   .input('question', { type: 'string' })
 *   .output('answer', { type: 'string' })
 *   .addSyncWithCustomConfig('documents.search', {
 *     id: 'find',
 *     input: { query: '{{ question }}' },
 *     output: { answer: 'result.text' },
 *     timeoutMs: 60_000,
 *   })
 *   .addAsyncGroup(['echo', 'text.say'], { id: 'tell', completion: 'ALL', merge: 'LAST_WINS' })
 *   .result({ answer: '{{ answer }}' })
 *   .build();
 */
export class CapabilityPlanBuilder {
  readonly #nodes: PlanNode[] = [];
  readonly #edges: JsonObject[] = [];
  readonly #taken = new Set<string>();
  #variables: JsonObject[] | 'open' = [];
  #head: JsonObject;
  #last: string | null = null;

  /** @param id the plan's id (W2) */
  constructor(id: string, name?: string) {
    this.#head = jsonOf({ id, kind: 'capability', name });
  }

  /**
   * A plan of these groups, in order, or in the order that their `dependsOn` gives them.
   *
   * @example CapabilityPlanBuilder.fromGroups('plan', [{ steps: ['echo'] }, { mode: 'ASYNC', steps: ['echo', 'echo'] }])
   */
  static fromGroups(id: string, groups: readonly GroupSpec[]): CapabilityPlanBuilder {
    const builder = new CapabilityPlanBuilder(id);
    const ids: string[] = [];
    for (const group of groups) {
      const { dependsOn, ...spec } = group;
      // A place that is none is told by `build`, as an edge from a node that has no id.
      const after = dependsOn?.map((place) => ids[place] ?? `#${place}`);
      builder.addGroup({ ...spec, ...present({ after }) });
      ids.push(builder.#last ?? '');
    }
    return builder;
  }

  /** The id of what was added last, for `after` and `connect`; null before anything was. */
  get last(): string | null {
    return this.#last;
  }

  /** Declares an input (V1). One without a default is required. */
  input(id: string, schema?: JsonObject, fallback?: Json): this {
    return this.#declare({ id, scope: 'IN', schema, default: fallback });
  }

  /** Declares a variable of its own; it starts as null. */
  variable(id: string, schema?: JsonObject, fallback?: Json): this {
    return this.#declare({ id, scope: 'INTERNAL', schema, default: fallback });
  }

  /** Declares an output: it must be assigned before the plan may complete, where the result uses it. */
  output(id: string, schema?: JsonObject): this {
    return this.#declare({ id, scope: 'OUT', schema });
  }

  /** Whatever capabilities write is a variable (V1: `variables: "open"`), and nothing is declared. */
  open(): this {
    this.#variables = 'open';
    return this;
  }

  /** What the plan gives: a template for each output (V3). */
  result(mapping: JsonObject): this {
    this.#head = { ...this.#head, result: mapping };
    return this;
  }

  /** One call of a capability. */
  addSync(capability: string, placed: Placed = {}): this {
    return this.addSyncWithCustomConfig(capability, placed);
  }

  /** One call of a capability with its input, output, timeout, retry and whatever else a node may have (L2). */
  addSyncWithCustomConfig(capability: string, config: Omit<StepSpec, 'capability'> & Placed): this {
    const { after, ...step } = config;
    return this.#place(nodeOfStep({ ...step, capability }, this.#taken), after);
  }

  /** Several calls one after another, as one GROUP. */
  addSyncGroup(steps: GroupSpec['steps'], config: GroupConfig = {}): this {
    return this.addGroup({ ...config, steps, mode: 'SYNC' });
  }

  /** Several calls at the same time, as one GROUP; `completion` is ALL and `merge` LAST_WINS by default (R10). */
  addAsyncGroup(steps: GroupSpec['steps'], config: GroupConfig = {}): this {
    return this.addGroup({ ...config, steps, mode: 'ASYNC' });
  }

  /** A group as a value. A SYNC group of one step is that step. */
  addGroup({ after, ...spec }: Omit<GroupSpec, 'dependsOn'> & Placed): this {
    return this.#place(nodeOfGroup(spec, this.#taken), after);
  }

  /** A node of any type: an IF, a PLANNER, a LOOP with its body. What follows an IF names its port in `after`. */
  addNode({ id, ...node }: NodeSpec, { after }: Placed = {}): this {
    const own = id ?? mintId(node.type, this.#taken);
    this.#taken.add(own);
    return this.#place({ ...node, id: own } as PlanNode, after);
  }

  /** One edge more. */
  connect(from: Source, to: string): this {
    const edge = typeof from === 'string' ? { from, to } : { from: from.node, port: from.port, to };
    this.#edges.push(edge);
    return this;
  }

  /** The plan, or all that is wrong with it: the same door as for documents from outside (W3). */
  build(): Result<CapabilityPlan, readonly Diagnostic[]> {
    const read = readPlan({ ...this.#head, variables: this.#variables, ...this.#body() });
    if (!read.ok) return read;
    return read.value.kind === 'capability' ? ok(read.value) : err([]);
  }

  /** Nodes and edges alone, as a planner proposes them (R13): what goes into `dynamicPlan`. */
  buildBody(): Result<Body, readonly Diagnostic[]> {
    return readBody(this.#body());
  }

  #body(): JsonObject {
    return jsonOf({ nodes: this.#nodes, edges: this.#edges });
  }

  #declare(variable: Variable): this {
    const declared = this.#variables === 'open' ? [] : this.#variables;
    this.#variables = [...declared, jsonOf(variable)];
    return this;
  }

  #place(node: PlanNode, after: Placed['after']): this {
    const before = this.#last;
    const sources = after === undefined ? (before === null ? [] : [before]) : [after].flat();
    this.#nodes.push(node);
    for (const source of sources) this.connect(source, node.id);
    this.#last = node.id;
    return this;
  }
}
