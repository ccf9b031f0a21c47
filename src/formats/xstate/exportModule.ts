import { type Diagnostic, isJsonObject, ok, type Result } from '#base';
import type { Plan, Workspace } from '#plan';
import { exportXState } from './exportXState';
import { ModuleWriter, oneLine } from './moduleWriter';

/** A machine as a TypeScript module, and what of the plan it does not hold. */
export interface MachineModule {
  readonly text: string;
  readonly leftOut: readonly Diagnostic[];
}

/**
 * Writes a state machine plan as a TypeScript module that runs with `xstate` alone (C3): the author's machine with its
 * own events. Conditions and values are parameters under their CEL, implementations under their names.
 *
 * @example createActor(createPlanMachine({ conditions, values, guards, actions, actors, delays }), { input }).start()
 */
export function exportMachineModule(plan: Plan, workspace: Workspace): Result<MachineModule, Diagnostic> {
  const exported = exportXState(plan, workspace);
  if (!exported.ok) return exported;
  const { value, leftOut } = exported.value;
  const writer = new ModuleWriter();
  const config = writer.machine(isJsonObject(value) ? value : {});
  const text = [
    '// A state machine, exported from Planloom: XState v5 alone runs it.',
    '// Run it with createActor(createPlanMachine(given), { input }).',
    ...leftOut.map(({ message }) => `// Not held: ${oneLine(message)}`),
    `import { ${writer.imports().join(', ')} } from 'xstate';`,
    '',
    RUNTIME,
    '/** What the machine leaves to you: conditions and values by their CEL, implementations by their names. */',
    'export interface Given {',
    ...writer.parameters(),
    '}',
    '',
    'export function createPlanMachine(given: Given) {',
    '  const { conditions, values } = given;',
    '  const implementations: object = {',
    '    guards: given.guards, actions: given.actions, actors: given.actors, delays: given.delays,',
    '  };',
    `  const config: object = ${config};`,
    '  return createMachine(config, implementations);',
    '}',
    '',
  ].join('\n');
  return ok({ text, leftOut });
}

const RUNTIME = `/** What a condition or a value sees: the context, and the event with its data apart from its type. */
export interface Scope {
  readonly context: Record<string, unknown>;
  readonly event: { readonly type: string; readonly data: unknown };
}
export type Condition = (scope: Scope) => boolean;
export type Value = (scope: Scope) => unknown;

interface Args {
  readonly context: Record<string, unknown>;
  readonly event: { readonly type: string } & Record<string, unknown>;
}

function scopeOf({ context, event }: Args): Scope {
  const { type, ...rest } = event;
  if (type.startsWith('xstate.done.')) return { context, event: { type, data: rest['output'] } };
  if (type.startsWith('xstate.error.')) return { context, event: { type, data: rest['error'] } };
  return { context, event: { type, data: rest } };
}
`;
