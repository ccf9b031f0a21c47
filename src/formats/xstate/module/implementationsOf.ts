import type { Json } from '#base';
import type { Implementations } from '../reading';
import { actionOf, numberIn } from './actionsOf';
import { conditionOf } from './guardOf';
import type { ModuleReading } from './moduleReading';
import { constant, isFunction, part, type Syntax } from './syntax';

/** What `setup({…})`, the second argument of `createMachine` and `.provide({…})` say of names; later ones win. */
export function implementationsOf(
  reading: ModuleReading,
  objects: readonly Syntax[],
  machineNames: ReadonlySet<string>,
): Implementations {
  const translated = <Value>(
    kind: string,
    read: (node: Syntax, path: string) => Value | null,
  ): Record<string, Value> => {
    const entries = objects.flatMap((object) => membersOf(reading, object, kind));
    return Object.fromEntries(
      entries.flatMap(([name, node]) => {
        const path = `/${kind}/${name}`;
        const value = read(node, path);
        if (value === null) reading.keep(name, node, path, kind.slice(0, -1));
        return value === null ? [] : [[name, value] as const];
      }),
    );
  };
  const guards = translated('guards', (node, path) => conditionOf(reading, node, path));
  const delays = translated('delays', (node, path) => delayOf(reading, node, path));
  const actions = translated('actions', (node, path): Json | null => actionOf(reading, node, path));
  const actors = translated('actors', (node) => {
    const name = node.type === 'Identifier' ? reading.module.text(node) : '';
    return machineNames.has(name) ? name : null;
  });
  const own = Object.fromEntries([...machineNames].map((name) => [name, name]));
  return { guards, delays, actions, plans: { ...own, ...actors }, code: reading.code() };
}

export function membersOf(
  reading: ModuleReading,
  object: Syntax,
  kind: string,
): readonly (readonly [string, Syntax])[] {
  const found = reading.module.memberOf(object, kind);
  const members = found === null ? null : reading.module.resolve(found);
  if (members?.type !== 'ObjectExpression') return [];
  return reading.module.propertiesOf(members).flatMap((property) => {
    const key = reading.module.keyOf(property);
    // A method is a function as a value.
    const value = part(property, 'value');
    const isForbidden = key === '__proto__' || key === 'constructor' || key === 'prototype';
    return key === null || value === null || isForbidden ? [] : [[key, value] as const];
  });
}

function delayOf(reading: ModuleReading, node: Syntax, path: string): number | string | null {
  const resolved = reading.module.resolve(node);
  const value = constant(resolved);
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  return isFunction(resolved) ? numberIn(reading, resolved, path) : null;
}
