import { type Diagnostic, isJsonObject, ok, type Result } from '#base';
import type { Plan, Workspace } from '#plan';
import { exportXState } from './exportXState';
import { literal, ModuleWriter, oneLine, PLAN_CONSTANT } from './moduleWriter';
import { Writing } from './writing';

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
    ...outputOf(plan),
    '  return createMachine({ output, ...config }, implementations);',
    '}',
    '',
    ...planOf(plan, leftOut.length > 0),
  ].join('\n');
  return ok({ text, leftOut });
}

/** What a machine gives whose author does not say: what its outputs hold, and what its final state says (R15, V1). */
function outputOf(plan: Plan): readonly string[] {
  const outputs = plan.kind === 'state-machine' ? outputsOf(new Writing(plan)) : [];
  if (outputs.length === 0) return ["  const output = ({ event }: Args) => event['output'];"];
  const members = outputs.map(([ours, theirs]) => `${literal(ours)}: context[${literal(theirs)}]`);
  return [
    '  const output = ({ context, event }: Args) => ({',
    ...members.map((member) => `    ${member},`),
    "    ...Object(event['output']),",
    '  });',
  ];
}

/** Our names of the outputs, each with that which XState's context has for it. */
function outputsOf(writing: Writing): readonly (readonly [string, string])[] {
  const { variables } = writing.plan;
  return variables.flatMap(({ id, scope }) => (scope === 'OUT' ? [[id, writing.variable(id)] as const] : []));
}

/** What XState has no word for comes back with the plan itself, while the machine is the one that was written. */
function planOf(plan: Plan, isNeeded: boolean): readonly string[] {
  if (!isNeeded) return [];
  return [
    '/** The plan that this was written from: Planloom reads it back, with what XState has no word for. */',
    `export const ${PLAN_CONSTANT} = ${literal(JSON.stringify(plan))};`,
    '',
  ];
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
