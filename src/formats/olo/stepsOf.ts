import { type Diagnostic, err, ok, problem, type Result } from '#base';
import { type Body, cyclesOf, type PlanNode } from '#plan';

/** What runs at one place of a sequence: a node, with what lies on its ways if it chooses, or branches of a split. */
export interface Step {
  readonly node: PlanNode | null;
  /** By port, in the order of the edges; a way without steps leads straight on. */
  readonly ways: readonly (readonly [port: string, steps: readonly Step[]])[];
  /** What runs at the same time after the node, until its ways meet. */
  readonly branches: readonly (readonly Step[])[];
}

const CHOICES: ReadonlySet<string> = new Set(['IF', 'SWITCH']);
const EXIT = '';

/**
 * A body as steps in order: theirs is a tree, so every choice and every split must have one place where its ways meet
 * again (its nearest common successor, found by dominators from the end).
 */
export function stepsOf(body: Body): Result<readonly Step[], Diagnostic> {
  const [cycle] = cyclesOf(body);
  const reader = new StepReader(body);
  const steps = cycle === undefined ? reader.all() : null;
  if (steps !== null && reader.tangled === null) return ok(steps);
  const node = reader.tangled ?? cycle?.[0] ?? '';
  const message = `The ways around "${node}" cross, so they cannot be written as a tree.`;
  return err(
    problem('NOT_A_TREE', message, 'Draw them so that each choice has one place where its ways meet.', {
      node,
    }),
  );
}

class StepReader {
  tangled: string | null = null;
  private readonly nodes: ReadonlyMap<string, PlanNode>;
  private readonly out = new Map<string, { readonly port: string; readonly to: string }[]>();
  private readonly entries: readonly string[];
  private readonly meets = new Map<string, string>();
  private readonly depths = new Map<string, number>([[EXIT, 0]]);
  private readonly read = new Set<string>();

  constructor(body: Body) {
    this.nodes = new Map(body.nodes.filter(({ type }) => type !== 'NOTE').map((node) => [node.id, node]));
    const targets = new Set<string>();
    for (const { from, port, to } of body.edges) {
      if (!this.nodes.has(from) || !this.nodes.has(to) || port === 'error') continue;
      this.out.set(from, [...(this.out.get(from) ?? []), { port, to }]);
      targets.add(to);
    }
    this.entries = [...this.nodes.keys()].filter((id) => !targets.has(id));
  }

  all(): readonly Step[] {
    for (const id of this.entries) this.meetOf(id);
    if (this.entries.length > 1) return this.split(null, this.entries, EXIT);
    return this.walk(this.entries[0] ?? EXIT, EXIT);
  }

  private walk(from: string, stop: string): readonly Step[] {
    const steps: Step[] = [];
    let at = from;
    while (at !== stop && at !== EXIT) {
      const node = this.nodes.get(at);
      if (node === undefined || this.read.has(at)) {
        this.tangled ??= at;
        return steps;
      }
      this.read.add(at);
      steps.push(...this.stepsAt(node));
      at = this.meetOf(node.id);
    }
    if (at === EXIT && stop !== EXIT && from !== EXIT) this.tangled ??= from;
    return steps;
  }

  private stepsAt(node: PlanNode): readonly Step[] {
    const edges = this.out.get(node.id) ?? [];
    const meet = this.meetOf(node.id);
    if (CHOICES.has(node.type)) {
      const isFirst = (to: string, index: number): boolean =>
        edges.findIndex((edge) => edge.to === to) === index;
      const ways = edges.map(({ port, to }, index) => {
        return [port, to === meet || !isFirst(to, index) ? [] : this.walk(to, meet)] as const;
      });
      return [{ node, ways, branches: [] }];
    }
    const targets = [...new Set(edges.map(({ to }) => to))];
    return targets.length > 1 ? this.split(node, targets, meet) : [{ node, ways: [], branches: [] }];
  }

  private split(node: PlanNode | null, targets: readonly string[], meet: string): readonly Step[] {
    return [
      { node, ways: [], branches: targets.filter((to) => to !== meet).map((to) => this.walk(to, meet)) },
    ];
  }

  /** Where all ways from a node meet again; EXIT where that is the end. Walks without recursion into deep chains. */
  private meetOf(start: string): string {
    const waiting = [start];
    for (let id = waiting.at(-1); id !== undefined; id = waiting.at(-1)) {
      if (this.meets.has(id)) {
        waiting.pop();
        continue;
      }
      const targets = [...new Set((this.out.get(id) ?? []).map(({ to }) => to))];
      const open = targets.filter((to) => !this.meets.has(to));
      if (open.length > 0) {
        waiting.push(...open);
        continue;
      }
      const meet = this.isDeadSomewhere(id)
        ? EXIT
        : targets.reduce((a, b) => this.common(a, b), targets[0] ?? EXIT);
      this.meets.set(id, meet);
      this.depths.set(id, (this.depths.get(meet) ?? 0) + 1);
      waiting.pop();
    }
    return this.meets.get(start) ?? EXIT;
  }

  /** A choice with a port that leads nowhere: what follows its other ways belongs to them alone. */
  private isDeadSomewhere(id: string): boolean {
    const node = this.nodes.get(id);
    const ports = new Set((this.out.get(id) ?? []).map(({ port }) => port));
    if (node?.type === 'IF') return !ports.has('then') || !ports.has('else');
    if (node?.type !== 'SWITCH') return false;
    return !ports.has('default') || node.params.cases.some((one) => !ports.has(one.id));
  }

  private common(one: string, other: string): string {
    let [a, b] = [one, other];
    while (a !== b) {
      if ((this.depths.get(a) ?? 0) >= (this.depths.get(b) ?? 0)) a = this.meets.get(a) ?? EXIT;
      else b = this.meets.get(b) ?? EXIT;
    }
    return a;
  }
}
