import type { Json } from '#base';
import type { CompiledPlan } from '../compile';
import { type MachineConfig, machineCount, machineOf } from '../config';
import type { CompiledScope } from '../scope';

/**
 * The compiled machines as XState v5 configuration (C3): the object itself is the machine of the plan's own scope, as
 * `createMachine` takes it; `meta.machines` holds those of all scopes inside it by id, and `meta.sourceMap` says which
 * node stands behind which state. Activities are actors by node type (`src`), and a choice is the guard `port`.
 *
 * @example createMachine(toXStateJson(compiled)).provide({ actors: { CAPABILITY: … }, guards: { port: … } })
 */
export function toXStateJson(compiled: CompiledPlan): Json {
  const machines: Record<string, MachineConfig> = {};
  for (const scope of allScopes(compiled.scope)) {
    for (let piece = 0; piece < machineCount(scope); piece++) {
      const { config } = machineOf(scope, piece);
      machines[config.id] = config;
    }
  }
  const { [compiled.scope.id]: root, ...inside } = machines;
  const { planId, planHash, scope } = compiled;
  const states = sourceMap(scope).map((state) => ({ ...state, path: [...state.path] }));
  return { ...root, id: planId, meta: { planId, planHash, machines: inside, sourceMap: states } };
}

/** Which node stands behind a state of a machine. */
interface MappedState {
  readonly machine: string;
  readonly state: string;
  readonly node: string;
  /** Ids of the containers around the node, outermost first. */
  readonly path: readonly string[];
}

/** The source map state ↔ node of a compiled scope and all scopes inside it (C1). */
export function sourceMap(scope: CompiledScope): readonly MappedState[] {
  return [...statesOf(scope, [])];
}

function* statesOf(scope: CompiledScope, path: readonly string[]): Generator<MappedState> {
  for (let piece = 0; piece < machineCount(scope); piece++) {
    const { config, nodes } = machineOf(scope, piece);
    for (const index of nodes) {
      const node = scope.nodes[index];
      if (!node) continue;
      const state = scope.shape === 'graph' ? '_running' : node.key;
      yield { machine: config.id, state, node: node.id, path };
    }
  }
  for (const node of scope.nodes) {
    for (const body of node.inside) yield* statesOf(body.scope, [...path, node.id]);
  }
  if (scope.shape === 'branches') for (const branch of scope.branches) yield* statesOf(branch, path);
}

/** Every scope of a compiled plan, outermost first, each before the scopes inside it. */
export function* allScopes(scope: CompiledScope): Generator<CompiledScope> {
  yield scope;
  for (const node of scope.nodes) for (const body of node.inside) yield* allScopes(body.scope);
  if (scope.shape === 'branches') for (const branch of scope.branches) yield* allScopes(branch);
}
