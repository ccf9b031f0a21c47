import fc from 'fast-check';
import type { Json, JsonObject } from '#base';

/** Random configurations of XState v5 that `createMachine` takes, with shorthands in all their forms. */
export interface MachineSketch {
  readonly config: JsonObject;
}

interface Place {
  readonly path: readonly string[];
  readonly siblings: readonly string[];
  readonly children: readonly string[];
}

const EVENTS = ['a', 'b', 'a.x', 'a.y', 'a.*', '*', 'c.d.*'];
const NAMES = ['act', 'beep', 'note it', 'isReady'];

export const randomMachine: fc.Arbitrary<JsonObject> = fc
  .record({ seed: fc.integer(), depth: fc.integer({ min: 1, max: 3 }), hasId: fc.boolean() })
  .chain(({ depth, hasId }) => shape(depth).chain((root) => filled(root, hasId)));

/** A tree of keys and types first, so that transitions may lead anywhere. */
interface Shape {
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly children: readonly Shape[];
}

function shape(depth: number): fc.Arbitrary<Shape> {
  return fc.record({
    key: fc.constant('m'),
    type: fc.constantFrom('compound' as const, 'compound' as const, 'parallel' as const),
    children: childrenOf(depth),
  });
}

function childrenOf(depth: number): fc.Arbitrary<readonly Shape[]> {
  return fc
    .array(childOf(depth), { minLength: 1, maxLength: 4 })
    .map((children) => children.map((child, index) => ({ ...enterable(child, index), key: `s${index}` })));
}

/** A machine is in some state: the first is none that only remembers. */
function enterable(child: Shape, index: number): Shape {
  return index === 0 && child.type === 'history' ? { ...child, type: 'atomic' } : child;
}

function childOf(depth: number): fc.Arbitrary<Shape> {
  const leaf = fc
    .constantFrom('atomic', 'atomic', 'final', 'history')
    .map((type): Shape => ({ key: '', type: type as Shape['type'], children: [] }));
  if (depth <= 1) return leaf;
  const inner = fc.record({
    key: fc.constant(''),
    type: fc.constantFrom('compound' as const, 'parallel' as const),
    children: childrenOf(depth - 1),
  });
  return fc.oneof(leaf, inner);
}

function filled(root: Shape, hasId: boolean): fc.Arbitrary<JsonObject> {
  const ids: string[] = [];
  const collect = (node: Shape, path: readonly string[]): void => {
    if (node.type !== 'history') ids.push([hasId ? '#m' : '#(machine)', ...path].join('.'));
    for (const child of node.children) collect(child, [...path, child.key]);
  };
  for (const child of root.children) collect(child, [child.key]);
  const anywhere = fc.constantFrom(
    ...(ids.length > 0 ? ids : [hasId ? '#m' : '#(machine)'].map((id) => `${id}.s0`)),
  );
  return stateConfig(
    root,
    { path: [], siblings: [], children: root.children.map(({ key }) => key) },
    anywhere,
  ).map((config) => ({ ...(hasId ? { id: 'm' } : {}), ...config, context: { n: 0, list: [1, 'x'] } }));
}

function stateConfig(node: Shape, place: Place, anywhere: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> {
  if (node.type === 'history')
    return fc.constantFrom<JsonObject>(
      { type: 'history' },
      { type: 'history', history: 'deep' },
      { history: 'shallow' },
    );
  const keys = node.children.map(({ key }) => key);
  const states = fc.tuple(
    ...node.children.map((child) =>
      stateConfig(
        child,
        { path: [...place.path, child.key], siblings: keys, children: child.children.map(({ key }) => key) },
        anywhere,
      ),
    ),
  );
  const enterable = node.children.filter(({ type }) => type !== 'history').map(({ key }) => key);
  const target = fc.oneof(
    anywhere,
    ...(place.siblings.length > 0 ? [fc.constantFrom(...place.siblings)] : []),
    ...(place.children.length > 0 ? [fc.constantFrom(...place.children.map((key) => `.${key}`))] : []),
  );
  const transitions = someTransitions(target);
  return fc
    .record({
      states,
      initial: fc.constantFrom(...(enterable.length > 0 ? enterable : keys.length > 0 ? keys : [''])),
      initialActions: fc.option(actions, { nil: undefined, freq: 5 }),
      on: fc.option(fc.dictionary(fc.constantFrom(...EVENTS), transitions, { maxKeys: 3 }), {
        nil: undefined,
      }),
      after: fc.option(fc.dictionary(fc.constantFrom('10', '200', 'LATER'), transitions, { maxKeys: 2 }), {
        nil: undefined,
        freq: 4,
      }),
      always: fc.option(fc.record({ guard: guard, target }), { nil: undefined, freq: 5 }),
      entry: fc.option(actions, { nil: undefined }),
      exit: fc.option(actions, { nil: undefined }),
      tags: fc.option(fc.constantFrom<Json>('t', ['t', 'u']), { nil: undefined }),
      invoke: fc.option(fc.record({ src: fc.constant('work'), onDone: transitions }), {
        nil: undefined,
        freq: 4,
      }),
      onDone: fc.option(transitions, { nil: undefined, freq: 4 }),
      type: fc.boolean(),
    })
    .map((drawn): JsonObject => {
      const isInner = node.children.length > 0;
      const fields: [string, Json | undefined][] = [
        ['type', node.type === 'parallel' || node.type === 'final' || drawn.type ? node.type : undefined],
        [
          'initial',
          isInner && node.type === 'compound'
            ? drawn.initialActions === undefined
              ? drawn.initial
              : { target: drawn.initial, actions: drawn.initialActions }
            : undefined,
        ],
        [
          'states',
          isInner
            ? Object.fromEntries(keys.map((key, index) => [key, drawn.states[index] ?? {}]))
            : undefined,
        ],
        ...(node.type === 'final'
          ? []
          : ([
              ['on', drawn.on],
              ['after', drawn.after],
              ['always', drawn.always],
              ['invoke', drawn.invoke],
            ] as [string, Json | undefined][])),
        ['onDone', isInner ? drawn.onDone : undefined],
        ['entry', drawn.entry],
        ['exit', drawn.exit],
        ['tags', drawn.tags],
      ];
      return Object.fromEntries(
        fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
      );
    });
}

const action: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...NAMES),
  fc.record({
    type: fc.constantFrom(...NAMES),
    params: fc.constantFrom<Json>({ n: 1 }, { text: '{{ x }}' }, 3, [null]),
  }),
  fc.record({ type: fc.constantFrom(...NAMES) }),
);
const actions: fc.Arbitrary<Json> = fc.oneof(action, fc.array(action, { minLength: 1, maxLength: 3 }));
const guard: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...NAMES),
  fc.record({ type: fc.constantFrom(...NAMES), params: fc.constantFrom<Json>({ n: 1 }, 'x', 2.5) }),
);

function someTransitions(target: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  const one: fc.Arbitrary<Json> = fc.oneof(
    target,
    fc.record({ target, guard, actions, reenter: fc.boolean() }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
    fc.record({ target: target.map((name) => [name]) }),
  );
  return fc.oneof(one, fc.array(one, { minLength: 1, maxLength: 3 }));
}
