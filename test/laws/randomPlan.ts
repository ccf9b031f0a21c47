import { type Random, seededRandom } from '#base';
import { type Body, type CapabilityPlan, type Edge, type PlanNode, portsOf } from '#plan';

/** How wild a random plan may be. */
export interface Wildness {
  readonly nodes: number;
  readonly depth: number;
  /** PLANNER and PLAN_EXECUTOR pairs, which stand for a plan that comes later. */
  readonly planners: boolean;
}

/**
 * A random nested plan from a seed: series, parallel paths, choices, groups of both modes, waits, planners, errors
 * handled in every way. It passes `check` by construction: edges go forward, containers hold their own nodes.
 */
export function randomPlan(seed: number, wildness: Wildness): CapabilityPlan {
  const random = seededRandom(seed);
  const maker = new Maker(random, wildness);
  const body = maker.body(wildness.nodes, wildness.depth, wildness.planners);
  return {
    id: 'main',
    kind: 'capability',
    variables: [
      { id: 'a', scope: 'INTERNAL' },
      { id: 'b', scope: 'OUT' },
      { id: 'c', scope: 'INTERNAL', default: 1 },
      { id: 'dynamicPlan', scope: 'INTERNAL' },
    ],
    nodes: body.nodes,
    edges: body.edges,
  };
}

/** A random body of calls alone: what a planner of these tests proposes. */
export function randomSteps(random: Random): Body {
  return new Maker(random, { nodes: 4, depth: 1, planners: false }).body(1 + random.below(4), 1, false);
}

class Maker {
  readonly #random: Random;
  readonly #wildness: Wildness;
  #next = 0;

  constructor(random: Random, wildness: Wildness) {
    this.#random = random;
    this.#wildness = wildness;
  }

  body(most: number, depth: number, planners: boolean): Body {
    const count = 1 + this.#random.below(most);
    const nodes = Array.from({ length: count }, (_, index) => this.#node(depth, planners, index));
    return { nodes, edges: this.#edges(nodes) };
  }

  #node(depth: number, planners: boolean, index: number): PlanNode {
    const id = `n${this.#next++}`;
    const dice = this.#random.below(100);
    if (index === 0 && dice < 30) return { id, type: 'START' };
    if (dice < 40)
      return {
        id,
        type: 'CAPABILITY',
        params: { capability: 'echo' },
        ...this.#handling(),
        ...this.#writes(),
      };
    if (dice < 48)
      return { id, type: 'IF', params: { condition: this.#chance(50) ? 'c == 1' : 'a == null' } };
    if (dice < 54) return this.#switch(id);
    if (dice < 60)
      return { id, type: 'FILL_TEMPLATE', params: { template: 'c is {{ c }}' }, output: { a: 'result' } };
    if (dice < 64)
      return {
        id,
        type: 'END',
        params: { ends: this.#pick(['scope', 'scope', 'plan', 'run']), result: { b: 'ended' } },
      };
    if (dice < 70) return this.#ask(id);
    if (dice < 74) return { id, type: 'TRANSFORM', params: { expression: 'c' } };
    if (dice < 80 && planners) return this.#planning(id);
    if (depth > 0) return this.#group(id, depth, planners);
    return {
      id,
      type: 'CAPABILITY',
      params: { capability: 'echo' },
      ...this.#handling(),
      ...this.#timeout(),
    };
  }

  #switch(id: string): PlanNode {
    const cases = [
      { id: 'one', when: 'c == 1' },
      { id: 'two', when: 'true' },
    ];
    return { id, type: 'SWITCH', params: { cases, ...(this.#chance(40) ? { all: true } : {}) } };
  }

  #ask(id: string): PlanNode {
    const decisions = this.#chance(50)
      ? {
          decisions: [
            { id: 'yes', label: 'Yes' },
            { id: 'no', label: 'No' },
          ],
        }
      : {};
    const timeoutMs = this.#chance(30) ? 50 : null;
    return { id, type: 'HUMAN_INPUT', params: { message: 'Well?', timeoutMs, ...decisions } };
  }

  #planning(id: string): PlanNode {
    if (this.#chance(30))
      return { id, type: 'PLAN_EXECUTOR', params: { approve: this.#pick(['never', 'always']) } };
    return {
      id,
      type: 'PLANNER',
      params: { planner: 'rules', ...(this.#chance(50) ? { execute: 'inline' } : {}) },
    };
  }

  #group(id: string, depth: number, planners: boolean): PlanNode {
    const body = this.body(this.#wildness.nodes, depth - 1, planners);
    if (this.#chance(40)) {
      const params = { mode: 'SYNC' } as const;
      return {
        id,
        type: 'GROUP',
        params,
        body: { nodes: body.nodes, edges: [] },
        ...this.#handling(),
        ...this.#timeout(),
      };
    }
    const merge = this.#pick(['LAST_WINS', 'COLLECT'] as const);
    const limit = this.#chance(40) ? { maxConcurrency: 1 + this.#random.below(2) } : {};
    return {
      id,
      type: 'GROUP',
      params: { mode: 'ASYNC', merge, ...limit },
      body,
      ...this.#handling(),
      ...this.#timeout(),
    };
  }

  #handling(): Pick<PlanNode, 'onError' | 'retry' | 'disabled'> {
    const onError = this.#chance(40) ? { onError: this.#pick(['continue', 'route'] as const) } : {};
    const retry = this.#chance(30) ? { retry: { maxAttempts: 2, initialIntervalMs: 10, jitter: 0.5 } } : {};
    const disabled = this.#chance(8) ? { disabled: this.#pick(['skip', 'pass'] as const) } : {};
    return { ...onError, ...retry, ...disabled };
  }

  #timeout(): Pick<PlanNode, 'timeoutMs'> {
    return this.#chance(25) ? { timeoutMs: 100 } : {};
  }

  #writes(): Pick<PlanNode, 'output'> {
    if (this.#chance(50)) return {};
    // In an order that canonical JSON turns round: what is read back would write them the other way (K4).
    if (this.#chance(30)) return { output: { c: 'result', a: '[result]' } };
    return { output: { [this.#pick(['a', 'b', 'c'])]: 'result' } };
  }

  #edges(nodes: readonly PlanNode[]): Edge[] {
    const edges: Edge[] = [];
    for (const [index, node] of nodes.entries()) {
      for (const port of portsOf(node)) {
        for (const to of nodes.slice(index + 1)) {
          if (to.type === 'START' || !this.#chance(port === 'out' ? 45 : 30)) continue;
          edges.push({ from: node.id, port, to: to.id });
        }
      }
    }
    return edges;
  }

  #chance(percent: number): boolean {
    return this.#random.below(100) < percent;
  }

  #pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.#random.below(items.length)] ?? items[0];
  }
}
