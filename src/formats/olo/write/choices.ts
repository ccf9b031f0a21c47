import type { JsonObject } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { objectAt } from '../../common/fields';
import { caseOf, readOfTruth } from '../conditions';
import { params } from './params';
import type { Step } from './steps';
import { keptOf, leaveOut, nameOf, nodeOf, readVariable, type Writing } from './writing';

/** Writes steps as one node of theirs, which is what a way, a body or a branch holds. */
export type WriteAsOne = (steps: readonly Step[], name: string) => readonly JsonObject[];

export function writeIf(writing: Writing, node: NodeOf<'IF'>, step: Step, asOne: WriteAsOne): JsonObject {
  const { condition } = node.params;
  const variable = readVariable(readOfTruth(condition) ?? '');
  if (variable === undefined && condition !== 'true') {
    const message = `The condition of "${node.id}" is an expression: their engine reads one variable, and takes "then" without one.`;
    leaveOut(writing, node.id, message, 'Compute it into a variable before.', '/params/condition');
  }
  const test =
    variable !== undefined
      ? { conditionVariable: nameOf(writing, variable) }
      : condition === 'true'
        ? {}
        : { expression: condition };
  const ways = new Map(step.ways);
  const then = asOne(ways.get('then') ?? [], `${node.id}-then`);
  const otherwise = asOne(ways.get('else') ?? [], `${node.id}-else`);
  const nothing = then.length === 0 && otherwise.length > 0 ? [empty(`${node.id}-then`)] : [];
  return nodeOf(writing, node, 'IF', {
    params: params(node, test),
    children: [...then, ...nothing, ...otherwise],
  });
}

function empty(id: string): JsonObject {
  return { id, type: 'SEQUENCE', children: [] };
}

export function writeSwitch(
  writing: Writing,
  node: NodeOf<'SWITCH'>,
  step: Step,
  write: (steps: readonly Step[]) => readonly JsonObject[],
): JsonObject {
  const ways = new Map(step.ways);
  const cases = node.params.cases.map(({ id, when }) => ({
    id,
    of: caseOf(when),
    steps: ways.get(id) ?? [],
  }));
  const read = cases.find((one) => one.of !== undefined)?.of?.read;
  const variable = read === undefined ? undefined : readVariable(read);
  const kept = objectAt(keptOf(node), 'cases');
  const children = cases.map(({ id, of, steps }) => {
    const own = objectAt(kept, id) ?? {};
    const { caseValue, params: more, ...rest } = own;
    const value = of?.read === read && of !== undefined ? of.value : caseValue;
    if (of === undefined && caseValue === undefined) {
      const message = `The case "${id}" of "${node.id}" is an expression: theirs is a value of one variable.`;
      leaveOut(writing, node.id, message, 'Compare one variable with values.', '/params/cases');
    }
    const given = {
      ...(value === undefined ? {} : { caseValue: value }),
      ...(objectAt({ more: more ?? null }, 'more') ?? {}),
    };
    return {
      id,
      type: 'CASE',
      ...rest,
      ...(Object.keys(given).length === 0 ? {} : { params: given }),
      children: write(steps),
    };
  });
  if (node.params.all === true)
    leaveOut(
      writing,
      node.id,
      `"${node.id}" takes every case that matches; theirs the first.`,
      'Split it.',
      '/params/all',
    );
  if ((ways.get('default') ?? []).length > 0)
    leaveOut(
      writing,
      node.id,
      `What "${node.id}" does by default is left out: theirs goes on.`,
      'Make it a case.',
      '/params/cases',
    );
  const given = variable === undefined ? {} : { switchVariable: nameOf(writing, variable) };
  return nodeOf(writing, node, 'SWITCH', { params: given, children });
}

/** A choice that was a TOOL_ROUTER: its routes are children that hold their value among their parameters. */
export function writeRouter(
  writing: Writing,
  node: NodeOf<'SWITCH'>,
  step: Step,
  asOne: WriteAsOne,
): JsonObject {
  const ways = new Map(step.ways);
  const kept = objectAt(keptOf(node), 'cases');
  const cases = node.params.cases.map(({ id, when }) => ({ id, of: caseOf(when) }));
  const read = cases.find((one) => one.of !== undefined)?.of?.read;
  const variable = read === undefined ? undefined : readVariable(read);
  const children = cases.flatMap(({ id, of }) => {
    const own = objectAt(kept, id) ?? {};
    const key = 'toolValue' in own ? 'toolValue' : 'caseValue';
    const value = of?.value ?? own[key];
    return asOne(ways.get(id) ?? [], `${node.id}-${id}`).map((child) => ({
      ...child,
      ...(value === undefined ? {} : { params: { [key]: value, ...(objectAt(child, 'params') ?? {}) } }),
    }));
  });
  const given = variable === undefined ? {} : { inputVariable: nameOf(writing, variable) };
  return nodeOf(writing, node, 'TOOL_ROUTER', { params: given, children });
}

/** A router whose one route is always taken. */
export function writeOnlyRoute(
  writing: Writing,
  node: PlanNode,
  children: readonly JsonObject[],
): JsonObject {
  const only = objectAt(objectAt(keptOf(node), 'cases'), 'only') ?? {};
  const routes = children.map((child) => {
    const params = { ...only, ...objectAt(child, 'params') };
    return Object.keys(params).length === 0 ? child : { ...child, params };
  });
  return nodeOf(writing, node, 'TOOL_ROUTER', { children: routes });
}
