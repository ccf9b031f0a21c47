import { isJsonObject, isVariableName, type Json, type JsonObject } from '#base';
import { allStates, mapStates } from '../graph/states';
import type { Plan } from '../schema/plan';

/** A value that stands in a plan and could be an input of it. */
export interface Literal {
  /** Id of the node or state in whose input it stands, and its key there. */
  readonly at: string;
  readonly key: string;
  readonly value: Json;
  /** The input that it would be. */
  readonly variable: string;
}

/** P11: texts, numbers and yes or no that steps and states call with, in document order, each with a free name. */
export function literalsOf(plan: Plan): readonly Literal[] {
  const taken = new Set(plan.variables === 'open' ? [] : plan.variables.map(({ id }) => id));
  return inputsOf(plan).flatMap(({ at, input }) =>
    Object.entries(input).flatMap(([key, value]) => {
      if (!isLiteral(value)) return [];
      const variable = freeName(key, at, taken);
      taken.add(variable);
      return [{ at, key, value, variable }];
    }),
  );
}

/** The plan with these of its literals as inputs, whose defaults they are. */
export function withInputs(plan: Plan, chosen: readonly Literal[]): Plan {
  const of = new Map(chosen.map((one) => [`${one.at}/${one.key}`, one]));
  const filled = (at: string, input: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(input).map(([key, value]) => {
        const literal = of.get(`${at}/${key}`);
        return [key, literal === undefined ? value : `{{ ${literal.variable} }}`];
      }),
    );
  const inputs = chosen.map(({ variable, value }) => ({
    id: variable,
    scope: 'IN' as const,
    schema: { type: typeof value },
    default: value,
  }));
  if (plan.kind === 'state-machine') {
    const states = mapStates(plan.states, (state) => {
      const { action } = state;
      return action === undefined || !isJsonObject(action.data ?? null)
        ? state
        : { ...state, action: { ...action, data: filled(state.id, Object(action.data)) } };
    });
    return { ...plan, variables: [...inputs, ...plan.variables], states: [...states] };
  }
  if (plan.variables === 'open') return plan;
  const nodes = plan.nodes.map((node) =>
    isJsonObject(node.input ?? null) ? { ...node, input: filled(node.id, Object(node.input)) } : node,
  );
  return { ...plan, variables: [...inputs, ...plan.variables], nodes };
}

function inputsOf(plan: Plan): readonly { readonly at: string; readonly input: JsonObject }[] {
  const found =
    plan.kind === 'state-machine'
      ? [...allStates(plan.states)].map(({ id, action }) => ({ at: id, input: action?.data ?? null }))
      : plan.nodes.map(({ id, input = null }) => ({ at: id, input }));
  return found.flatMap(({ at, input }) => (isJsonObject(input) ? [{ at, input }] : []));
}

function isLiteral(value: Json): boolean {
  return typeof value === 'string'
    ? !value.includes('{{')
    : typeof value === 'number' || typeof value === 'boolean';
}

function freeName(key: string, at: string, taken: ReadonlySet<string>): string {
  const names = [key, `${at}_${key}`].map((name) => name.replace(/\W/g, '_').slice(0, 56));
  for (const name of names) if (isVariableName(name) && !taken.has(name)) return name;
  let number = 2;
  while (taken.has(`input_${number}`)) number++;
  return `input_${number}`;
}
