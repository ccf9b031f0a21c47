import type { ModuleText } from './moduleText';
import { calledName, childrenOf, part, parts, type Syntax, word } from './syntax';

/** A call of `createMachine`, and the objects that say what its names stand for. */
export interface MachineCall {
  /** The constant that it is, where it is one. */
  readonly name: string | null;
  readonly config: Syntax;
  /** Of `setup`, of the second argument, of `provide`; later ones win. */
  readonly implementations: readonly Syntax[];
}

interface Visit {
  readonly node: Syntax;
  readonly name: string | null;
  readonly provided: readonly Syntax[];
}

/** All machines of a module, in the order in which they are written. Walks without recursion: modules may be deep. */
export function machinesIn(module: ModuleText): readonly MachineCall[] {
  const found: (MachineCall & { readonly start: number })[] = [];
  const todo: Visit[] = [{ node: module.program, name: null, provided: [] }];
  for (let visit = todo.pop(); visit !== undefined; visit = todo.pop()) {
    const machine = machineAt(module, visit);
    if (machine === null) todo.push(...nextOf(visit));
    else found.push({ ...machine, start: visit.node.start });
  }
  return found.sort((a, b) => a.start - b.start).map(({ start: _, ...call }) => call);
}

function machineAt(module: ModuleText, { node, name, provided }: Visit): MachineCall | null {
  if (calledName(node) !== 'createMachine') return null;
  const [config, second] = parts(node, 'arguments');
  if (config === undefined) return null;
  const beside = second === undefined ? [] : [module.resolve(second)];
  return { name, config, implementations: [...setupOf(module, node), ...beside, ...provided] };
}

/** Where to look next: a machine keeps its name, and what it is provided with, through `.provide(…)`. */
function nextOf({ node, name, provided }: Visit): readonly Visit[] {
  if (calledName(node) === 'provide') {
    const owner = part(part(node, 'callee') ?? node, 'object');
    return owner === null
      ? []
      : [{ node: owner, name, provided: [...parts(node, 'arguments'), ...provided] }];
  }
  if (node.type === 'VariableDeclarator') {
    const [id, init] = [part(node, 'id'), part(node, 'init')];
    const constantName = id?.type === 'Identifier' ? word(id, 'name') : null;
    return init === null ? [] : [{ node: init, name: constantName, provided: [] }];
  }
  return childrenOf(node).map((child) => ({ node: child, name: null, provided: [] }));
}

/** `setup({…}).createMachine`, also by a constant; `.extend({…})` adds. */
function setupOf(module: ModuleText, createMachine: Syntax): readonly Syntax[] {
  const objects: Syntax[] = [];
  let owner = part(part(createMachine, 'callee') ?? createMachine, 'object');
  for (let way = 0; owner !== null && way < 20; way++) {
    const resolved = module.resolve(owner);
    const call = calledName(resolved);
    if (call !== 'setup' && call !== 'extend') break;
    const [first] = parts(resolved, 'arguments');
    if (first !== undefined) objects.unshift(module.resolve(first));
    owner = call === 'extend' ? part(part(resolved, 'callee') ?? resolved, 'object') : null;
  }
  return objects;
}

/** The first `Machine({…})`, as v4 called it; null where there is none. */
export function oldMachineIn({ program }: ModuleText): Syntax | null {
  const todo: Syntax[] = [program];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    const callee = calledName(node) === 'Machine' ? part(node, 'callee') : null;
    if (callee?.type === 'Identifier') return node;
    todo.push(...childrenOf(node).toReversed());
  }
  return null;
}
