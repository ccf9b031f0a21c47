import { isJsonObject, type Json, type JsonObject } from '#base';
import {
  type CapabilityPlan,
  compileExpression,
  compileTemplate,
  evaluate,
  fill,
  fillText,
  type PlanNode,
} from '#plan';

type Compute = (variables: JsonObject, result: Json) => Json;

/** What an author would write for the expressions that stand as comments in the module. */
export function expressionOf(
  plan: CapabilityPlan,
  find: (id: string) => PlanNode | undefined,
  key: string,
): Compute | undefined {
  if (key === 'result') return template(plan.result);
  const [, id = '', what = ''] = /^(.*?)\.(.*)$/.exec(key) ?? [];
  const node = find(id);
  if (node === undefined) return undefined;
  if (what === 'input') return template(Reflect.get(node, 'input'));
  if (what === 'output') return outputs(node);
  if (what === 'result') return template(param(node, 'result'));
  if (what === 'template') return template(param(node, 'template'), true);
  const cel = what.startsWith('cases.') ? caseOf(node, what.slice('cases.'.length)) : param(node, what);
  return typeof cel === 'string' ? (variables) => value(cel, variables) : undefined;
}

function template(of: Json | undefined, asText = false): Compute | undefined {
  return of === undefined ? undefined : (variables) => filled(of, variables, asText);
}

function outputs(node: PlanNode): Compute | undefined {
  const into = node.type === 'ITERATOR' ? node.params.collectInto : undefined;
  const output: Record<string, string> = {
    ...(into === undefined ? {} : { [into]: 'result' }),
    ...Reflect.get(node, 'output'),
  };
  if (Object.keys(output).length === 0) return undefined;
  return (variables, result) =>
    Object.fromEntries(
      Object.entries(output).map(([name, cel]) => [name, value(cel, { ...variables, result })]),
    );
}

function caseOf(node: PlanNode, id: string): Json | undefined {
  const cases = param(node, 'cases');
  return Array.isArray(cases) ? cases.filter(isJsonObject).find((one) => one.id === id)?.when : undefined;
}

function param(node: PlanNode, name: string): Json | undefined {
  const params: unknown = Reflect.get(node, 'params');
  return typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
}

function value(cel: string, variables: JsonObject): Json {
  const compiled = compileExpression(cel);
  const result = compiled.ok ? evaluate(compiled.value, variables) : compiled;
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

function filled(template: Json, variables: JsonObject, asText = false): Json {
  const compiled = compileTemplate(template);
  if (!compiled.ok) throw new Error('template');
  const result = (asText ? fillText : fill)(compiled.value, variables);
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
