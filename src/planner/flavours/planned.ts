import {
  type Diagnostic,
  err,
  isJsonObject,
  itemsIn,
  type Json,
  type JsonObject,
  objectsIn,
  ok,
  own,
  problem,
  type Result,
  withoutEnd,
} from '#base';
import { type Body, compileExpression, evaluate, type PlannerDocument } from '#plan';
import type { PlannerState } from '../contracts';

/** What a planner without a model made: a plan, or in plain words why there is none. */
export interface Planned {
  readonly verdict: 'accepted' | 'refused';
  readonly plan: Body | null;
  readonly problems: readonly Diagnostic[];
  /** HTN: the decomposition as a tree; rules: which fired. For reading only. */
  readonly trace: Json;
  /** It knows other ways, and is to be asked for one when a step fails (P12). */
  readonly knowsOthers?: boolean;
  /** Which planner made it: what the interface says plainly (A5). */
  readonly madeBy: string;
}

/** How many tables or columns an answer names before it says "and more". */
const MOST_NAMED = 8;

/**
 * The plain "I cannot plan this" (E8): the reasons in the message, and in the help what can be planned, from the
 * planner's own descriptions and the tables and documents at hand.
 */
export function cannotPlan(
  reasons: readonly string[],
  abilities: readonly string[],
  state: PlannerState,
): Diagnostic {
  const because = reasons.map((reason) => withoutEnd(reason, isStop)).filter((reason) => reason !== '');
  const message =
    because.length > 0 ? stopped(`I cannot plan this: ${because.join('; ')}`) : 'I cannot plan this.';
  return problem('CANNOT_PLAN', message, helpOf(abilities, state));
}

function isStop(character: string): boolean {
  return character === '.' || character.trim() === '';
}

/** A reason may end in a question. */
function stopped(sentence: string): string {
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}

function helpOf(abilities: readonly string[], state: PlannerState): string {
  const can = abilities.map((ability) => withoutEnd(ability, isStop)).filter((ability) => ability !== '');
  const parts = [
    can.length > 0 ? `What I can plan: ${can.join('; ')}.` : '',
    atHand('Tables at hand', objectsIn(state.memory.tables).map(tableInWords)),
    atHand('Documents at hand', objectsIn(state.memory.documents).map(nameOf)),
  ].filter((part) => part !== '');
  return parts.join(' ') || 'This planner has no rule that fits any goal yet.';
}

function atHand(label: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${label}: ${some(names, '; ')}.`;
}

function tableInWords(table: JsonObject): string {
  const columns = objectsIn(table.columns).map(nameOf);
  return columns.length > 0 ? `${nameOf(table)} (${some(columns, ', ')})` : nameOf(table);
}

function nameOf(object: JsonObject): string {
  const name = own(object, 'name');
  return typeof name === 'string' ? name : '';
}

function some(names: readonly string[], separator: string): string {
  const named = names.slice(0, MOST_NAMED).join(separator);
  return names.length > MOST_NAMED ? `${named}${separator}and ${names.length - MOST_NAMED} more` : named;
}

/**
 * Why the reading of the goal came to nothing; empty when it came to something, and for a planner that never looks at
 * that reading.
 *
 * @param values what conditions and templates of planners read, with the reading at `memory.question`
 */
export function reasonsOf(values: JsonObject, document: PlannerDocument): readonly string[] {
  if (!JSON.stringify(document).includes('memory.question')) return [];
  const memory = own(values, 'memory');
  const question = isJsonObject(memory) ? own(memory, 'question') : undefined;
  const reasons = isJsonObject(question) ? own(question, 'reasons') : undefined;
  return itemsIn(reasons).filter((reason) => typeof reason === 'string');
}

/** Why a condition does not hold, and how near it came. */
interface Unmet {
  /** The first part that does not hold, in words. */
  readonly reason: string;
  /** How many parts of `a && b && c` hold before it. */
  readonly held: number;
}

/**
 * Whether a `when` holds (P12): CEL over the planning-time names. A condition that cannot be evaluated, because it
 * reads something that is not there, does not hold, and says why; absent, it always holds.
 */
export function holds(when: string | undefined, values: JsonObject): Result<true, Unmet> {
  if (when === undefined) return ok(true);
  const whole = judge(when, values);
  return whole === null ? ok(true) : err(firstUnmet(when, values) ?? { reason: whole, held: 0 });
}

/** Null when it holds, else why not. */
function judge(condition: string, values: JsonObject): string | null {
  const expression = compileExpression(condition);
  if (!expression.ok) return expression.problem.message;
  const value = evaluate(expression.value, values);
  if (!value.ok) return value.problem.message;
  return value.value === true ? null : `${condition} does not hold`;
}

/** Looks at the parts one by one, where the condition is such a row of parts that can be read by themselves. */
function firstUnmet(when: string, values: JsonObject): Unmet | null {
  const parts = when.split('&&').map((part) => part.trim());
  if (!parts.every((part) => compileExpression(part).ok)) return null;
  const reasons = parts.map((part) => judge(part, values));
  const held = reasons.findIndex((reason) => reason !== null);
  return held < 0 ? null : { reason: reasons[held] ?? '', held };
}
