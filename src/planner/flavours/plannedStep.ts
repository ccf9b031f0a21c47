import {
  canonicalJson,
  type Diagnostic,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  problem,
  type Result,
  withTexts,
} from '#base';
import { compileExpression, evaluate, type Hole, holesIn, type RulesPlanner } from '#plan';
import { readQuestion } from '#question';
import type { PlannerState } from '../contracts';

/** A step as a rules or HTN planner's document writes it. */
type StepTemplate = RulesPlanner['rules'][number]['steps'][number];

/**
 * Makes a node of ours from a step's template. The id is the template's while it is free, then with a number; without
 * one it is `step-n` (R13).
 *
 * @param taken ids of steps that are there besides those before it
 */
export function plannedStep(
  template: StepTemplate,
  values: JsonObject,
  before: readonly JsonObject[],
  taken: readonly string[] = [],
): Result<JsonObject, Diagnostic> {
  const scope = { values, previous: idOf(before.at(-1)) };
  const input = fillWhilePlanning(template.input ?? null, scope);
  if (!input.ok) return input;
  const name = fillLabel(template.name ?? '', scope);
  if (!name.ok) return name;
  return ok({
    id: freeId(template.id, new Set([...before.map(idOf), ...taken])),
    type: 'CAPABILITY',
    ...(name.value === '' ? {} : { name: name.value }),
    params: { capability: template.capability },
    ...(template.input === undefined ? {} : { input: input.value }),
    ...(template.output === undefined ? {} : { output: { ...template.output } }),
  });
}

/** What a step does, whatever it is called. */
export function workOf({ params, input, output }: JsonObject): string {
  return canonicalJson([params ?? null, input ?? null, output ?? null]);
}

/** A chain in order (R13). */
export function chainOf(nodes: readonly JsonObject[]): JsonObject {
  const edges = nodes
    .slice(1)
    .map((node, index) => ({ from: idOf(nodes[index]) ?? '', to: idOf(node) ?? '' }));
  return { nodes, edges };
}

function idOf(node: JsonObject | undefined): string | null {
  return typeof node?.id === 'string' ? node.id : null;
}

function freeId(wanted: string | undefined, taken: ReadonlySet<string | null>): string {
  if (wanted !== undefined && !taken.has(wanted)) return wanted;
  let number = wanted === undefined ? 1 : 2;
  while (taken.has(`${wanted ?? 'step'}-${number}`)) number++;
  return `${wanted ?? 'step'}-${number}`;
}

/** What a template or condition of a rules or HTN planner reads while it plans. */
const PLANNING_NAMES: readonly string[] = 'goal transcript memory variables catalogue writable limits'.split(
  ' ',
);

/** Where a template is filled: the planning-time values, and the id of the step planned just before. */
interface PlanningScope {
  readonly values: JsonObject;
  readonly previous: string | null;
}

/** A hole is filled while planning, or left for the run. */
type Filled =
  | { readonly when: 'now'; readonly value: Json }
  | { readonly when: 'later'; readonly text: string };

const PREVIOUS = /\bsteps\[\s*previous\s*\]/g;

/**
 * Fills a step's template while planning. A `{{ hole }}` that reads only the planning-time names is filled now; one
 * that reads none of them (`steps["load"].rows`, a variable of the plan) is left for the run; one that reads both is
 * refused, since no moment knows both (`HOLE_MIXED`). `steps[previous]` stands for the step planned just before and
 * is written out with that step's id.
 *
 * What is filled in is data: braces in it are written so that the run reads them as text (case C6).
 *
 * @example fillWhilePlanning('{{ memory.n }} of {{ steps["a"].rows }}', …) // '3 of {{ steps["a"].rows }}'
 */
function fillWhilePlanning(template: Json, scope: PlanningScope): Result<Json, Diagnostic> {
  if (typeof template === 'string') return fillText(template, scope);
  if (Array.isArray(template)) return all(template, (item) => fillWhilePlanning(item, scope));
  if (!isJsonObject(template)) return ok(template);
  const keys = Object.keys(template);
  const values = all(Object.values(template), (item) => fillWhilePlanning(item, scope));
  return values.ok ? ok(Object.fromEntries(keys.map((key, at) => [key, values.value[at] ?? null]))) : values;
}

/** Fills a name, which the run never reads: every hole must be known now, and text stays as it is. */
function fillLabel(template: string, scope: PlanningScope): Result<string, Diagnostic> {
  const pieces = piecesOf(template);
  if (!pieces.ok) return pieces;
  return joined(pieces.value, (hole) => {
    const filled = fillHole(hole, scope);
    if (!filled.ok) return filled;
    return filled.value.when === 'now' ? ok(plain(filled.value.value)) : err(notKnown(hole.source.trim()));
  });
}

function fillText(template: string, scope: PlanningScope): Result<Json, Diagnostic> {
  const pieces = piecesOf(template);
  if (!pieces.ok) return pieces;
  const [only] = pieces.value;
  if (pieces.value.length === 1 && typeof only === 'object') {
    const filled = fillHole(only, scope);
    if (!filled.ok) return filled;
    return ok(filled.value.when === 'now' ? withTexts(filled.value.value, literalText) : filled.value.text);
  }
  return joined(pieces.value, (hole) => {
    const filled = fillHole(hole, scope);
    if (!filled.ok) return filled;
    return ok(filled.value.when === 'now' ? literalText(plain(filled.value.value)) : filled.value.text);
  });
}

/** What is written, and what stands for each hole, as one text. */
function joined(
  pieces: readonly (string | Hole)[],
  ofHole: (hole: Hole) => Result<string, Diagnostic>,
): Result<string, Diagnostic> {
  const texts = all(pieces, (piece) => (typeof piece === 'string' ? ok(piece) : ofHole(piece)));
  return texts.ok ? ok(texts.value.join('')) : texts;
}

function piecesOf(template: string): Result<readonly (string | Hole)[], Diagnostic> {
  const pieces = holesIn(template);
  return pieces.ok ? pieces : err(unclosed(pieces.problem));
}

function fillHole(hole: Hole, scope: PlanningScope): Result<Filled, Diagnostic> {
  const source = hole.source.trim();
  if (scope.previous === null && source.search(PREVIOUS) >= 0) return err(noPrevious(source));
  const written = source.replace(PREVIOUS, () => `steps[${JSON.stringify(scope.previous)}]`);
  const expression = compileExpression(written);
  if (!expression.ok) return expression;
  const read = expression.value.references;
  const known = [...read.variables].filter((name) => PLANNING_NAMES.includes(name));
  const later = read.steps.size + read.variables.size - known.length;
  if (later > 0) {
    return known.length > 0 ? err(mixed(source)) : ok({ when: 'later', text: `{{ ${written} }}` });
  }
  const value = evaluate(expression.value, scope.values);
  return value.ok ? ok({ when: 'now', value: value.value }) : err(failed(source, value.problem.message));
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

function all<From, To>(
  items: readonly From[],
  one: (item: From) => Result<To, Diagnostic>,
): Result<readonly To[], Diagnostic> {
  const values: To[] = [];
  for (const item of items) {
    const value = one(item);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
}

function unclosed(offset: number): Diagnostic {
  return problem('TEMPLATE_INVALID', 'A {{ is never closed.', 'Close it with }}.', { offset });
}

function noPrevious(source: string): Diagnostic {
  return problem(
    'NO_PREVIOUS_STEP',
    `{{ ${source} }} reads the step before, and this is the first one.`,
    'Put a step before it, or read something else.',
  );
}

function mixed(source: string): Diagnostic {
  return problem(
    'HOLE_MIXED',
    `{{ ${source} }} reads what is known while planning and what is known only in the run.`,
    `Split it in two. Known while planning are ${PLANNING_NAMES.join(', ')}.`,
  );
}

function notKnown(source: string): Diagnostic {
  return problem(
    'NAME_NOT_KNOWN',
    `{{ ${source} }} stands in a name, and is known only in the run.`,
    `Names may read ${PLANNING_NAMES.join(', ')}.`,
  );
}

function failed(source: string, reason: string): Diagnostic {
  return problem(
    'EXPRESSION_ERROR',
    `{{ ${source} }} has no value: ${reason}`,
    'Fix the template of the planner.',
  );
}

/** Braces that would open a hole: a pair, or a single one at an edge, where it could meet another. */
const OPENING = /\{\{|^\{|\{$/g;

/**
 * Writes a text so that a template gives it back unchanged: what a person typed into a goal is never read as an
 * expression later (case C6).
 *
 * @example literalText('a {{ b }}') // 'a {{ "\\u007b\\u007b" }} b }}'
 */
export function literalText(text: string): string {
  return text.includes('{')
    ? text.replace(OPENING, (braces) => `{{ "${'\\u007b'.repeat(braces.length)}" }}`)
    : text;
}

/**
 * What conditions and templates of a planner's document read (P12): goal, transcript, memory with the reading of the
 * goal at `memory.question`, variables, the ids of the allowed capabilities, what may be written, limits.
 */
export function planningValues(state: PlannerState): JsonObject {
  return {
    goal: state.goal,
    transcript: state.transcript.map(({ role, text }) => ({ role, text })),
    memory: { ...state.memory, question: readQuestion(state.goal, state.memory) },
    variables: state.variables,
    catalogue: Object.fromEntries([...state.catalogue].map(([id, { description }]) => [id, description])),
    writable: state.writable,
    limits: { maxSteps: state.limits.maxSteps, maxDepth: state.limits.maxDepth },
  };
}
