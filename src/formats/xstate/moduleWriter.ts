import {
  escapeControls,
  escapeControlsInJson,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  plainText,
} from '#base';
import { celOf, DATA_MARK, PUBLISH, WHEN_GUARD } from './dialect';

/** How a comment stays one line, whatever a name holds (case B2). */
export function oneLine(text: string): string {
  return escapeControls(text.replace(/[\s\u0085]+/g, ' ').trim());
}

/** A literal that no text can break out of. */
export function literal(value: Json): string {
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
export class ModuleWriter {
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
