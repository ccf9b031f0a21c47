import { type Json, type JsonObject, type Random, seededRandom } from '#base';
import { DELAYS, EVENTS, GUARDS, type GuardSketch, guardOf, type Move } from './sketch';

interface Tree {
  readonly key: string;
  readonly path: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly children: readonly Tree[];
}

/** A random machine of XState: keys are unique, so that they are the ids of ours too. */
export function randomSketch(seed: number): JsonObject {
  return new Sketcher(seededRandom(seed)).machine();
}

/** Random events, time and ends, with random answers of the guards. */
export function randomMoves(seed: number, count: number): readonly Move[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const kind = (['user', 'user', 'user', 'advance', 'done', 'error'] as const)[random.below(6)] ?? 'user';
    const type = EVENTS[random.below(EVENTS.length)] ?? 'a';
    const answers = Object.fromEntries(GUARDS.map((name) => [name, random.next() < 0.5]));
    return { kind, event: { type, n: random.below(3) }, which: random.below(3), answers };
  });
}

class Sketcher {
  private count = 0;
  private readonly places: string[] = [];
  private readonly ids: string[] = [];
  /** Children of parallel states, of which one transition may target several. */
  private readonly regions: (readonly Tree[])[] = [];
  /** `*` hears XState's own events too, which ours never are (C4): only where there are none. */
  private readonly hasStar: boolean;

  constructor(private readonly random: Random) {
    this.hasStar = this.chance(0.2);
  }

  machine(): JsonObject {
    const depth = 1 + this.random.below(3);
    const type = this.chance(0.3) ? 'parallel' : 'compound';
    const root: Tree = { key: 'm', path: '#m', type, children: this.children(depth, type, '#m') };
    this.collect(root);
    return {
      context: { count: 0, last: 'none' },
      ...this.config(root),
      ...(type === 'compound' ? this.maybe(0.6, 'output', () => this.output()) : {}),
    };
  }

  private chance(of: number): boolean {
    return this.random.next() < of;
  }

  private pick<Item>(items: readonly Item[], otherwise: Item): Item {
    return items[this.random.below(items.length)] ?? otherwise;
  }

  private children(depth: number, type: Tree['type'], path: string): readonly Tree[] {
    const count = 1 + this.random.below(type === 'parallel' ? 3 : 4);
    const list = Array.from({ length: count }, (_, index) => this.child(depth, index === 0, path));
    return list;
  }

  private child(depth: number, isFirst: boolean, path: string): Tree {
    const key = `s${this.count++}`;
    const own = `${path}.${key}`;
    const drawn = this.random.next();
    if (depth > 1 && drawn < 0.45) {
      const type = drawn < 0.15 ? 'parallel' : 'compound';
      return { key, path: own, type, children: this.children(depth - 1, type, own) };
    }
    const leaf = isFirst
      ? 'atomic'
      : this.pick<Tree['type']>(['atomic', 'atomic', 'atomic', 'final', 'history'], 'atomic');
    return { key, path: own, type: this.hasStar && leaf === 'final' ? 'atomic' : leaf, children: [] };
  }

  private collect(tree: Tree): void {
    const regions = tree.children.filter(({ type }) => type !== 'history');
    if (tree.type === 'parallel' && regions.length > 1) this.regions.push(regions);
    for (const child of tree.children) {
      this.places.push(child.path);
      if (child.type !== 'history') this.ids.push(child.key);
      this.collect(child);
    }
  }

  private config(tree: Tree): JsonObject {
    const { type, children, path } = tree;
    if (type === 'history') {
      const siblings = this.places.filter(
        (one) => one !== path && one.startsWith(path.slice(0, path.lastIndexOf('.') + 1)),
      );
      return {
        id: tree.key,
        type,
        history: this.pick(['shallow', 'deep'], 'shallow'),
        ...(this.chance(0.4) && siblings.length > 0 ? { target: this.enterable(siblings) } : {}),
      };
    }
    const states = Object.fromEntries(children.map((child) => [child.key, this.config(child)]));
    const doors: JsonObject = {
      id: tree.key,
      ...this.maybe(0.35, 'entry', () => this.actions()),
      ...this.maybe(0.35, 'exit', () => this.actions()),
      ...this.maybe(0.25, 'tags', () => [this.pick(['t', 'u', 'v'], 't')]),
    };
    if (type === 'final') return { type, ...doors, ...this.maybe(0.5, 'output', () => this.output()) };
    const initial = children.find((child) => child.type !== 'history')?.key ?? '';
    return {
      ...(type === 'parallel' ? { type } : {}),
      ...(type === 'compound'
        ? { initial: this.chance(0.2) ? { target: initial, actions: this.actions() } : initial }
        : {}),
      ...doors,
      ...this.maybe(0.75, 'on', () => this.on()),
      ...this.maybe(0.2, 'always', () => this.always()),
      ...(this.hasStar ? {} : this.maybe(0.2, 'after', () => this.after())),
      ...(this.hasStar || tree.key === 'm' ? {} : this.invoking(tree.key)),
      ...(this.hasStar || tree.key === 'm' || children.length === 0
        ? {}
        : this.maybe(0.5, 'onDone', () => this.heeding())),
      ...(children.length > 0 ? { states } : {}),
    };
  }

  private maybe(of: number, key: string, make: () => Json): JsonObject {
    return this.chance(of) ? { [key]: make() } : {};
  }

  private on(): JsonObject {
    const types = [
      'a',
      'b',
      'c',
      'a.x',
      'a.x.y',
      'b.z',
      'a.*',
      'a.x.*',
      'b.*',
      ...(this.hasStar ? ['*'] : []),
    ];
    const entries = Array.from({ length: 1 + this.random.below(4) }, () => {
      const list = Array.from({ length: 1 + this.random.below(2) }, () => this.transition({ isUser: true }));
      return [this.pick(types, 'a'), this.chance(0.05) ? {} : list] as const;
    });
    return Object.fromEntries(entries);
  }

  private after(): JsonObject {
    const key = this.pick([...DELAYS.map(String), 'SOON', 'LATE'], '101');
    return { [key]: [this.transition({ isUser: false })] };
  }

  /** Most end themselves by counting; a few never come to rest, which both sides say. */
  private always(): Json {
    const drawn = this.guard(1, false);
    const target = this.maybe(0.9, 'target', () => this.target());
    if (this.chance(0.03)) return { guard: guardOf(drawn), ...target };
    const counts = { type: 'xstate.assign', params: { assignment: { count: { $cel: 'count + 1' } } } };
    const guard = guardOf({ and: [drawn, { not: { atLeast: 3 + this.random.below(4) } }] });
    return { guard, ...target, actions: [counts, ...(this.chance(0.3) ? [this.action()] : [])] };
  }

  /** An invocation, and now and then an event that it is sent. */
  private invoking(key: string): JsonObject {
    const invoke = this.maybe(0.2, 'invoke', () => this.invoke(key));
    if (invoke.invoke === undefined || this.chance(0.4)) return invoke;
    const delay = this.maybe(0.4, 'delay', () => this.pick(DELAYS, 101) + 13);
    const send = {
      type: 'xstate.sendTo',
      params: { to: `i-${key}`, event: { type: 'ping', n: 1 }, ...delay },
    };
    return { ...invoke, on: { ...this.on(), a: { actions: [send, this.action()] } } };
  }

  private invoke(key: string): Json {
    return {
      id: `i-${key}`,
      src: this.pick(['work', 'watch'], 'work'),
      ...this.maybe(0.3, 'input', () => ({ from: key })),
      ...this.maybe(0.7, 'onDone', () => this.heeding()),
      ...this.maybe(0.6, 'onError', () => this.transition({ isUser: false })),
    };
  }

  /** A transition that may keep what a state or an invocation came to. */
  private heeding(): JsonObject {
    const transition = this.transition({ isUser: false });
    if (this.chance(0.5)) return transition;
    const keeps = { type: 'xstate.assign', params: { assignment: { last: { $cel: 'event.data' } } } };
    const actions = Array.isArray(transition.actions) ? transition.actions : [];
    return { ...transition, actions: [keeps, ...actions] };
  }

  /** What a final state, or the machine, comes to: of the machine `event.data` is the output of its final state. */
  private output(): Json {
    return this.pick<Json>(
      [
        { n: 1 },
        'a text',
        { count: { $cel: 'count' }, last: { $cel: 'last' } },
        { from: { $cel: 'event.data' } },
      ],
      null,
    );
  }

  private transition({ isUser }: { readonly isUser: boolean }): JsonObject {
    const hasTarget = this.chance(0.75);
    return {
      ...(hasTarget ? { target: this.targets() } : {}),
      ...this.maybe(0.4, 'guard', () => guardOf(this.guard(2, isUser))),
      ...this.maybe(0.5, 'actions', () => this.actions()),
      ...(hasTarget ? this.maybe(0.2, 'reenter', () => true) : {}),
    };
  }

  private target(): string {
    return this.pick(this.places, '#m.s0');
  }

  /** One, or one in each of two regions of a parallel state. */
  private targets(): Json {
    const regions = this.pick(this.regions, []);
    if (regions.length < 2 || this.chance(0.7)) return this.target();
    const first = this.random.below(regions.length);
    const second = (first + 1 + this.random.below(regions.length - 1)) % regions.length;
    return [first, second].map((index) => {
      const path = regions[index]?.path ?? '';
      return this.pick([path, ...this.places.filter((one) => one.startsWith(`${path}.`))], path);
    });
  }

  private enterable(places: readonly string[]): string {
    const known = places.filter((place) => this.ids.includes(place.slice(place.lastIndexOf('.') + 1)));
    return this.pick(known, this.places[0] ?? '#m.s0');
  }

  private guard(depth: number, isUser: boolean): GuardSketch {
    const drawn = this.random.below(depth > 0 ? 8 : 5);
    const part = () => this.guard(depth - 1, isUser);
    switch (drawn) {
      case 0:
        return { atLeast: this.random.below(5) };
      case 1:
        return isUser ? { data: this.random.below(3) } : { typed: 'a' };
      case 2:
        return { in: this.pick(this.ids, 's0') };
      case 5:
        return { not: part() };
      case 6:
        return { and: [part(), part()] };
      case 7:
        return { or: [part(), part()] };
      default:
        return { named: this.pick(GUARDS, 'red') };
    }
  }

  private actions(): Json {
    return Array.from({ length: 1 + this.random.below(3) }, () => this.action());
  }

  private action(): Json {
    switch (this.random.below(16)) {
      case 0:
        return { type: 'xstate.assign', params: { assignment: { count: { $cel: 'count + 1' } } } };
      case 1:
        return {
          type: 'xstate.assign',
          params: { assignment: { last: { $cel: 'event.type' }, count: { $cel: 'count + 1' } } },
        };
      case 2:
        return { type: 'xstate.raise', params: { event: { type: this.pick(['c', 'b.z'], 'c'), n: 1 } } };
      case 3:
        return this.hasStar
          ? 'beep'
          : {
              type: 'xstate.raise',
              params: {
                event: { type: 'a', n: 2 },
                delay: this.pick(DELAYS, 101) + 7,
                id: this.pick(['r1', 'r2'], 'r1'),
              },
            };
      case 4:
        return { type: 'xstate.cancel', params: { sendId: this.pick(['r1', 'r2'], 'r1') } };
      case 5:
        return { type: 'xstate.emit', params: { event: { type: 'told', n: this.random.below(3) } } };
      case 6:
        return { type: 'xstate.log', params: { value: 'here' } };
      case 7:
        return { type: 'show', params: { n: this.random.below(3) } };
      default:
        return this.pick(['beep', 'note', 'ring'], 'beep');
    }
  }
}
