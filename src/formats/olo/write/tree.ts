import type { Diagnostic, JsonObject } from '#base';
import { type Body, type ByType, byType, components, type NodeOf, type PlanNode } from '#plan';
import { textAt } from '../../common/fields';
import { joinOf, nameFields, writeCapability } from './calls';
import { writeIf, writeOnlyRoute, writeRouter, writeSwitch } from './choices';
import { writeDecision, writeToolRouter } from './deciding';
import { joinNode } from './join';
import { strategyOf } from './joins';
import { writeEvaluation, writeReflection } from './judging';
import {
  writeEventWait,
  writeFillTemplate,
  writeIterator,
  writePlanner,
  writeRetry,
  writeSubPlan,
} from './nodes';
import { writeImplied, writeOther, writeTryCatch } from './others';
import { type Step, stepsOf } from './steps';
import { keptOf, nodeOf, type Writing } from './writing';

type Group = NodeOf<'GROUP'>;

/** A body that is no tree stops the writing; caught where a plan is written. */
export class NotATree extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** A body as nodes of theirs, in order. `seconds` is the timeout that they inherit. */
export function writeBody(writing: Writing, body: Body, seconds: number): readonly JsonObject[] {
  const steps = stepsOf(body);
  if (!steps.ok) throw new NotATree(steps.problem);
  return writeSteps(writing, steps.value, seconds);
}

/** Steps in order. What belongs to a JOIN before it is written into that JOIN. */
export function writeSteps(writing: Writing, steps: readonly Step[], seconds: number): readonly JsonObject[] {
  const written: JsonObject[] = [];
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at];
    if (step === undefined) continue;
    const followers: Step[] = [];
    const isJoining =
      step.node !== null && (joinOf(step.node) !== undefined || textAt(keptOf(step.node), 'type') === 'JOIN');
    while (isJoining && isOfJoin(steps[at + 1])) {
      at++;
      const follower = steps[at];
      if (follower !== undefined) followers.push(follower);
    }
    written.push(...writeStep(writing, step, followers, seconds));
  }
  return written;
}

function isOfJoin(step: Step | undefined): boolean {
  return step !== undefined && step.node !== null && textAt(keptOf(step.node), 'of') === 'JOIN';
}

function writeStep(
  writing: Writing,
  step: Step,
  followers: readonly Step[],
  seconds: number,
): readonly JsonObject[] {
  const { node, branches } = step;
  const own = node === null ? [] : writeNode(writing, node, step, followers, seconds);
  if (branches.length === 0) return own;
  const id = node?.id ?? 'start';
  const children = branches.flatMap((branch, index) => asOne(writing, branch, `${id}-${index + 1}`, seconds));
  const fork = { id: `${id}-fork`, type: 'FORK', children };
  return [...own, fork, { id: `${id}-join`, type: 'JOIN', params: { mergeStrategy: 'ALL' } }];
}

/** Steps as one node; none for none. */
function asOne(
  writing: Writing,
  steps: readonly Step[],
  name: string,
  seconds: number,
): readonly JsonObject[] {
  const written = writeSteps(writing, steps, seconds);
  return written.length > 1 ? [{ id: name, type: 'SEQUENCE', children: written }] : written;
}

function bodyAsOne(writing: Writing, body: Body, name: string, seconds: number): readonly JsonObject[] {
  const written = writeBody(writing, body, seconds);
  return written.length > 1 ? [{ id: name, type: 'SEQUENCE', children: written }] : written;
}

/** Where a node is written: in its step, among what belongs to its JOIN, with the timeouts around it and its own. */
interface Place {
  readonly step: Step;
  readonly followers: readonly Step[];
  readonly inherited: number;
  readonly seconds: number;
}

/** What there is a counterpart for. */
const WRITERS: ByType<[writing: Writing, place: Place], readonly JsonObject[]> = {
  START: () => [],
  CAPABILITY: (node, writing, { inherited }) => [writeCapability(writing, node, inherited)],
  IF: (node, writing, { step, seconds }) => [
    writeIf(writing, node, step, (steps, name) => asOne(writing, steps, name, seconds)),
  ],
  SWITCH: (node, writing, { step, seconds }) => [
    textAt(keptOf(node), 'type') === 'TOOL_ROUTER'
      ? writeRouter(writing, node, step, (steps, name) => asOne(writing, steps, name, seconds))
      : writeSwitch(writing, node, step, (steps) => writeSteps(writing, steps, seconds)),
  ],
  LLM_DECISION: (node, writing, { step, inherited }) =>
    step.branches.length > 0 ? writeOther(writing, node) : writeDecision(writing, node, inherited),
  TOOL_ROUTER: (node, writing, { seconds }) => writeToolRouter(writing, node, seconds),
  EVALUATION: (node, writing, { inherited }) => writeEvaluation(writing, node, inherited),
  REFLECTION: (node, writing, { inherited }) => writeReflection(writing, node, inherited),
  EVENT_WAIT: (node, writing) => [writeEventWait(writing, node)],
  FILL_TEMPLATE: (node, writing) => [writeFillTemplate(writing, node)],
  SUB_PLAN: (node, writing) => [writeSubPlan(writing, node)],
  PLANNER: (node, writing, { inherited }) => [writePlanner(writing, node, inherited)],
  GROUP: (node, writing, { followers, seconds }) => writeGroup(writing, node, followers, seconds),
  ITERATOR: (node, writing, { seconds }) => [
    writeIterator(writing, node, (locals) => {
      writing.names.push(locals);
      const children = bodyAsOne(writing, node.body, `${node.id}-body`, seconds);
      writing.names.pop();
      return children;
    }),
  ],
  RETRY: (node, writing, { seconds }) => [
    writeRetry(writing, node, bodyAsOne(writing, node.body, `${node.id}-body`, seconds)),
  ],
  TRY_CATCH: (node, writing, { seconds }) => [
    writeTryCatch(writing, node, (body, name) => bodyAsOne(writing, body, name, seconds)),
  ],
  PLAN_EXECUTOR: (node, writing) => writeImplied(writing, node),
  FORK: (node, writing) => writeImplied(writing, node),
  JOIN: (node, writing) => writeImplied(writing, node),
};

function writeNode(
  writing: Writing,
  node: PlanNode,
  step: Step,
  followers: readonly Step[],
  inherited: number,
): readonly JsonObject[] {
  const own = keptOf(node).startToCloseSeconds;
  const seconds = typeof own === 'number' && own > 0 ? own : inherited;
  if (node.type !== 'START') nameFields(writing, node);
  return byType(WRITERS, node, writing, { step, followers, inherited, seconds }) ?? writeOther(writing, node);
}

function writeGroup(
  writing: Writing,
  node: Group,
  followers: readonly Step[],
  seconds: number,
): readonly JsonObject[] {
  const type = textAt(keptOf(node), 'type');
  if (node.disabled === 'pass' && type !== undefined) return [nodeOf(writing, node, type, {})];
  if (type === 'JOIN') return [writeJoin(writing, node, followers, seconds, null)];
  if (type === 'TOOL_ROUTER') return [writeOnlyRoute(writing, node, groupChildren(writing, node, seconds))];
  if (node.params.mode === 'SYNC') {
    const steps = inOrder(node.body);
    return [
      nodeOf(writing, node, type === 'GROUP' ? 'GROUP' : 'SEQUENCE', {
        children: writeSteps(writing, steps, seconds),
      }),
    ];
  }
  const branches = components(node.body);
  const isSequence = branches.length === 1 && type !== 'FORK';
  if (isSequence)
    return [
      nodeOf(writing, node, type === 'GROUP' ? 'GROUP' : 'SEQUENCE', {
        children: writeBody(writing, node.body, seconds),
      }),
    ];
  const children = branches.flatMap((branch, index) => {
    const nodes = new Set(branch.map(({ id }) => id));
    const body = {
      nodes: node.body.nodes.filter(({ id }) => nodes.has(id)),
      edges: node.body.edges.filter(({ from }) => nodes.has(from)),
    };
    return bodyAsOne(writing, body, `${node.id}-${index + 1}`, seconds);
  });
  const fork = nodeOf(writing, node, 'FORK', { children });
  const strategy = strategyOf(
    writing,
    node,
    branches.length,
    followers.some(({ node: one }) => one?.type === 'CAPABILITY'),
  );
  if (strategy === null && followers.length === 0) return [fork];
  return [fork, writeJoin(writing, node, followers, seconds, strategy)];
}

/** A JOIN with what is below it: in a group of its own, or in the group that it is. */
function writeJoin(
  writing: Writing,
  group: Group,
  followers: readonly Step[],
  seconds: number,
  strategy: string | null,
): JsonObject {
  const isLone = textAt(keptOf(group), 'type') === 'JOIN';
  const kept = isLone ? keptOf(group) : (joinOf(group) ?? {});
  const own = kept.startToCloseSeconds;
  const inherited = typeof own === 'number' && own > 0 ? own : seconds;
  const inner = isLone ? group : followers.find(({ node }) => node?.type === 'GROUP')?.node;
  const children = inner?.type === 'GROUP' ? groupChildren(writing, inner, inherited) : [];
  const call = followers.find(({ node }) => node?.type === 'CAPABILITY')?.node;
  return joinNode(writing, {
    id: isLone ? group.id : `${group.id}-join`,
    name: isLone ? group.name : undefined,
    kept,
    strategy,
    children,
    call: call?.type === 'CAPABILITY' ? call : null,
    seconds: inherited,
  });
}

function groupChildren(writing: Writing, group: Group, seconds: number): readonly JsonObject[] {
  if (group.params.mode === 'ASYNC') return writeBody(writing, group.body, seconds);
  return writeSteps(writing, inOrder(group.body), seconds);
}

function inOrder(body: Body): readonly Step[] {
  return body.nodes.map((node) => ({ node, ways: [], branches: [] }));
}
