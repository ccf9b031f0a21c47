import { isJsonObject, type Json, type JsonObject } from '#base';
import { holesIn } from '../../expressions/template';
import { readPlan } from '../../read/read';
import type { StateMachinePlan } from '../../schema/stateMachine';

/** Fields whose text is CEL, and those whose values are. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['when', 'ms']);
const RECORDS_OF_EXPRESSIONS: ReadonlySet<string> = new Set(['values']);
/** Fields that name a state, or several. */
const NAMES: ReadonlySet<string> = new Set(['initial', 'target', 'defaultNext']);

/**
 * The machine with every reference to a state under its new id: initial states, targets, `inState(…)` in conditions,
 * and `results` in expressions and templates. The state itself has its new id already.
 */
export function renamedState(plan: StateMachinePlan, from: string, to: string): StateMachinePlan {
  const json = JSON.parse(JSON.stringify(plan)) as JsonObject;
  const read = readPlan(inObject(json, { from, to }));
  return read.ok && read.value.kind === 'state-machine' ? read.value : plan;
}

interface Renaming {
  readonly from: string;
  readonly to: string;
}

function inObject(object: JsonObject, name: Renaming): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, inField(key, value, name)]));
}

function inField(key: string, value: Json, name: Renaming): Json {
  if (key === 'source' || key === 'meta') return value;
  if (NAMES.has(key)) return inNames(value, name);
  if (typeof value === 'string')
    return EXPRESSIONS.has(key) ? inExpression(value, name) : inTemplate(value, name);
  const isRecord = RECORDS_OF_EXPRESSIONS.has(key) || (key === 'output' && isRecordOfText(value));
  if (isRecord && isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([variable, text]) => [
        variable,
        typeof text === 'string' ? inExpressionOrTemplate(text, name) : text,
      ]),
    );
  }
  return inside(value, name);
}

function inside(value: Json, name: Renaming): Json {
  if (typeof value === 'string') return inTemplate(value, name);
  if (Array.isArray(value)) return value.map((item: Json) => inside(item, name));
  return isJsonObject(value) ? inObject(value, name) : value;
}

function isRecordOfText(value: Json): boolean {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string');
}

function inNames(value: Json, { from, to }: Renaming): Json {
  if (Array.isArray(value)) return value.map((id: Json) => (id === from ? to : id));
  return value === from ? to : value;
}

/** `output` is CEL in an invocation, a template in a final state. */
function inExpressionOrTemplate(text: string, name: Renaming): string {
  return text.includes('{{') ? inTemplate(text, name) : inExpression(text, name);
}

function inTemplate(text: string, name: Renaming): string {
  if (!text.includes('{{')) return text;
  const pieces = holesIn(text);
  if (!pieces.ok) return text;
  return pieces.value
    .map((piece) => (typeof piece === 'string' ? piece : `{{${inExpression(piece.source, name)}}}`))
    .join('');
}

function inExpression(source: string, { from, to }: Renaming): string {
  const id = from.replaceAll('-', '\\-');
  return source
    .replace(
      new RegExp(`(\\binState\\(\\s*)(["'])${id}\\2`, 'g'),
      (_all, open, quote) => `${open}${quote}${to}${quote}`,
    )
    .replace(
      new RegExp(`(\\bresults\\[\\s*)(["'])${id}\\2`, 'g'),
      (_all, open, quote) => `${open}${quote}${to}${quote}`,
    )
    .replace(new RegExp(`\\bresults\\.${id}(?![\\w])`, 'g'), () => member(to));
}

/** A name with a hyphen would be read as a difference. */
function member(id: string): string {
  return /^\w+$/.test(id) ? `results.${id}` : `results["${id}"]`;
}
