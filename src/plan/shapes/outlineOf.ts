import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  own,
  parseExactJson,
  problem,
} from '#base';
import { isCall, isStep, outlineOfCallList, outlineOfCalls } from './calls';
import { leftOf } from './fields';
import { outlineOfGraph } from './graph';
import { outlineOfGroups } from './groups';
import { machineDraftOf } from './machine/machineDraft';
import { entriesOf, type Outline, outline } from './outline';

/** How many wrappings (`{plan: …}`, JSON in a string, doubled brackets) are taken off. */
const MOST_WRAPPINGS = 4;

/**
 * Recognises the shape of a plan (P4): our own, those of the references, function calls, a lone step. Null when the
 * value is none; nothing is judged here but its shape.
 */
export function outlineOf(value: Json, wrappings = MOST_WRAPPINGS): Outline | null {
  if (typeof value === 'string') return outlineOfText(value, wrappings);
  if (Array.isArray(value)) return outlineOfArray(value, wrappings);
  if (!isJsonObject(value)) return null;
  return outlineOfObject(value, wrappings);
}

function outlineOfText(text: string, wrappings: number): Outline | null {
  if (wrappings === 0 || !/^\s*[{["]/.test(text)) return null;
  const parsed = parseExactJson(text, LIMITS.jsonDepth);
  // Well formed, and something of it would be lost.
  if (!parsed.ok && parsed.problem.code !== 'JSON_INVALID')
    return outline([], { problems: [parsed.problem] });
  const inner = parsed.ok ? outlineOf(parsed.value, wrappings - 1) : null;
  return inner && withRepair(inner, 'Read the plan out of a JSON string.');
}

function outlineOfArray(array: readonly Json[], wrappings: number): Outline | null {
  const [first] = array;
  if (array.length === 1 && Array.isArray(first) && wrappings > 0) {
    const inner = outlineOfArray(first, wrappings - 1);
    return inner && withRepair(inner, 'Took off doubled brackets.');
  }
  const values = array.map(parsedElement);
  // One step that can be known makes the others steps too: what is wrong with them is told, not left out.
  if (!values.every(isJsonObject) || !values.some(isStep)) return null;
  const steps = values.every(isCall)
    ? outlineOfCallList(values, (inner) => outlineOf(inner, wrappings - 1))
    : outline(entriesOf(values, ''));
  return values.some((value, index) => value !== array[index])
    ? withRepair(steps, 'Read steps that were given as JSON strings.')
    : steps;
}

function parsedElement(value: Json): Json {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  const parsed = parseExactJson(value, LIMITS.jsonDepth);
  return parsed.ok ? parsed.value : value;
}

function outlineOfObject(object: JsonObject, wrappings: number): Outline | null {
  const calls = outlineOfCalls(object, (inner) => outlineOf(inner, wrappings - 1));
  if (calls) return calls;
  if (isJsonObject(own(object, 'nodes')) || Array.isArray(own(object, 'nodes')))
    return outlineOfGraph(object);
  if (Array.isArray(own(object, 'groups'))) return outlineOfGroups(object);
  const steps = own(object, 'steps');
  if (Array.isArray(steps)) return outlineOfSteps(object, steps);
  if (isJsonObject(steps)) return outlineOfGraph({ ...leftOf(object, new Set(['steps'])), nodes: steps });
  if (isStep(object) && !isCall(object))
    return outline([{ key: null, value: object, field: '' }], { oneStep: true });
  const plan = own(object, 'plan') ?? own(object, 'dynamicPlan');
  if (plan === undefined || wrappings === 0) return null;
  const inner = outlineOf(plan, wrappings - 1);
  if (inner === null) return null;
  const outside = own(object, 'edges') === undefined ? inner : withProblem(inner, edgesOutside());
  return withRepair(outside, 'Read the plan out of the object around it.');
}

/** `{planId?, steps}` of reference 3; steps that are arrays are stages of the execution plan of reference 1. */
function outlineOfSteps(object: JsonObject, steps: readonly Json[]): Outline | null {
  const source = leftOf(object, new Set(['steps', 'edges']));
  if (steps.length > 0 && steps.every((stage) => Array.isArray(stage))) {
    const sizes = steps.map((stage) => stage.length);
    return outline(entriesOf(steps.flat(), '/steps'), { order: { kind: 'stages', sizes }, source });
  }
  const values = steps.map(parsedElement);
  const graph =
    own(object, 'edges') === undefined
      ? null
      : outlineOfGraph({ ...leftOf(object, new Set(['steps'])), nodes: values });
  return graph ?? outline(entriesOf(values, '/steps'), { source });
}

function withProblem(inner: Outline, found: Diagnostic): Outline {
  return { ...inner, problems: [...inner.problems, found] };
}

function edgesOutside(): Diagnostic {
  const message = 'The edges stand outside of the plan that they belong to.';
  return problem('EDGE_UNREADABLE', message, 'Put "edges" beside "nodes" or "steps".', { field: '/edges' });
}

function withRepair(inner: Outline, repair: string): Outline {
  return { ...inner, repairs: [repair, ...inner.repairs] };
}

/** Whether a value has the shape of a plan, as steps or as a machine (P4): judging one costs far more than this look at it. */
export function isPlanShaped(value: Json): boolean {
  return outlineOf(value) !== null || machineDraftOf(value, new Map()) !== null;
}
