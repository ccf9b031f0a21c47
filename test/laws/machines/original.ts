import {
  type AnyActorRef,
  type AnyStateMachine,
  and,
  assign,
  cancel,
  createActor,
  createMachine,
  emit,
  fromCallback,
  log,
  not,
  or,
  raise,
  type Snapshot,
  sendTo,
  stateIn,
} from 'xstate';
import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Line, Seen, Side } from './agree';
import { GUARDS, type GuardSketch, isGuardSketch, type Move } from './sketch';

/** Time that passes only when it is told to; timers that are due together come in the order of their starts. */
class Clock {
  now = 0;
  private next = 0;
  private readonly timers = new Map<number, { readonly at: number; readonly fire: () => void }>();

  setTimeout(fire: () => void, delay: number): number {
    this.timers.set(this.next, { at: this.now + delay, fire });
    return this.next++;
  }

  clearTimeout(id: number): void {
    this.timers.delete(id);
  }

  advance(): void {
    let due: number | null = null;
    for (const [id, { at }] of this.timers)
      if (due === null || at < (this.timers.get(due)?.at ?? 0)) due = id;
    if (due === null) return;
    const { at, fire } = this.timers.get(due) ?? { at: this.now, fire: () => {} };
    this.timers.delete(due);
    this.now = at;
    fire();
  }
}

const DELAYS = { SOON: 67, LATE: ({ context }: { context: { count: number } }) => 300 + context.count };

/** What the machine of a configuration reads and writes while one actor of it runs. */
interface Box {
  answers: Readonly<Record<string, boolean>>;
  sent: Line[];
  /**
   * By id those that hear what they are sent: not those whose end a walk has told, and of a state that is entered again
   * without being left only the last, which alone can be reached.
   */
  hearing: Map<string, AnyActorRef>;
}

/** A machine is made once for all walks through it. */
const machines = new WeakMap<JsonObject, { readonly machine: AnyStateMachine; readonly box: Box }>();

function machineOf(config: JsonObject): { readonly machine: AnyStateMachine; readonly box: Box } {
  const known = machines.get(config);
  if (known !== undefined) return known;
  const box: Box = { answers: {}, sent: [], hearing: new Map() };
  // It hears what it is sent, after the event has been taken whole.
  const child = fromCallback(({ receive, self }) => {
    box.hearing.set(self.id, self);
    receive((event) => {
      if (box.hearing.get(self.id) === self) box.sent.push(['sent', self.id, ...told(event)]);
    });
  });
  const machine = createMachine(
    { ...Object(new Executable(box).of(config)), options: { maxIterations: 1_000 } },
    {
      actors: { work: child, watch: child },
      guards: Object.fromEntries(GUARDS.map((name) => [name, () => box.answers[name] ?? false])),
      delays: DELAYS,
    },
  );
  machines.set(config, { machine, box });
  return { machine, box };
}

/** The original configuration under `createActor`, with a simulated clock. */
export class Original implements Side {
  private readonly clock = new Clock();
  private readonly actor: AnyActorRef;
  private readonly box: Box;
  private readonly hasOutput: boolean;
  private lines: Line[] = [];
  private thrown = false;

  constructor(config: JsonObject, answers: Readonly<Record<string, boolean>>) {
    this.hasOutput = config.output !== undefined;
    const { machine, box } = machineOf(config);
    this.box = Object.assign(box, { answers, sent: [], hearing: new Map() });
    this.actor = createActor(machine, {
      clock: this.clock,
      logger: () => {},
      inspect: (event) => {
        if (event.type === '@xstate.action') this.note(event.action.type, event.action.params);
      },
    });
    this.actor.subscribe({ error: () => {} });
    this.guarded(() => this.actor.start());
  }

  take(move: Move): Seen {
    this.box.answers = move.answers;
    this.lines = [];
    this.box.sent = [];
    if (this.actor.getSnapshot().status !== 'active') return this.seen();
    this.guarded(() => {
      if (move.kind === 'advance') this.clock.advance();
      else if (move.kind === 'user') this.actor.send(move.event);
      else {
        const children: Record<string, AnyActorRef> = this.actor.getSnapshot().children ?? {};
        const ids = Object.keys(children).sort();
        const id = ids[move.which % Math.max(ids.length, 1)];
        const child = id === undefined ? undefined : children[id];
        if (child === undefined) return;
        if (this.box.hearing.get(child.id) === child) this.box.hearing.delete(child.id);
        const end =
          move.kind === 'done'
            ? { output: { n: move.event.n } }
            : { error: { code: 'DOWN', message: 'No.' } };
        this.actor.send({ type: `xstate.${move.kind}.actor.${id}`, ...end });
      }
    });
    return this.seen();
  }

  seen(): Seen {
    const snapshot = this.actor.getSnapshot();
    return {
      status: this.thrown ? 'loop' : isUnsent(snapshot) ? 'unsent' : snapshot.status,
      value: snapshot.value,
      context: snapshot.context,
      tags: [...snapshot.tags].sort(),
      lines: [...this.lines, ...this.box.sent],
      invoked: Object.keys(snapshot.children).sort(),
      output: this.hasOutput && snapshot.status === 'done' ? (snapshot.output ?? null) : null,
    };
  }

  private guarded(act: () => void): void {
    try {
      act();
    } catch (cause) {
      if (!String(cause).includes('Infinite loop')) throw cause;
    }
    const snapshot: Snapshot<unknown> = this.actor.getSnapshot();
    if (snapshot.status === 'error' && String(snapshot.error).includes('Infinite loop')) this.thrown = true;
  }

  private note(type: string, params: unknown): void {
    const given = typeof params === 'object' && params !== null ? params : {};
    const read = (key: string): unknown => Reflect.get(given, key);
    switch (type) {
      case 'xstate.spawnChild':
        this.lines.push(['invoke', String(read('id')), String(read('src')), read('input') ?? null]);
        return;
      case 'xstate.raise':
        if (read('delay') !== undefined) this.lines.push(['timer', read('delay')]);
        return;
      case 'xstate.sendTo':
        if (read('delay') !== undefined) this.lines.push(['timer', read('delay')]);
        return;
      case 'xstate.emit':
        this.lines.push(['emit', ...told(Object(read('event')))]);
        return;
      case 'xstate.log':
        this.lines.push(['log', read('value'), read('label') ?? null]);
        return;
      case 'xstate.stopChild':
      case 'xstate.cancel':
        return;
      default:
        if (!type.startsWith('xstate.')) this.lines.push(['call', type, params ?? null]);
    }
  }
}

/** A configuration as XState takes it. */
class Executable {
  constructor(private readonly box: Box) {}

  /** The configuration with XState's own functions where the dialect has marks for them. */
  of(value: Json): unknown {
    if (Array.isArray(value)) return value.map((item) => this.of(item));
    if (!isJsonObject(value)) return value;
    if (isGuardSketch(value)) return this.guard(JSON.parse(JSON.stringify(value.params)));
    const params = isJsonObject(value.params) ? value.params : {};
    const event = isJsonObject(params.event) ? params.event : {};
    switch (value.type) {
      case 'xstate.assign':
        return assign(assignersOf(isJsonObject(params.assignment) ? params.assignment : {}));
      case 'xstate.raise':
        return raise({ ...event, type: String(event.type) }, options(params));
      case 'xstate.sendTo':
        return sendTo(String(params.to), { ...event, type: String(event.type) }, options(params));
      case 'xstate.cancel':
        return cancel(String(params.sendId));
      case 'xstate.emit':
        return emit({ ...event, type: String(event.type) });
      case 'xstate.log':
        return log(() => params.value);
      default:
        return Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [
            key,
            key === 'output' ? assignerOf(inner) : this.of(inner),
          ]),
        );
    }
  }

  private guard(sketch: GuardSketch): never | object {
    if ('named' in sketch) return () => this.box.answers[sketch.named] ?? false;
    if ('atLeast' in sketch)
      return ({ context }: { context: { count: number } }) => context.count >= sketch.atLeast;
    if ('data' in sketch) return ({ event }: { event: { n?: number } }) => event.n === sketch.data;
    if ('typed' in sketch) return ({ event }: { event: { type: string } }) => event.type === sketch.typed;
    if ('in' in sketch) return stateIn(`#${sketch.in}`);
    if ('not' in sketch) return Object(not(Object(this.guard(sketch.not))));
    const parts = ('and' in sketch ? sketch.and : sketch.or).map((part) => Object(this.guard(part)));
    return 'and' in sketch ? and(parts) : or(parts);
  }
}

function options({ delay, id }: JsonObject): object {
  return { ...(delay === undefined ? {} : { delay }), ...(id === undefined ? {} : { id }) };
}

/** XState ends a machine that sends to an invocation that is over; here that goes nowhere. */
function isUnsent(snapshot: Snapshot<unknown>): boolean {
  return snapshot.status === 'error' && String(snapshot.error).includes('Unable to send event');
}

/** The few expressions that sketches use, in JavaScript. */
function assignersOf(assignment: JsonObject) {
  return Object.fromEntries(
    Object.entries(assignment).map(([variable, value]) => [variable, assignerOf(value)]),
  );
}

function assignerOf(value: Json): (scope: Scope) => Json {
  if (!isJsonObject(value)) return () => value;
  const { $cel: cel } = value;
  if (cel === 'count + 1') return ({ context }) => context.count + 1;
  if (cel === 'count') return ({ context }) => context.count;
  if (cel === 'last') return ({ context }) => context.last;
  if (cel === 'event.type') return ({ event }) => event.type;
  if (cel === 'event.data') return ({ event }) => event.output ?? null;
  const members = Object.entries(value).map(([key, inner]) => [key, assignerOf(inner)] as const);
  return (scope) => Object.fromEntries(members.map(([key, inner]) => [key, inner(scope)]));
}

interface Scope {
  readonly context: { readonly count: number; readonly last: Json };
  readonly event: { readonly type: string; readonly output?: Json };
}

/** The type of an event, and what it carries. */
function told({ type, ...data }: { readonly type?: string }): readonly [string, object | null] {
  return [String(type), Object.keys(data).length === 0 ? null : data];
}
