import {
  type Address,
  type Diagnostic,
  err,
  isVariableName,
  type Json,
  type JsonArray,
  type JsonObject,
  LIMITS,
  ok,
  own,
  type PersistentMap,
  type Result,
  remembered,
  within,
} from '#base';
import {
  compileExpression,
  compileTemplate,
  declaredNames,
  evaluate,
  fill,
  fillText,
  type Plan,
  type PlanNode,
  type References,
  type Template,
  type Variable,
} from '#plan';
import type { Draft } from './draft';
import { givenInput, type RunError } from './fact';
import type { Frame, NodeRef, ResolvedInput, Sight } from './frame';
import type { RunState } from './state';
import { addressesOf } from './work';

/** Names and declarations of the plan that runs; dynamic plans read and write the same ones (R13). */
export function declaredIn(plan: Plan): ReadonlyMap<string, Variable> {
  return remembered(DECLARED, plan, declarationsOf);
}

function declarationsOf({ variables }: Plan): ReadonlyMap<string, Variable> {
  return new Map(variables === 'open' ? [] : variables.map((variable) => [variable.id, variable]));
}

const DECLARED = new WeakMap<Plan, ReadonlyMap<string, Variable>>();

/** The plan that runs: the first of the closure (K5). */
export function planOf(draft: { readonly start: Draft['start'] }): Plan {
  const plan = draft.start.closure.plans[0];
  if (plan === undefined) throw new Error('A run needs a plan.');
  return plan;
}

/** The scope of the innermost SUB_PLAN around a frame, or its own; undefined in the plan that was started. */
export function instanceAround(draft: Draft, frame: Sight): Sight | undefined {
  for (let at: Sight | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    if (at.instance !== null) return at;
  }
  return undefined;
}

/** The plan whose variables a frame reads and writes: of the innermost SUB_PLAN around it, else of the run (L1). */
export function planAt(draft: Draft, frame: Sight): Plan {
  const id = instanceAround(draft, frame)?.instance?.plan;
  return draft.start.closure.plans.find((plan) => plan.id === id) ?? planOf(draft);
}

/** The variables of that plan, without layers. */
export function variablesOf(draft: Draft, frame: Sight): PersistentMap<Json> {
  return instanceAround(draft, frame)?.instance?.variables ?? draft.variables;
}

/**
 * The value of a variable as a frame sees it: of the innermost layer that holds it, else of the plan (R20).
 * A declared variable that nothing was written to reads null; a name that nobody declared is undefined.
 */
export function readVariable(draft: Draft, frame: Sight, name: string): Json | undefined {
  for (let at: Sight | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    const value = seenIn(draft, at, name);
    if (value !== undefined) return value;
    if (at.instance !== null) break;
  }
  const value = variablesOf(draft, frame).get(name);
  if (value !== undefined) return value;
  const plan = planAt(draft, frame);
  return plan.variables === 'open' || declaredIn(plan).has(name) ? null : undefined;
}

/** The value that a frame itself gives a name: a local one, or what was written to its layers. */
function seenIn(draft: Draft, frame: Sight, name: string): Json | undefined {
  const { layer, locals } = frame;
  const written = layer?.get(name);
  // A null that was written is a value.
  const value = written === undefined && locals !== null ? own(locals, name) : written;
  return value === undefined ? attemptAround(draft, frame)?.get(name) : value;
}

/** The layer of the attempt that a frame lies in, where that has one. */
function attemptAround(draft: Draft, { tried, parent }: Sight): PersistentMap<Json> | null {
  return tried && parent !== null ? draft.layerOf(parent) : null;
}

/** The scopes whose names a frame sees, besides the variables of its plan: the innermost first. */
function seenFrom(draft: Draft, frame: Sight): readonly Sight[] {
  const seen: Sight[] = [];
  for (let at: Sight | undefined = frame; at !== undefined; at = parentOf(draft, at)) {
    seen.push(at);
    if (at.instance !== null) break;
  }
  return seen;
}

/** Writes into the innermost layer around a frame, else to the variables of its plan (R20, V2). */
export function writeVariable(draft: Draft, from: Sight, by: Address, variable: string, value: Json): void {
  const told = originsToTell(draft, from, variable);
  for (let at: Sight | undefined = from; at !== undefined; at = parentOf(draft, at)) {
    if (at.layer !== null || (at.tried && writeToAttempt(draft, at, variable, value))) {
      // The frame itself may have been written to since it was looked up.
      const own = at.layer === null ? null : draft.change(at.id);
      if ((own?.kind === 'body' || own?.kind === 'background') && own.layer !== null)
        own.layer = own.layer.set(variable, value);
      draft.emit({ address: by, data: { ...told, value, variable }, kind: 'variable.layered' });
      return;
    }
    if (at.instance !== null) {
      const own = draft.change(at.id);
      if ((own.kind === 'instance' || own.kind === 'background') && own.instance !== null)
        own.instance = { ...own.instance, variables: own.instance.variables.set(variable, value) };
      draft.emit({
        address: by,
        data: { ...told, of: at.address, value, variable },
        kind: 'variable.written',
      });
      return;
    }
  }
  draft.variables = draft.variables.set(variable, value);
  draft.emit({ address: by, data: { ...told, value, variable }, kind: 'variable.written' });
}

/** P15: where what is written to a variable came from, for its entry. */
function originsToTell(
  draft: Draft,
  from: Pick<Frame, 'id' | 'parent'>,
  variable: string,
): { from?: readonly Address[] } {
  if (!draft.has('originsTold')) return NOTHING_TOLD;
  const origins = planFrame(draft, from)?.origins.get(variable);
  return origins === undefined ? NOTHING_TOLD : { from: addressesOf(origins) };
}

const NOTHING_TOLD = {};

/** The scope whose plan's variables a scope reads and writes. */
export function planFrame(draft: Draft, from: Pick<Frame, 'id' | 'parent'>): Frame | undefined {
  for (
    let at = draft.frames.get(from.id) ?? parentOf(draft, from);
    at !== undefined;
    at = parentOf(draft, at)
  ) {
    if (isOfPlan(at)) return at;
  }
  return undefined;
}

/** Whether variables of a plan lie in a scope, and not around it. */
export function isOfPlan({ kind, parent }: Frame): boolean {
  return kind === 'instance' || parent === null;
}

/** Writes into the layer of the attempt that a frame lies in; false where there is none. */
function writeToAttempt(draft: Draft, frame: Sight, variable: string, value: Json): boolean {
  const { parent } = frame;
  const layer = attemptAround(draft, frame);
  if (layer === null || parent === null) return false;
  draft.setActive(parent, { ...draft.active(parent), layer: layer.set(variable, value) });
  return true;
}

/** All variables that a frame sees, names in order of their code units: what a planner or JSONata is given. */
export function visibleVariables(draft: Draft, frame: Sight): JsonObject {
  const names = new Set(declaredIn(planAt(draft, frame)).keys());
  for (const name of variablesOf(draft, frame).keys()) names.add(name);
  for (const at of seenFrom(draft, frame)) {
    for (const name of at.layer?.keys() ?? []) names.add(name);
    for (const name of Object.keys(at.locals ?? {})) names.add(name);
    for (const name of attemptAround(draft, at)?.keys() ?? []) names.add(name);
  }
  const visible: Record<string, Json> = {};
  for (const name of [...names].sort()) visible[name] = readVariable(draft, frame, name) ?? null;
  return visible;
}

/** Names that hold a value and that nobody declared: a planner has injected them (V1). */
export function injectedNames(draft: Draft, frame: Sight): readonly string[] {
  const declared = declaredIn(planAt(draft, frame));
  const locals = localsAround(draft, frame);
  return Object.keys(visibleVariables(draft, frame)).filter(
    (name) => !declared.has(name) && !locals.has(name),
  );
}

/** Names of the items and rounds that a frame lies in, which are no variables (L9). */
export function localsAround(draft: Draft, frame: Sight): ReadonlySet<string> {
  return new Set(seenFrom(draft, frame).flatMap(({ locals }) => Object.keys(locals ?? {})));
}

/**
 * The variables of a run's plan, declared and injected, names in order of their code units: null where nothing was
 * ever written, and without what open branches hold in layers (R20).
 */
export function runVariables({ start, variables }: RunState): JsonObject {
  const plan = planOf({ start });
  const declared = plan.kind === 'capability' ? declaredNames(plan) : plan.variables.map(({ id }) => id);
  const names = new Set([...declared, ...variables.keys()]);
  return Object.fromEntries([...names].sort().map((name) => [name, variables.get(name) ?? null]));
}

/**
 * An active container as its contents see it, for what it evaluates itself between them: the conditions of a LOOP, or
 * the `output` of an attempt that may still be dropped.
 */
export function fromInside(draft: Draft, container: NodeRef, locals: JsonObject | null = null): Sight {
  const around = draft.frame(container.frame);
  return { ...around, layer: draft.layerOf(container), locals, tried: false, parent: container };
}

/** A container writes itself: into the layer of its attempt where it has one, else where its scope's nodes write. */
export function writeByContainer(draft: Draft, container: NodeRef, variable: string, value: Json): void {
  const { address, layer } = draft.active(container);
  if (layer === null) {
    writeVariable(draft, draft.frame(container.frame), address, variable, value);
    return;
  }
  draft.setActive(container, { ...draft.active(container), layer: layer.set(variable, value) });
  const told = originsToTell(draft, draft.frame(container.frame), variable);
  draft.emit({ address, data: { ...told, value, variable }, kind: 'variable.layered' });
}

/**
 * A container has come to its end with these writes. Where its attempt has a layer they wait there, because its `output`
 * may still fail the attempt (R12): they are entries when the layer is kept.
 */
export function writeAtEnd(draft: Draft, container: NodeRef, variable: string, value: Json): void {
  const active = draft.active(container);
  if (active.layer === null) writeByContainer(draft, container, variable, value);
  else draft.setActive(container, { ...active, layer: active.layer.set(variable, value) });
}

/** What the layers around a frame and its local names say now; null where there are none. */
export function snapshotOf(draft: Draft, frame: Sight): JsonObject | null {
  const seen: Record<string, Json> = {};
  for (const at of seenFrom(draft, frame)) {
    for (const names of [at.layer ?? [], Object.entries(at.locals ?? {}), attemptAround(draft, at) ?? []]) {
      for (const [name, value] of names) if (!Object.hasOwn(seen, name)) seen[name] = value;
    }
  }
  return Object.keys(seen).length === 0 ? null : seen;
}

/** Whether a name is one of the plan's variables, which a merge may write (R21). */
export function isVariable(draft: Draft, frame: Sight, name: string): boolean {
  const plan = planAt(draft, frame);
  return plan.variables === 'open' ? isVariableName(name) : declaredIn(plan).has(name);
}

/** Writes of a layer, in the order of their names. */
export function writesOf(layer: PersistentMap<Json> | null): readonly (readonly [string, Json])[] {
  if (layer === null || layer.size === 0) return [];
  return [...layer].sort(byName);
}

/** The members of a result that can be variables, in the order of their names. */
export function writesIn(result: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(result)
    .filter(([name]) => isVariableName(name))
    .sort(byName);
}

/** Sorts by name, in the order of code units; no two names are the same. */
export function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The frame around a frame. */
export function parentOf(draft: Draft, frame: Pick<Frame, 'parent'>): Frame | undefined {
  return frame.parent === null ? undefined : draft.frames.get(frame.parent.frame);
}

/** The scope of the innermost dynamic plan around a frame; undefined in the plan that was started. */
export function dynamicAround(draft: Draft, frame: Pick<Frame, 'plan'>): Frame | undefined {
  return frame.plan === null ? undefined : draft.frames.get(frame.plan);
}

type Value = Result<Json, RunError>;
type Input = ResolvedInput['input'];
type Extra = readonly (readonly [name: string, value: Json])[];

/**
 * The input of a node, resolved now (R20, V3): `"*"` is all variables; absent is undefined. What a person has put in at the point of a
 * fork comes before it (D3). Budget, guards, pins and the node itself ask for it while the node is let in: it is resolved once, as long
 * as no entry says that anything has changed.
 */
export function resolveInput(draft: Draft, frame: Sight, node: PlanNode): Input {
  const after = draft.entries.length;
  const known = draft.resolved;
  if (known?.after === after && known.frame === frame && known.node === node) return known.input;
  const input = inputNow(draft, frame, node);
  draft.resolved = { after, frame, node, input };
  return input;
}

function inputNow(draft: Draft, frame: Sight, node: PlanNode): Input {
  const given = draft.start.reuse && givenInput(draft.start, within(frame.address, node.id));
  if (given !== undefined) return ok(given.input);
  const { input } = node;
  if (input === undefined) return ok(undefined);
  if (input === '*') return ok(visibleVariables(draft, frame));
  return fillTemplate(draft, frame, input, [], 'input');
}

/** Fills a template with what a frame sees, and with a few names more. `field` is what it is of its node, where that can be told. */
export function fillTemplate(
  draft: Draft,
  frame: Sight,
  template: Json,
  extra: Extra = [],
  field?: string,
): Value {
  if (!hasHoles(template)) return ok(template);
  const prepared = preparedTemplate(template);
  if (!prepared.ok) return err(expressionError(prepared.problem[0]));
  const filled = fill(
    prepared.value,
    scopeFor(draft, frame, prepared.value.references, extra),
    draft.has('handles'),
  );
  return filled.ok ? filled : err(placed(draft, runError(filled.problem), field, filled.problem.field));
}

/** The same, but always text (V3): goals, messages, prompts. */
export function fillTextIn(
  draft: Draft,
  frame: Sight,
  text: string,
  extra: Extra = [],
): Result<string, RunError> {
  if (!hasHoles(text)) return ok(text);
  const prepared = compileTemplate(text);
  if (!prepared.ok) return err(expressionError(prepared.problem[0]));
  const filled = fillText(
    prepared.value,
    scopeFor(draft, frame, prepared.value.references, extra),
    draft.has('handles'),
  );
  return filled.ok ? filled : err(runError(filled.problem));
}

/** The value of a CEL expression over what a frame sees, and a few names more. */
export function evaluateIn(draft: Draft, frame: Sight, source: string, extra: Extra = []): Value {
  const expression = compileExpression(source);
  if (!expression.ok) return err(expressionError(expression.problem));
  const value = evaluate(
    expression.value,
    scopeFor(draft, frame, expression.value.references, extra),
    draft.has('handles'),
  );
  return value.ok ? value : err(runError(value.problem));
}

/** A condition must be true or false; anything else is an error that names it (V3). */
export function holds(
  draft: Draft,
  frame: Sight,
  source: string,
  extra: Extra = [],
): Result<boolean, RunError> {
  const value = evaluateIn(draft, frame, source, extra);
  if (!value.ok) return value;
  if (typeof value.value === 'boolean') return ok(value.value);
  return err({
    code: 'EXPRESSION_ERROR',
    message: `The condition "${source}" is neither true nor false.`,
    help: 'Compare the value with something, so that the condition is true or false.',
  });
}

/** The names that an expression asks for, and no others: a step costs nothing for variables it does not touch. */
function scopeFor(draft: Draft, frame: Sight, refs: References, extra: Extra): ReadonlyMap<string, Json> {
  const scope = new Map<string, Json>();
  for (const name of refs.variables) {
    const value = readVariable(draft, frame, name);
    if (value !== undefined) scope.set(name, value);
  }
  if (refs.steps.size > 0 || refs.variables.has('steps')) {
    const steps = stepResults(draft, frame, refs.variables.has('steps') ? null : refs.steps);
    if (steps !== null) scope.set('steps', steps);
  }
  for (const [name, value] of extra) scope.set(name, value);
  return scope;
}

/** `steps["id"]`: results of the dynamic plan around a frame (R13); null outside of one. */
export function stepResults(draft: Draft, frame: Sight, ids: ReadonlySet<string> | null): JsonObject | null {
  const results = dynamicAround(draft, frame)?.results;
  if (results === undefined) return null;
  const steps: Record<string, Json> = {};
  for (const id of ids ?? results.keys()) {
    const result = results.get(id);
    if (result !== undefined) steps[id] = result;
  }
  return steps;
}

type Prepared = Result<Template, readonly Diagnostic[]>;
type Composed = JsonArray | JsonObject;

const TEMPLATES = new WeakMap<Composed, Prepared>();

function preparedTemplate(template: Json): Prepared {
  if (typeof template !== 'object' || template === null) return compileTemplate(template);
  return remembered(TEMPLATES, template, compileTemplate);
}

const HOLES = new WeakMap<Composed, boolean>();

function hasHoles(template: Json): boolean {
  if (typeof template === 'string') return template.includes('{{');
  if (typeof template !== 'object' || template === null) return false;
  return remembered(HOLES, template, hasHolesInside);
}

function hasHolesInside(template: Composed): boolean {
  return Object.values(template).some(hasHoles);
}

function expressionError(diagnostic: Diagnostic | undefined): RunError {
  return {
    code: 'EXPRESSION_ERROR',
    message: diagnostic?.message ?? 'The expression cannot be read.',
    help: diagnostic?.help ?? 'Mend the expression.',
  };
}

/** K5: an error of a run that was recorded before says no place. */
function placed(draft: Draft, error: RunError, field?: string, inside = ''): RunError {
  if (field === undefined || !draft.has('walksPaid')) return error;
  return { ...error, where: { field: `${field}${inside}` } };
}

function runError(problem: { readonly code: string; readonly message: string }): RunError {
  return { code: problem.code, message: problem.message };
}

/** Why a value is not taken that `notJsonAt` has refused: what it is or does, as the rest of a sentence (T4, V4). */
export function whyNotJson(offence: string): string {
  const levels = offence.split('/').length - 1;
  return levels < LIMITS.jsonDepth
    ? `is not JSON at ${offence}`
    : `lies deeper than ${LIMITS.jsonDepth} levels of JSON`;
}
