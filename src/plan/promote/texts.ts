import { isJsonObject, isVariableName, type Json, type JsonObject } from '#base';
import { compileExpression, placesOfSteps } from '../expressions/expression';
import { jsonataReadsOf } from '../expressions/jsonata';
import { withHoles } from '../expressions/template';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import { allStates, mapStates } from '../graph/states';
import type { PlanNode } from '../nodes/node';
import { machineSubject, machineTexts } from '../rules/machine/machineSubject';
import { expressionsIn, type LanguageText, readText, textsOf } from '../rules/texts';
import type { Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';

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

/** Every expression of a machine, in document order. */
export function expressionsOfMachine(machine: StateMachinePlan): readonly string[] {
  return machineTexts(machineSubject(machine, null, new Map())).flatMap(({ kind, value }) =>
    expressionsIn({ kind: kind === 'template' ? kind : 'expression', value }).map(({ source }) => source),
  );
}

/** Whether a text reads a variable; what its node calls `result` or `event` there is none. */
function readsVariable(text: LanguageText, name: string): boolean {
  if (text.sees.includes(name)) return false;
  if (text.kind === 'jsonata') return jsonataReadsOf(String(text.value), name).length > 0;
  const read = readText(text);
  return read.ok && read.value.variables.has(name);
}

/** Whether a node by itself reads a variable: in any of its texts, or because a parameter names it. */
export function nodeReads(node: PlanNode, name: string): boolean {
  return (
    namesIn(fieldsOf(node), 'reads').includes(name) || textsOf(node).some((text) => readsVariable(text, name))
  );
}

/** The steps that a text reads (R13), each as often as it does. */
export function stepsReadIn(text: LanguageText): readonly string[] {
  const found: string[] = [];
  withSteps(text, (step) => {
    found.push(step);
    return undefined;
  });
  return found;
}

/** A text with what it reads of steps under other names; undefined leaves a step as it is. */
export function withSteps(text: LanguageText, nameOf: (step: string) => string | undefined): Json {
  if (text.kind === 'template') return withHoles(text.value, (source) => inCel(source, nameOf));
  const source = String(text.value);
  return text.kind === 'jsonata'
    ? replacedAt(source, jsonataReadsOf(source, 'steps'), nameOf)
    : inCel(source, nameOf);
}

function inCel(source: string, nameOf: (step: string) => string | undefined): string {
  const expression = compileExpression(source);
  return expression.ok ? replacedAt(source, placesOfSteps(expression.value), nameOf) : source;
}

const STEP = /steps\s*(?:\[\s*(["'])([^"'\\]*)\1\s*\]|\.\s*([A-Za-z_]\w*))/y;

function replacedAt(
  source: string,
  places: readonly number[],
  nameOf: (step: string) => string | undefined,
): string {
  let text = source;
  for (const at of places.toSorted((one, other) => other - one)) {
    STEP.lastIndex = at;
    const [whole, , quoted, bare] = STEP.exec(text) ?? [];
    const name = whole === undefined ? undefined : nameOf(quoted ?? bare ?? '');
    if (whole !== undefined && name !== undefined)
      text = `${text.slice(0, at)}${name}${text.slice(at + whole.length)}`;
  }
  return text;
}
