import {
  type Diagnostic,
  escapeControls,
  escapeControlsInJson,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  own,
  plainText,
  type Result,
} from '#base';
import type { Plan, Workspace } from '#plan';
import { celOf, DATA_MARK, PUBLISH, WHEN_GUARD } from './dialect';
import { exportXState } from './exportXState';
import { Writing } from './writing';

/** A machine as a TypeScript module, and what of the plan it does not hold. */
interface MachineModule {
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

/** How a comment stays one line, whatever a name holds (case B2). */
function oneLine(text: string): string {
  return escapeControls(text.replace(/[\s\u0085]+/g, ' ').trim());
}

/** A literal that no text can break out of. */
function literal(value: Json): string {
  return escapeControlsInJson(JSON.stringify(value));
}

/** A constant of a module that holds the plan it was written from, as JSON. */
export const PLAN_CONSTANT = 'planloomPlan';

/** A text in backticks: templates stand so, expressions in quotes. */
function backticked(text: string): string {
  return `\`${literal(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[`]|\$\{/g, '\\$&')}\``;
}

const TRANSITIONS = new Set(['always', 'onDone', 'onError']);

/** Writes a configuration in the dialect as TypeScript: marks become calls of parameters, whose names it collects. */
class ModuleWriter {
  private readonly used = new Set(['createMachine']);
  private readonly named = {
    conditions: new Set<string>(),
    values: new Set<string>(),
    guards: new Set<string>(),
    actions: new Set<string>(),
    actors: new Set<string>(),
    delays: new Set<string>(),
  };

  machine(config: JsonObject): string {
    return this.state(config, '  ');
  }

  imports(): readonly string[] {
    return [...this.used].sort();
  }

  /** The members of the type of parameters. */
  parameters(): readonly string[] {
    const types = { conditions: 'Condition', values: 'Value' };
    return Object.entries(this.named).flatMap(([kind, names]) => {
      const type = kind === 'conditions' || kind === 'values' ? types[kind] : 'unknown';
      const members = [...names].map((name) => `    readonly ${literal(name)}: ${type};`);
      return [`  readonly ${kind}: {`, ...members, '  };'];
    });
  }

  private state(config: JsonObject, indent: string): string {
    return this.object(config, indent, (key, value, inner) => {
      if (key === 'states')
        return this.object(value, inner, (_, state, deeper) => this.state(objectOf(state), deeper));
      if (key === 'on' || key === 'after')
        return this.object(value, inner, (name, list, deeper) => {
          if (key === 'after' && Number.isNaN(Number(name))) this.named.delays.add(name);
          return this.list(list, deeper, (one, at) => this.transition(objectOf(one), at));
        });
      if (TRANSITIONS.has(key))
        return this.list(value, inner, (one, at) => this.transition(objectOf(one), at));
      if (key === 'entry' || key === 'exit')
        return this.list(value, inner, (one) => this.action(objectOf(one)));
      if (key === 'initial' && isJsonObject(value)) return this.transition(value, inner);
      if (key === 'invoke') return this.list(value, inner, (one, at) => this.invocation(objectOf(one), at));
      if (key === 'context') return this.context(objectOf(value), inner);
      return key === 'output' ? this.computed(value) : literal(value);
    });
  }

  private transition(config: JsonObject, indent: string): string {
    return this.object(config, indent, (key, value, inner) => {
      if (key === 'guard') return this.guard(objectOf(value));
      return key === 'actions'
        ? this.list(value, inner, (one) => this.action(objectOf(one)))
        : literal(value);
    });
  }

  private invocation(config: JsonObject, indent: string): string {
    const src = own(config, 'src');
    if (typeof src === 'string') this.named.actors.add(src);
    return this.object(config, indent, (key, value, inner) => {
      if (TRANSITIONS.has(key))
        return this.list(value, inner, (one, at) => this.transition(objectOf(one), at));
      return key === 'input' ? this.computed(value) : literal(value);
    });
  }

  private guard(guard: JsonObject): string {
    const params = objectOf(own(guard, 'params') ?? null);
    const when = own(params, 'when');
    if (own(guard, 'type') !== WHEN_GUARD || typeof when !== 'string') {
      const type = plainText(own(guard, 'type'));
      const given = own(guard, 'params');
      this.named.guards.add(type);
      return given === undefined
        ? literal(guard)
        : `{ type: ${literal(type)}, params: ${this.computed(given)} }`;
    }
    const state = /^inState\(("(?:[^"\\]|\\.)*")\)$/.exec(when)?.[1];
    if (state !== undefined) {
      this.used.add('stateIn');
      return `stateIn(${state})`;
    }
    this.named.conditions.add(when);
    return `(args: Args) => conditions[${literal(when)}](scopeOf(args))`;
  }

  private action(action: JsonObject): string {
    const type = plainText(own(action, 'type'));
    const params = own(action, 'params');
    const built = isJsonObject(params) ? this.ofXState(type, params) : null;
    if (built !== null) return built;
    this.named.actions.add(type);
    return params === undefined
      ? literal(action)
      : `{ type: ${literal(type)}, params: ${this.computed(params)} }`;
  }

  private ofXState(type: string, params: JsonObject): string | null {
    if (type === PUBLISH || !type.startsWith('xstate.')) return null;
    const name = type.slice('xstate.'.length);
    const event = (): string => this.computed(own(params, 'event') ?? null, true);
    const { event: _, to, ...rest } = params;
    const options = Object.keys(rest).length === 0 ? '' : `, ${this.options(rest)}`;
    switch (name) {
      case 'assign': {
        const values = Object.entries(objectOf(own(params, 'assignment') ?? null)).map(
          ([variable, value]) => `${literal(variable)}: ${this.computed(value)}`,
        );
        return this.call('assign', `{ ${values.join(', ')} }`);
      }
      case 'raise':
        return this.call('raise', event() + options);
      case 'emit':
        return this.call('emit', event());
      case 'sendTo':
        return this.call('sendTo', `${literal(to ?? '')}, ${event()}${options}`);
      case 'cancel':
        return this.call('cancel', literal(own(params, 'sendId') ?? ''));
      case 'log': {
        const label = own(params, 'label');
        return this.call(
          'log',
          this.computed(own(params, 'value') ?? null) + (label === undefined ? '' : `, ${literal(label)}`),
        );
      }
      default:
        return null;
    }
  }

  private options(options: JsonObject): string {
    const { delay } = options;
    if (typeof delay === 'string') this.named.delays.add(delay);
    const entries = Object.entries(options).map(([key, value]) => `${key}: ${this.computed(value)}`);
    return `{ ${entries.join(', ')} }`;
  }

  private call(name: string, args: string): string {
    this.used.add(name);
    return `${name}(${args})`;
  }

  private context(context: JsonObject, indent: string): string {
    const isGiven = (value: Json): boolean => isJsonObject(value) && typeof own(value, '$input') === 'string';
    if (!Object.values(context).some(isGiven)) return literal(context);
    const members = this.object(context, indent, (_, value) =>
      isGiven(value) ? inputOf(objectOf(value)) : literal(value),
    );
    return `({ input = {} }: { readonly input?: Record<string, unknown> }) => (${members})`;
  }

  /** A constant as it is; what holds marks as a function. */
  private computed(value: Json, mustBeObject = false): string {
    const text = this.expression(value);
    if (!text.includes('](scopeOf(args))')) return text;
    return `(args: Args) => ${mustBeObject || text.startsWith('{') ? `(${text})` : text}`;
  }

  private expression(value: Json): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.expression(item)).join(',')}]`;
    if (!isJsonObject(value)) return literal(value);
    const mark = own(value, '$cel') ?? own(value, '$template');
    if (typeof mark === 'string' && Object.keys(value).length === 1) {
      const isTemplate = own(value, '$cel') === undefined;
      const source = isTemplate ? mark : celOf(value);
      this.named.values.add(source);
      return `values[${isTemplate ? backticked(source) : literal(source)}](scopeOf(args))`;
    }
    const members = Object.entries(value).map(
      ([key, member]) => `${key === DATA_MARK ? DATA_KEY : literal(key)}:${this.expression(member)}`,
    );
    return `{${members.join(',')}}`;
  }

  private list(value: Json, indent: string, write: (one: Json, indent: string) => string): string {
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    return `[${items.map((one) => write(one, indent)).join(', ')}]`;
  }

  private object(
    value: Json,
    indent: string,
    write: (key: string, value: Json, indent: string) => string,
  ): string {
    const inner = `${indent}  `;
    const members = Object.entries(objectOf(value)).map(
      ([key, member]) => `${inner}${literal(key)}: ${write(key, member, inner)},`,
    );
    return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`;
  }
}

/** A member of the input, or what stands for it. */
function inputOf(value: JsonObject): string {
  const otherwise = own(value, '$default');
  const member = `input[${literal(own(value, '$input') ?? '')}]`;
  return otherwise === undefined ? member : `${member} ?? ${literal(otherwise)}`;
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** An event whose data is no list of members stands under `data`, as XState's events are flat: in brackets, which says so. */
const DATA_KEY = '["data"]';
