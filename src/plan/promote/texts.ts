import type { Json } from '#base';
import { compileExpression, placesOfSteps } from '../expressions/expression';
import { jsonataReadsOf } from '../expressions/jsonata';
import { withHoles } from '../gestures/renameInTexts';
import { fieldsOf, namesIn } from '../graph/fieldsOf';
import type { PlanNode } from '../nodes/node';
import { expressionsIn } from '../rules/expressionsIn';
import { readText } from '../rules/languages';
import { machineSubject } from '../rules/machine/machineSubject';
import { machineTexts } from '../rules/machine/machineTexts';
import { type LanguageText, textsOf } from '../rules/texts';
import type { StateMachinePlan } from '../schema/stateMachine';

/** Every expression of a machine, in document order. */
export function expressionsOfMachine(machine: StateMachinePlan): readonly string[] {
  return machineTexts(machineSubject(machine, null, new Map())).flatMap(({ kind, value }) =>
    expressionsIn({ kind: kind === 'template' ? kind : 'expression', value }).map(({ source }) => source),
  );
}

/** Whether a text reads a variable; what its node calls `result` or `event` there is none. */
export function readsVariable(text: LanguageText, name: string): boolean {
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
