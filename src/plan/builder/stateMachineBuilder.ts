import { type Diagnostic, err, type Json, type JsonObject, jsonOf, ok, type Result } from '#base';
import { readPlan } from '../read/read';
import type {
  Invocation,
  MachineAction,
  Responder,
  State,
  StateAction,
  StateMachinePlan,
  Transition,
} from '../schema/stateMachine';

/** What a transition may have besides its event and its target. */
export type TransitionSpec = Omit<Transition, 'target' | 'source'>;
/** Where a transition leads: a state, several in different regions, or nowhere (it stays). */
export type TargetSpec = string | readonly string[] | null;
/** How what is inside a state is described: by a builder of its own. */
type Describe = (state: StateBuilder) => StateBuilder;

/** Describes one state: what it does, where it leads, what lies inside. Every method returns the builder. */
export class StateBuilder {
  private fields: JsonObject = {};
  private readonly inside: JsonObject[] = [];

  /** A name for people; ids stay what is referred to (W2). */
  named(name: string): this {
    return this.set({ name });
  }

  describedAs(description: string): this {
    return this.set({ description });
  }

  /** For an event, or all events that begin alike (`order.*`), or all (`*`); the first that matches is taken (M1). */
  on(event: string, target: TargetSpec, more: TransitionSpec = {}): this {
    return this.add('on', { event, ...transition(target, more) });
  }

  /** Without an event, as soon as its condition holds. */
  always(target: TargetSpec, more: TransitionSpec = {}): this {
    return this.add('always', transition(target, more));
  }

  /** After so many milliseconds, or after one of the machine's `delays` by name. */
  after(delay: number | string, target: TargetSpec, more: TransitionSpec = {}): this {
    const field = typeof delay === 'number' ? { delayMs: delay } : { delay };
    return this.add('after', { ...field, ...transition(target, more) });
  }

  /** When what lies inside is done. */
  onDone(target: TargetSpec, more: TransitionSpec = {}): this {
    return this.add('onDone', transition(target, more));
  }

  entry(...actions: readonly MachineAction[]): this {
    return this.add('entry', ...actions);
  }

  exit(...actions: readonly MachineAction[]): this {
    return this.add('exit', ...actions);
  }

  /** A capability or a plan that runs while the state is active. */
  invoke(invocation: Invocation): this {
    return this.add('invoke', invocation);
  }

  tag(...tags: readonly string[]): this {
    return this.add('tags', ...tags);
  }

  /** M2: publishes an event on the way in, and awaits its response. */
  action(action: StateAction): this {
    return this.set({ action });
  }

  /** M2: where it goes on by itself, or when the response has come and nothing else matched. */
  defaultNext(target: string): this {
    return this.set({ defaultNext: target });
  }

  /** M4: entering the state pauses the plan, until it is resumed or the event comes. */
  pause(reason?: string, resumeOn?: string): this {
    return this.set({ pause: { reason, resumeOn } });
  }

  /** A final state; its output is a template. */
  final(output?: Json): this {
    return this.set({ type: 'final', output });
  }

  /** M3: the plan ends here. */
  terminal(outcome: 'completed' | 'failed' = 'completed', output?: Json): this {
    return this.final(output).set({ isTerminal: true, outcome });
  }

  /** Remembers which of its siblings was active. */
  history(kind: 'shallow' | 'deep' = 'shallow', otherwise?: string): this {
    return this.set({ type: 'history', history: kind, target: otherwise });
  }

  /** All states right inside are active at once. */
  parallel(): this {
    return this.set({ type: 'parallel' });
  }

  /** Which state right inside is entered first; the first one, where it is left out. */
  initial(state: string, ...actions: readonly MachineAction[]): this {
    return this.set({ initial: state, initialActions: actions.length === 0 ? undefined : actions });
  }

  /** A state inside. */
  state(id: string, build: Describe = (state) => state): this {
    this.inside.push({ id, ...build(new StateBuilder()).document() });
    return this;
  }

  /** Whatever else a state may have, as the document says it. */
  with(fields: Partial<Omit<State, 'id' | 'states'>>): this {
    return this.set(fields);
  }

  /** Fields that are undefined are not given. */
  protected set(fields: object): this {
    this.fields = { ...this.fields, ...jsonOf(fields) };
    return this;
  }

  protected add(list: string, ...items: readonly (object | string)[]): this {
    const before = this.fields[list];
    return this.set({ [list]: [...(Array.isArray(before) ? before : []), ...items] });
  }

  /** @internal The state as the document says it, without its id. */
  document(): JsonObject {
    const [first] = this.inside;
    const needsInitial =
      first !== undefined && this.fields.type !== 'parallel' && this.fields.initial === undefined;
    return {
      ...this.fields,
      ...(needsInitial ? { initial: first.id ?? '' } : {}),
      ...(this.inside.length === 0 ? {} : { states: this.inside }),
    };
  }
}

function transition(target: TargetSpec, more: TransitionSpec): object {
  return { ...more, target: target ?? undefined };
}

/**
 * Builds a state machine plan state by state (L6). The machine itself takes what its states take (transitions that
 * hold everywhere, entry actions, invocations); the first state is the initial one unless `initial` says otherwise.
 *
 * Nothing is thrown: whatever the plan may not be is told by `build`, with all that is wrong. Whether states that are
 * named are there, and capabilities exist, is `check`'s to say.
 *
 * @example
 * const built = new StateMachineBuilder('order', 'Order')
 *   .input('customer', { type: 'string' })
 *   .variable('total', { type: 'number' }, 0)
 *   .state('open', (open) =>
 *     open
 *       .on('item.added', null, {
 *         when: 'event.data.price > 0',
 *         actions: [{ type: 'assign', values: { total: 'total + event.data.price' } }],
 *       })
 *       .on('order.sent', 'packing')
 *       .after(60_000, 'late'))
 *   .state('packing', (packing) =>
 *     packing
 *       .action({ event: 'pack.requested', response: 'pack.completed', data: { sum: '{{ total }}' } })
 *       .on('pack.failed', 'late')
 *       .defaultNext('done'))
 *   .state('late', (late) => late.terminal('failed'))
 *   .state('done', (done) => done.terminal('completed', { sum: '{{ total }}' }))
 *   .build();
 */
export class StateMachineBuilder extends StateBuilder {
  /** @param id the plan's id (W2) */
  constructor(id: string, name?: string) {
    super();
    this.set({ id, kind: 'state-machine', name });
  }

  /** Declares an input (V1). One without a default is required. */
  input(id: string, schema?: JsonObject, fallback?: Json): this {
    return this.add('variables', { id, scope: 'IN', schema, default: fallback });
  }

  /** Declares a variable of its own: of XState's context. */
  variable(id: string, schema?: JsonObject, fallback?: Json): this {
    return this.add('variables', { id, scope: 'INTERNAL', schema, default: fallback });
  }

  /** Declares a variable that the plan gives. */
  output(id: string, schema?: JsonObject): this {
    return this.add('variables', { id, scope: 'OUT', schema });
  }

  /** What the plan gives: a template for each output (V3). */
  result(mapping: JsonObject): this {
    return this.set({ result: mapping });
  }

  /** M3: the goal event that starts it. */
  onGoal(event: string): this {
    return this.set({ onGoal: event });
  }

  /** M3: a capability that is called for each transition. */
  onTransition(capability: string): this {
    return this.set({ onTransition: capability });
  }

  /** M2: who answers a published event. */
  respond(responder: Responder): this {
    return this.add('responders', responder);
  }

  /** A condition by name, for `guard("name")`. */
  guard(name: string, when: string): this {
    return this.add('guards', { name, when });
  }

  /** A delay by name: milliseconds, or CEL that gives them. */
  delay(name: string, ms: number | string): this {
    return this.add('delays', { name, ms });
  }

  /** The plan, or all that is wrong with it: the same door as for documents from outside (W3). */
  build(): Result<StateMachinePlan, readonly Diagnostic[]> {
    const read = readPlan({ states: [], ...this.document() });
    if (!read.ok) return read;
    return read.value.kind === 'state-machine' ? ok(read.value) : err([]);
  }
}
