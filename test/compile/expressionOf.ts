import { isJsonObject, type Json, type JsonObject } from '#base';
import {
  type CapabilityPlan,
  compileExpression,
  compileTemplate,
  evaluate,
  type Feature,
  fill,
  fillText,
  type PlanNode,
} from '#plan';

type Compute = (variables: JsonObject, value: Json, steps: JsonObject) => Json;

/** Where the expressions of a module come from. */
export interface Sources {
  /** The plan of a prefix: `''` is the one that is run. */
  plan(prefix: string): CapabilityPlan | undefined;
  /** A node by its whole name: `sub/look`. */
  node(name: string): PlanNode | undefined;
  feature(id: string): Feature | undefined;
}

/** What an author would write for the expressions that stand as comments in the module. */
export function expressionOf(sources: Sources, key: string): Compute | undefined {
  const [, prefix] = /^(.*\/)?result$/.exec(key) ?? [];
  if (key === 'result' || prefix !== undefined) return resultOf(sources.plan(prefix ?? '')?.result);
  const [, name = '', what = ''] = /^(.*?)\.(.*)$/.exec(key) ?? [];
  if (name.startsWith('feature:')) return ofFeature(sources.feature(name.slice('feature:'.length)), what);
  const node = sources.node(name);
  return node === undefined ? undefined : ofNode(node, what);
}

function ofNode(node: PlanNode, what: string): Compute | undefined {
  if (what === 'input') return template(Reflect.get(node, 'input'));
  if (what === 'output') return outputs(node);
  if (what === 'result') return template(param(node, 'result'));
  if (['template', 'message', 'goal', 'question'].includes(what)) return template(param(node, what), true);
  if (what.startsWith('events.')) return cel(conditionIn(node, 'events', what), 'event');
  if (what.startsWith('cases.')) return cel(conditionIn(node, 'cases', what));
  return cel(param(node, what));
}

function ofFeature(feature: Feature | undefined, what: string): Compute | undefined {
  if (what === 'output') return cel(feature?.output, 'result');
  const of = feature?.input;
  if (of === undefined) return undefined;
  return (variables, shown) => filled(of, { ...variables, ...(isJsonObject(shown) ? shown : {}) });
}

/** Of a plan's result the keys that are asked for. */
function resultOf(mapping: JsonObject | undefined): Compute | undefined {
  if (mapping === undefined) return undefined;
  return (variables, keys) => {
    const wanted = Object.entries(mapping).filter(([key]) => Array.isArray(keys) && keys.includes(key));
    return filled(Object.fromEntries(wanted), variables);
  };
}

function template(of: Json | undefined, asText = false): Compute | undefined {
  return of === undefined ? undefined : (variables, _, steps) => filled(of, { ...variables, steps }, asText);
}

function cel(source: Json | undefined, name = 'result'): Compute | undefined {
  if (typeof source !== 'string') return undefined;
  return (variables, given, steps) => value(source, { ...variables, steps, [name]: given });
}

function outputs(node: PlanNode): Compute | undefined {
  const into =
    node.type === 'ITERATOR'
      ? node.params.collectInto
      : node.type === 'EVENT_WAIT'
        ? node.params.resultVariable
        : undefined;
  const output: Record<string, string> = {
    ...(into === undefined ? {} : { [into]: 'result' }),
    ...Reflect.get(node, 'output'),
  };
  if (Object.keys(output).length === 0) return undefined;
  return (variables, result, steps) =>
    Object.fromEntries(
      Object.entries(output).map(([name, source]) => [name, value(source, { ...variables, steps, result })]),
    );
}

function conditionIn(node: PlanNode, list: string, what: string): Json | undefined {
  const all = param(node, list);
  const id = what.slice(list.length + 1);
  return Array.isArray(all) ? all.filter(isJsonObject).find((one) => one.id === id)?.when : undefined;
}

function param(node: PlanNode, name: string): Json | undefined {
  const params: unknown = Reflect.get(node, 'params');
  return typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
}

function value(source: string, variables: JsonObject): Json {
  const compiled = compileExpression(source);
  const result = compiled.ok ? evaluate(compiled.value, variables) : compiled;
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

function filled(of: Json, variables: JsonObject, asText = false): Json {
  const compiled = compileTemplate(of);
  if (!compiled.ok) throw new Error('template');
  const result = (asText ? fillText : fill)(compiled.value, variables);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
