import fc from 'fast-check';
import type { State, StateMachinePlan } from '#plan';

/** A machine of some levels whose transitions have long names and lead anywhere. */
export const randomMachines: fc.Arbitrary<StateMachinePlan> = fc
  .record({
    shape: fc.array(
      fc.record({
        inner: fc.oneof(
          { weight: 3, arbitrary: fc.constant<number[]>([]) },
          fc.array<number>(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
        ),
        parallel: fc.boolean(),
      }),
      { minLength: 1, maxLength: 9 },
    ),
    moves: fc.array(
      fc.record({
        from: fc.nat(200),
        to: fc.nat(200),
        name: fc.constantFrom('next', 'order.paid', 'web.search.completed', 'analysis.failed.for.good', 'x'),
      }),
      { maxLength: 24 },
    ),
    root: fc.array(fc.nat(200), { maxLength: 3 }),
  })
  .map(({ shape, moves, root }) => {
    const ids: string[] = [];
    const make = (id: string, more: Partial<State> = {}): State => {
      ids.push(id);
      return { id, ...more };
    };
    const states = shape.map(({ inner, parallel }, at) =>
      make(
        `state-${at}`,
        inner.length === 0
          ? {}
          : {
              type: parallel ? 'parallel' : 'compound',
              states: inner.map((count, n) =>
                make(
                  `part-${at}-${n}`,
                  count === 0
                    ? {}
                    : { states: Array.from({ length: count }, (_, k) => make(`leaf-${at}-${n}-${k}`)) },
                ),
              ),
            },
      ),
    );
    const target = (n: number): string => ids[n % ids.length] ?? 'state-0';
    const plan = (list: readonly State[]): State[] =>
      list.map((state) => ({
        ...state,
        ...(state.states === undefined ? {} : { states: plan(state.states) }),
        on: moves
          .filter(({ from }) => target(from) === state.id)
          .map(({ name, to }, index) => ({ event: `${name}.${index}`, target: target(to) })),
      }));
    return {
      id: 'flow',
      kind: 'state-machine',
      variables: [],
      states: plan(states),
      on: root.map((to, index) => ({ event: `from.anywhere.${index}`, target: target(to) })),
    };
  });
