import { isJsonObject, type Json, type JsonObject } from '#base';
import { type GuardSketch, isGuardSketch } from './sketch';

/** What a module of these leaves behind in the global scope if anything of it was run. */
export const PLANTED = 'planloomRanAModule';

/** A configuration as an author would write its module: conditions and values are inline functions. */
export function moduleText(config: JsonObject): string {
  return `import { and, assign, cancel, createMachine, emit, log, not, or, raise, sendTo, stateIn } from 'xstate';

globalThis.${PLANTED} = 'the module';
const ring = () => { globalThis.${PLANTED} = 'an action'; };

export const machine = createMachine(${written(config)}, {
  actions: { ring, beep: ({ context }) => { globalThis.${PLANTED} = context; } },
});
`;
}

function written(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  if (isGuardSketch(value)) return guard(JSON.parse(JSON.stringify(value.params)));
  const params = isJsonObject(value.params) ? value.params : {};
  switch (value.type) {
    case 'xstate.assign':
      return `assign({ ${assignments(isJsonObject(params.assignment) ? params.assignment : {})} })`;
    case 'xstate.raise':
      return `raise(${JSON.stringify(params.event)}${options(params)})`;
    case 'xstate.sendTo':
      return `sendTo(${JSON.stringify(params.to)}, ${JSON.stringify(params.event)}${options(params)})`;
    case 'xstate.cancel':
      return `cancel(${JSON.stringify(params.sendId)})`;
    case 'xstate.emit':
      return `emit(${JSON.stringify(params.event)})`;
    case 'xstate.log':
      return `log(${JSON.stringify(params.value)})`;
    default:
      return object(value, (key, inner) => (key === 'output' ? computed(inner) : written(inner)));
  }
}

function object(value: JsonObject, member: (key: string, value: Json) => string): string {
  const members = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${member(key, inner)}`,
  );
  return `{ ${members.join(', ')} }`;
}

function assignments(assignment: JsonObject): string {
  return Object.entries(assignment)
    .map(([name, value]) => `${name}: ${computed(value)}`)
    .join(', ');
}

function options({ delay, id }: JsonObject): string {
  if (delay === undefined && id === undefined) return '';
  return `, ${JSON.stringify({ ...(delay === undefined ? {} : { delay }), ...(id === undefined ? {} : { id }) })}`;
}

/** A function where something is computed, else the value itself. */
function computed(value: Json): string {
  const text = expression(value);
  return text === JSON.stringify(value) ? text : `({ context, event }) => (${text})`;
}

function expression(value: Json): string {
  if (!isJsonObject(value)) return JSON.stringify(value);
  if (typeof value.$cel !== 'string')
    return JSON.stringify(value).includes('$cel')
      ? object(value, (_, inner) => expression(inner))
      : JSON.stringify(value);
  if (value.$cel.startsWith('event.data')) return 'event.output';
  return value.$cel.startsWith('event.') ? value.$cel : `context.${value.$cel}`;
}

function guard(sketch: GuardSketch): string {
  if ('named' in sketch) return JSON.stringify(sketch.named);
  if ('atLeast' in sketch) return `({ context }) => context.count >= ${sketch.atLeast}`;
  if ('data' in sketch) return `({ event }) => event.n === ${sketch.data}`;
  if ('typed' in sketch) return `({ event }) => event.type === ${JSON.stringify(sketch.typed)}`;
  if ('in' in sketch) return `stateIn(${JSON.stringify(`#${sketch.in}`)})`;
  if ('not' in sketch) return `not(${guard(sketch.not)})`;
  const parts = ('and' in sketch ? sketch.and : sketch.or).map(guard).join(', ');
  return 'and' in sketch ? `and([${parts}])` : `or([${parts}])`;
}
