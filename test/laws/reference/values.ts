import { isJsonObject, type Json, type JsonObject } from '#base';
import { compileExpression, compileTemplate, evaluate, fill, fillText } from '#plan';
import type { Failure, Layer, PlanInstance, Run, Scope, Turn } from './state';
import { say } from './state';

/** Thrown where a value cannot be had, caught where a node starts or settles (`attempting` in `settle.ts`). */
export class Failed extends Error {
  readonly failure: Failure;
  /** No other attempt of this node can come to something else. */
  readonly isFinal: boolean;
  constructor(code: string, message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
    this.failure = { code, message };
  }

  get forGood(): Failed {
    return new Failed(this.failure.code, this.failure.message, true);
  }
}

function expressionFailed(message: string): Failed {
  return new Failed('EXPRESSION_ERROR', message);
}

/** Where the plan of a scope begins: a SUB_PLAN has variables of its own, a dynamic plan has none (R13). */
export function planScope(scope: Scope): Scope & { plan: PlanInstance } {
  for (let at: Scope | null = scope; at !== null; at = at.owner?.scope ?? null) {
    if (at.plan !== null) return { ...at, plan: at.plan };
  }
  throw new Error('no plan around a scope');
}

/** Layers and names around a scope, innermost first, up to its plan (R20, L9). */
function* around(scope: Scope): Generator<{ layer: Layer | null; locals: JsonObject }> {
  for (let at: Scope | null = scope; at !== null; at = at.plan ? null : (at.owner?.scope ?? null)) {
    yield { layer: at.layer, locals: at.locals };
    if (at.owner?.layer && !at.plan) yield { layer: at.owner.layer, locals: {} };
  }
}

/** The place of a container between what is around it and its scopes: where merges write, and rounds are tested. */
export function insideOf(turn: Turn, locals: JsonObject = {}): Scope {
  return { ...turn.scope, owner: turn, plan: null, layer: null, steps: null, locals };
}

export function readVariable(scope: Scope, name: string): Json | undefined {
  for (const { layer, locals } of around(scope)) {
    // In the background the names are what was seen before, and a write inside comes after that (L2).
    if (layer?.has(name)) return layer.get(name);
    if (Object.hasOwn(locals, name)) return locals[name];
  }
  const { plan, variables } = planScope(scope).plan;
  if (Object.hasOwn(variables, name)) return variables[name];
  return plan.variables.some(({ id }) => id === name) ? null : undefined;
}

/** R20: into the innermost layer, else straight to the plan's variables. */
export function writeVariable(run: Run, from: Scope, by: string, name: string, value: Json): void {
  for (const { layer } of around(from)) {
    if (layer === null) continue;
    layer.set(name, value);
    say(run, `layer ${by} ${name} ${JSON.stringify(value)}`);
    return;
  }
  planScope(from).plan.variables[name] = value;
  say(run, `set ${by} ${name} ${JSON.stringify(value)}`);
}

/** R12, R20: what a container writes when it ends is seen by its `output`; it waits for the success of an attempt. */
export function keep(run: Run, turn: Turn, writes: Iterable<readonly [string, Json]>): void {
  for (const [name, value] of [...writes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (turn.layer) turn.layer.set(name, value);
    else writeVariable(run, turn.scope, turn.address, name, value);
  }
}

/** Names of rounds, items and layers as a scope sees them now. */
export function seenFrom(scope: Scope): JsonObject {
  const seen: Record<string, Json> = {};
  for (const { layer, locals } of [...around(scope)].toReversed()) {
    Object.assign(seen, locals, Object.fromEntries(layer ?? []));
  }
  return seen;
}

/** V3: the names that an expression asks for. */
function namesFor(scope: Scope, names: ReadonlySet<string>, extra: JsonObject): JsonObject {
  const found: Record<string, Json> = {};
  for (const name of names) {
    const value = readVariable(scope, name);
    if (value !== undefined) found[name] = value;
  }
  const steps = stepsAround(scope);
  return { ...found, ...(steps ? { steps } : {}), ...extra };
}

export function stepsAround(scope: Scope): JsonObject | null {
  for (let at: Scope | null = scope; at !== null; at = at.plan ? null : (at.owner?.scope ?? null)) {
    if (at.steps !== null) return at.steps;
  }
  return null;
}

export function evaluated(scope: Scope, source: string, extra: JsonObject = {}): Json {
  const expression = compileExpression(source);
  if (!expression.ok) throw expressionFailed(expression.problem.message);
  const names = expression.value.references.variables;
  const value = evaluate(expression.value, namesFor(scope, names, extra));
  if (!value.ok) throw expressionFailed(value.problem.message);
  return value.value;
}

export function holds(scope: Scope, source: string, extra: JsonObject = {}): boolean {
  const value = evaluated(scope, source, extra);
  if (typeof value === 'boolean') return value;
  throw expressionFailed(`"${source}" is neither true nor false.`);
}

export function filled(scope: Scope, template: Json, asText = false, extra: JsonObject = {}): Json {
  const compiled = compileTemplate(template);
  if (!compiled.ok) throw expressionFailed(compiled.problem[0]?.message ?? '');
  const names = namesFor(scope, compiled.value.references.variables, extra);
  const value = asText ? fillText(compiled.value, names) : fill(compiled.value, names);
  if (!value.ok) throw expressionFailed(value.problem.message);
  return value.value;
}

/** L2, V3: what a node is given. */
export function inputOf(turn: Turn): Json | undefined {
  const { input } = turn.node;
  if (input === undefined) return undefined;
  return filled(turn.scope, input);
}

/** Variable ← expression over `result`, in the order of their names. */
export function outputsOf(turn: Turn, result: Json, given?: string): [string, Json][] {
  const { output = {}, params } = turn.node;
  const variable = given ?? params?.collectInto;
  const into = variable === undefined ? {} : { [variable]: 'result' };
  const sight = turn.layer ? insideOf(turn) : turn.scope;
  return Object.entries<string>({ ...into, ...output })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, source]) => [name, evaluated(sight, source, { result })]);
}

/** R15, V1: what a plan gives when it completes. Throws `OUTPUT_MISSING`. */
export function planOutputs(scope: Scope, ended: Json | undefined): JsonObject {
  const { plan, variables } = planScope(scope).plan;
  const override = ended !== undefined && isJsonObject(ended) ? ended : {};
  const outs = new Set(plan.variables.filter((one) => one.scope === 'OUT').map(({ id }) => id));
  if (plan.result === undefined) {
    const assigned = Object.entries(variables).filter(([id]) => outs.has(id));
    return { ...Object.fromEntries(assigned), ...override };
  }
  const outputs: Record<string, Json> = {};
  for (const [key, template] of Object.entries(plan.result)) {
    if (Object.hasOwn(override, key)) continue;
    const compiled = compileTemplate(template);
    const used = compiled.ok ? compiled.value.references.variables : new Set<string>();
    const missing = [...used].find((name) => outs.has(name) && !Object.hasOwn(variables, name));
    if (missing !== undefined) throw new Failed('OUTPUT_MISSING', missing);
    outputs[key] = filled(scope, template);
  }
  return { ...outputs, ...override };
}
