import type { Json } from '#base';
import { machineCount, machineOf } from '../canonical';
import type { CompiledPlan } from '../compile';
import type { MachineConfig } from '../config';
import { allScopes, sourceMap } from '../sourceMap';

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
