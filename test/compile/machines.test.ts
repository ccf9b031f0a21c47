import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '#base';
import {
  allScopes,
  type CompiledScope,
  compile,
  endBranch,
  openScope,
  persistPosition,
  restorePosition,
  type ScopeTurn,
  settleNode,
} from '#compile';
import { portsOf } from '#plan';
import { machineCount } from '../../src/compile/config';
import { lowered, structureOf } from '../../src/compile/machine/stepper';

import { randomPlan } from '../laws/randomPlan';
import { compiled } from './notation';

function scopesOf(seed: number): readonly CompiledScope[] {
  const result = compile(randomPlan(seed, { nodes: 8, depth: 2, planners: true }));
  if (!result.ok) throw new Error('does not compile');
  return [...allScopes(result.value.scope)];
}

describe('machines', () => {
  test('C2 machines are shared where their structures are equal: equal texts mean equal machines, and back', () => {
    const known = new Map<string, string>();
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        for (const scope of scopesOf(seed)) {
          for (let piece = 0; piece < machineCount(scope); piece++) {
            const structure = structureOf(scope, piece);
            const machine = JSON.stringify(lowered(scope, piece));
            expect(known.get(structure) ?? machine).toBe(machine);
            expect(seen.get(machine) ?? structure).toBe(structure);
            known.set(structure, machine);
            seen.set(machine, structure);
          }
        }
      }),
      { seed: 7, numRuns: 200 },
    );
    expect(known.size).toBeGreaterThan(100);
  });

  test('C2 the lowered machine names no node: plans that differ in names alone share their machines', () => {
    const one = compiled('a: CAPABILITY echo\nb: IF true\na -> b').scope;
    const other = compiled('look: CAPABILITY echo\nwell: IF false\nlook -> well').scope;
    expect(structureOf(one, 0)).toBe(structureOf(other, 0));
  });

  test('K1 a position put through JSON goes on as before, in every shape of scope', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        for (const scope of scopesOf(seed)) {
          const plain = walk(scope, seed, (turn) => turn.position);
          const viaJson = walk(scope, seed, ({ position }) =>
            restorePosition(scope, JSON.parse(JSON.stringify(persistPosition(position)))),
          );
          expect(viaJson).toEqual(plain);
        }
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  test('C2 a token passes from piece to piece of a long row, also by a choice that leads far ahead', () => {
    const nodes = Array.from({ length: 800 }, (_, index) => `n${index}: CAPABILITY echo`);
    const edges = Array.from({ length: 799 }, (_, index) => `n${index} -> n${index + 1}`);
    const { scope } = compiled(
      [
        'i: IF true',
        ...nodes,
        'far: CAPABILITY echo',
        ...edges,
        'i.then -> n0',
        'i.else -> far',
        'n799 -> far',
      ].join('\n'),
    );
    const far = scope.nodes.findIndex(({ id }) => id === 'far');
    let turn = openScope(scope);
    turn = settleNode(scope, turn.position, 0, ['else']);
    expect(turn.effects).toMatchObject([
      { type: 'skip', because: 'dead' },
      { type: 'start', node: far },
    ]);
    expect(settleNode(scope, turn.position, far, ['out']).outcome).toBe('done');
  });

  test('a machine that is done takes no more events', () => {
    const { scope } = compiled('a: CAPABILITY echo');
    const { position } = settleNode(scope, openScope(scope).position, 0, ['out']);
    expect(settleNode(scope, position, 0, ['out'])).toMatchObject({ effects: [], outcome: 'done' });
  });
});

/** Walks a scope as a run would, settling what started in random order by random ports; says all that it asked for. */
function walk(
  scope: CompiledScope,
  seed: number,
  through: (turn: ScopeTurn) => ScopeTurn['position'],
): unknown[] {
  const random = seededRandom(seed);
  const log: unknown[] = [];
  const busy: number[] = [];
  let turn = openScope(scope);
  const note = (): void => {
    log.push(turn.effects, turn.outcome);
    for (const effect of turn.effects) {
      if (effect.type === 'start') busy.push(effect.node);
      if (effect.type === 'openBranch') busy.push(effect.slot);
    }
  };
  note();
  for (let rounds = 0; rounds < 50 && turn.outcome === 'running' && busy.length > 0; rounds++) {
    const [next = 0] = busy.splice(random.below(busy.length), 1);
    const position = through(turn);
    const node = scope.nodes[next]?.node;
    if (scope.shape === 'branches') {
      turn = endBranch(position, (['ok', 'bad', 'skipped'] as const)[random.below(3)] ?? 'ok');
    } else {
      const ports = node ? portsOf(node) : [];
      turn = settleNode(scope, position, next, [ports[random.below(ports.length)] ?? 'out']);
    }
    note();
  }
  return log;
}
