import type { Json, JsonObject } from '#base';
import type { MachineAction } from '../schema/machineAction';
import type { Invocation, State, StateAction } from '../schema/state';
import type { Transition } from '../schema/transition';

/** What a transition may have besides its event and its target. */
export type TransitionSpec = Omit<Transition, 'target' | 'source'>;
/** Where a transition leads: a state, several in different regions, or nowhere (it stays). */
export type TargetSpec = string | readonly string[] | null;
/** How what is inside a state is described: by a builder of its own. */
export type Describe = (state: StateBuilder) => StateBuilder;

type Lists = { [key: string]: Json[] };

/** Describes one state: what it does, where it leads, what lies inside. Every method returns the builder. */
export class StateBuilder {
  protected fields: JsonObject = {};
  private readonly lists: Lists = {};
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
    return this.add('entry', ...actions.map(asJson));
  }

  exit(...actions: readonly MachineAction[]): this {
    return this.add('exit', ...actions.map(asJson));
  }

  /** A capability or a plan that runs while the state is active. */
  invoke(invocation: Invocation): this {
    return this.add('invoke', asJson(invocation));
  }

  tag(...tags: readonly string[]): this {
    return this.add('tags', ...tags);
  }

  /** M2: publishes an event on the way in, and awaits its response. */
  action(action: StateAction): this {
    return this.set({ action: asJson(action) });
  }

  /** M2: where it goes on by itself, or when the response has come and nothing else matched. */
  defaultNext(target: string): this {
    return this.set({ defaultNext: target });
  }

  /** M4: entering the state pauses the plan, until it is resumed or the event comes. */
  pause(reason?: string, resumeOn?: string): this {
    const pause = {
      ...(reason === undefined ? {} : { reason }),
      ...(resumeOn === undefined ? {} : { resumeOn }),
    };
    return this.set({ pause });
  }

  /** A final state; its output is a template. */
  final(output?: Json): this {
    return this.set({ type: 'final', ...(output === undefined ? {} : { output }) });
  }

  /** M3: the plan ends here. */
  terminal(outcome: 'completed' | 'failed' = 'completed', output?: Json): this {
    return this.final(output).set({ isTerminal: true, outcome });
  }

  /** Remembers which of its siblings was active. */
  history(kind: 'shallow' | 'deep' = 'shallow', otherwise?: string): this {
    return this.set({
      type: 'history',
      history: kind,
      ...(otherwise === undefined ? {} : { target: otherwise }),
    });
  }

  /** All states right inside are active at once. */
  parallel(): this {
    return this.set({ type: 'parallel' });
  }

  /** Which state right inside is entered first; the first one, where it is left out. */
  initial(state: string, ...actions: readonly MachineAction[]): this {
    return this.set({
      initial: state,
      ...(actions.length === 0 ? {} : { initialActions: actions.map(asJson) }),
    });
  }

  /** A state inside. */
  state(id: string, build: Describe = (state) => state): this {
    this.inside.push({ id, ...build(new StateBuilder()).document() });
    return this;
  }

  /** Whatever else a state may have, as the document says it. */
  with(fields: Partial<Omit<State, 'id' | 'states'>>): this {
    return this.set(asJson(fields));
  }

  protected set(fields: JsonObject): this {
    this.fields = { ...this.fields, ...fields };
    return this;
  }

  /** @internal The state as the document says it, without its id. */
  document(): JsonObject {
    const [first] = this.inside;
    const needsInitial =
      first !== undefined && this.fields.type !== 'parallel' && this.fields.initial === undefined;
    return {
      ...this.fields,
      ...this.lists,
      ...(needsInitial ? { initial: first.id ?? '' } : {}),
      ...(this.inside.length === 0 ? {} : { states: this.inside }),
    };
  }

  private add(list: string, ...items: readonly Json[]): this {
    this.lists[list] = [...(this.lists[list] ?? []), ...items];
    return this;
  }
}

function transition(target: TargetSpec, more: TransitionSpec): JsonObject {
  return { ...asJson(more), ...(target === null ? {} : { target }) };
}

/** Without the fields that were given as undefined, which no JSON has. */
function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
