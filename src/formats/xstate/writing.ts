import { type Diagnostic, type JsonObject, own, present, warning } from '#base';
import { allStates, type State, type StateMachinePlan } from '#plan';
import { objectAt, textAt } from '../common/fields';
import { keptOf, renameStates } from './dialect';
import { StateTree, type TreeState } from './stateTree';

/** One plan being written: what its states, events, variables and invocations are called there. */
export class Writing {
  readonly tree: StateTree;
  readonly leftOut: Diagnostic[] = [];
  readonly kept: JsonObject;
  private readonly states = new Map<string, TreeState>();
  private readonly invocations = new Map<string, string>();

  constructor(readonly plan: StateMachinePlan) {
    this.kept = keptOf(plan);
    const id = own(this.kept, 'id');
    this.tree = new StateTree(id === null ? null : typeof id === 'string' ? id : plan.id);
    this.addStates(this.tree.root, plan.states);
    for (const { invoke } of [plan, ...allStates(plan.states)])
      for (const invocation of invoke ?? []) {
        const theirs = own(keptOf(invocation), 'id');
        if (invocation.id !== undefined)
          this.invocations.set(invocation.id, typeof theirs === 'string' ? theirs : invocation.id);
      }
  }

  stateOf(id: string): TreeState {
    return this.states.get(id) ?? this.tree.root;
  }

  eventType(ours: string): string {
    const [stem, rest] = ours.endsWith('.*') ? [ours.slice(0, -2), '.*'] : [ours, ''];
    return this.renamed('events', stem) + rest;
  }

  variable(ours: string): string {
    return this.renamed('variables', ours);
  }

  invocation(ours: string): string {
    return this.invocations.get(ours) ?? ours;
  }

  /** A condition with states by the names that XState finds them by. */
  condition(when: string): string {
    return renameStates(when, (id) => {
      const state = this.states.get(id);
      return state === undefined ? id : this.tree.spellFromAnywhere(state);
    });
  }

  leave(what: string, field: string, state: string | null): void {
    this.leftOut.push(
      warning(
        'EXPORT_LEFT_OUT',
        `XState has no word for ${what}: it is left out.`,
        'Export the workspace too, if it is to come back whole.',
        { plan: this.plan.id, ...present({ node: state ?? undefined }), field },
      ),
    );
  }

  private renamed(table: 'events' | 'variables', ours: string): string {
    return textAt(objectAt(this.kept, table), ours) ?? ours;
  }

  private addStates(parent: TreeState, states: readonly State[]): void {
    for (const state of states) {
      const { key, id } = keptOf(state);
      const name = typeof key === 'string' ? key : state.id;
      const added =
        this.tree.add(parent, name, typeof id === 'string' ? id : null) ??
        this.tree.add(parent, state.id, null) ??
        this.tree.add(parent, `${state.id}-${this.states.size}`, null);
      if (added === null) continue;
      this.states.set(state.id, added);
      this.addStates(added, state.states ?? []);
    }
  }
}
