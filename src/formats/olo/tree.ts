import { type Diagnostic, type JsonObject, own } from '#base';
import { type Body, type ByType, byType, components, type NodeOf, type PlanNode } from '#plan';
import { type Fields, textAt } from '../common/fields';
import { below } from '../common/report';
import { joinOf, nameFields, readPlugin, writeCapability } from './calls';
import { readIf, readSwitch, writeIf, writeOnlyRoute, writeRouter, writeSwitch } from './choices';
import {
  readIterator,
  readRetry,
  readTryCatch,
  writeIterator,
  writeRetry,
  writeTryCatch,
} from './containers';
import { decisionOf, readDecision, writeDecidingCall, writeDecision } from './decision';
import { joinNode, readFork, readForkAndJoin, readJoin, strategyToTheirs } from './fork';
import { readEvaluation, readReflection, writeEvaluation, writeReflection } from './judging';
import {
  readEventWait,
  readFillTemplate,
  readPlanner,
  readSubPipeline,
  writeEventWait,
  writeFillTemplate,
  writePlanner,
  writeSubPlan,
} from './leaves';
import { timeIn } from './loader';
import {
  chain,
  type Piece,
  passedOver,
  type Reading,
  sequenceBody,
  shellOf,
  single,
  sourceOf,
} from './reading';
import { readToolRouter, writeToolRouter } from './router';
import { type Step, stepsOf } from './stepsOf';
import { keptOf, nodeOf, type Writing, writeImplied, writeOther } from './writing';

type NodeReader = (reading: Reading, fields: Fields, inherited: number) => Piece;

const READERS: Readonly<Record<string, NodeReader>> = {
  SEQUENCE: readSequence,
  GROUP: readSequence,
  CASE: readSequence,
  PLUGIN: readPlugin,
  IF: readIf,
  SWITCH: readSwitch,
  ITERATOR: readIterator,
  FORK: readFork,
  JOIN: readLoneJoin,
  TRY_CATCH: readTryCatch,
  RETRY: readRetry,
  SUB_PIPELINE: readSubPipeline,
  EVENT_WAIT: readEventWait,
  LLM_DECISION: readDecision,
  TOOL_ROUTER: readToolRouter,
  EVALUATION: readEvaluation,
  REFLECTION: readReflection,
  FILL_TEMPLATE: readFillTemplate,
  PLANNER: readPlanner,
};

/** Reads one node of a tree with all that is below it. */
export function readTreeNode(reading: Reading, fields: Fields, inherited: number): Piece {
  const type = fields.peek('type');
  const reader = typeof type === 'string' ? own(READERS, type) : undefined;
  return (reader ?? readUnknown)(reading, fields, inherited);
}

/** A JOIN where only one node can stand: what it does in order. */
function readLoneJoin(reading: Reading, fields: Fields, inherited: number): Piece {
  const whole = chain(readJoin(reading, fields, inherited));
  if (whole === null) throw new RangeError('a JOIN is a group at least');
  return whole;
}

/** SEQUENCE and GROUP: their children in order. */
function readSequence(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const pieces = readInOrder(reading, fields.objects('children'), shell.startToClose);
  const body = sequenceBody(pieces);
  reading.report.recognised(
    shell.type,
    (body.params as JsonObject).mode === 'SYNC' ? 'GROUP SYNC' : 'GROUP with edges',
  );
  const type = shell.type === 'SEQUENCE' ? {} : { type: shell.type };
  return single({ ...shell.draft, ...body, ...sourceOf(reading, shell, fields, type) });
}

/** Children one after another; a FORK takes the JOIN after it along. */
export function readInOrder(
  reading: Reading,
  children: readonly Fields[],
  startToClose: number,
): readonly Piece[] {
  const pieces: Piece[] = [];
  warnAfterPlanner(reading, children);
  for (let at = 0; at < children.length; at++) {
    const child = children[at];
    const next = children[at + 1];
    if (child === undefined) continue;
    if (child.peek('type') === 'FORK' && next?.peek('type') === 'JOIN') {
      pieces.push(...readForkAndJoin(reading, child, next, startToClose));
      at++;
    } else if (child.peek('type') === 'JOIN') pieces.push(...readJoin(reading, child, startToClose));
    else {
      const cases = decisionOf(child, next);
      pieces.push(
        cases === null
          ? reading.node(child, startToClose)
          : readDecision(reading, child, startToClose, cases),
      );
    }
  }
  return pieces;
}

/** Their workflow stops after the steps of a PLANNER; here what is drawn after it runs (S3). */
function warnAfterPlanner({ report, plan }: Reading, children: readonly Fields[]): void {
  const at = children.findIndex((child) => child.peek('type') === 'PLANNER');
  const next = children[at + 1];
  if (at < 0 || next === undefined) return;
  const message = 'Their engine runs nothing after the steps of a PLANNER; here the nodes after it run.';
  report.warn('AFTER_PLANNER', message, 'Take them out where they must not run.', next.path, { plan });
}

/** HUMAN_STEP is planned there, and asks; a type that nobody knows does nothing there. */
function readUnknown(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  if (shell.type === 'HUMAN_STEP') {
    const message = `The HUMAN_STEP "${shell.id}" is planned by their documents, and not run by their engine.`;
    reading.report.warn('TYPE_PLANNED', message, 'Here it asks a person.', below(shell.path, 'type'));
    reading.report.recognised('HUMAN_STEP', 'HUMAN_INPUT');
    const params = { message: String(shell.draft.name ?? shell.id), timeoutMs: null };
    const source = sourceOf(reading, shell, fields, { type: shell.type });
    return single({ ...shell.draft, type: 'HUMAN_INPUT', params, ...source });
  }
  const message = `"${shell.id}" has the type "${shell.type}", which is none of theirs.`;
  const help = 'Their engine passes it over, with all that is below it; so does this. Correct the type.';
  reading.report.warn('TYPE_UNKNOWN', message, help, below(shell.path, 'type'), {
    plan: reading.plan,
    node: shell.id,
  });
  return passedOver(reading, shell, fields);
}

type Group = NodeOf<'GROUP'>;

/** A body that is no tree stops the writing; caught where a plan is written. */
export class NotATree extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message);
  }
}

/** A body as nodes of theirs, in order. `seconds` is the timeout that they inherit. */
export function writeBody(writing: Writing, body: Body, seconds: number): readonly JsonObject[] {
  const steps = stepsOf(body);
  if (!steps.ok) throw new NotATree(steps.problem);
  return writeSteps(writing, steps.value, seconds);
}

/** Steps in order. What belongs to a JOIN before it is written into that JOIN. */
function writeSteps(writing: Writing, steps: readonly Step[], seconds: number): readonly JsonObject[] {
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
  const children = branches.flatMap((branch, index) =>
    asOne(writeSteps(writing, branch, seconds), `${id}-${index + 1}`),
  );
  const fork = { id: `${id}-fork`, type: 'FORK', children };
  return [...own, fork, { id: `${id}-join`, type: 'JOIN', params: { mergeStrategy: 'ALL' } }];
}

/** What was written of steps as one node; none for none. */
function asOne(written: readonly JsonObject[], name: string): readonly JsonObject[] {
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
  CAPABILITY: (node, writing, { inherited }) => [
    writeDecidingCall(writing, node, inherited) ?? writeCapability(writing, node, inherited),
  ],
  IF: (node, writing, { step, seconds }) => [
    writeIf(writing, node, step, (steps, name) => asOne(writeSteps(writing, steps, seconds), name)),
  ],
  SWITCH: (node, writing, { step, seconds }) => [
    textAt(keptOf(node), 'type') === 'TOOL_ROUTER'
      ? writeRouter(writing, node, step, (steps, name) => asOne(writeSteps(writing, steps, seconds), name))
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
      const children = asOne(writeBody(writing, node.body, seconds), `${node.id}-body`);
      writing.names.pop();
      return children;
    }),
  ],
  RETRY: (node, writing, { seconds }) => [
    writeRetry(writing, node, asOne(writeBody(writing, node.body, seconds), `${node.id}-body`)),
  ],
  TRY_CATCH: (node, writing, { seconds }) => [
    writeTryCatch(writing, node, (body, name) => asOne(writeBody(writing, body, seconds), name)),
  ],
  PLAN_EXECUTOR: (node, writing) => writeImplied(writing, node),
  FORK: () => [],
  JOIN: (node, writing) => writeImplied(writing, node),
};

function writeNode(
  writing: Writing,
  node: PlanNode,
  step: Step,
  followers: readonly Step[],
  inherited: number,
): readonly JsonObject[] {
  const seconds = timeIn(keptOf(node).startToCloseSeconds) ?? inherited;
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
  const branches = node.params.mode === 'SYNC' ? [] : components(node.body);
  if (node.params.mode === 'SYNC' || (branches.length === 1 && type !== 'FORK'))
    return [
      nodeOf(writing, node, type === 'GROUP' ? 'GROUP' : 'SEQUENCE', {
        children: groupChildren(writing, node, seconds),
      }),
    ];
  const children = branches.flatMap((branch, index) => {
    const nodes = new Set(branch.map(({ id }) => id));
    const body = {
      nodes: node.body.nodes.filter(({ id }) => nodes.has(id)),
      edges: node.body.edges.filter(({ from }) => nodes.has(from)),
    };
    return asOne(writeBody(writing, body, seconds), `${node.id}-${index + 1}`);
  });
  const fork = nodeOf(writing, node, 'FORK', { children });
  const strategy = strategyToTheirs(
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
  const inherited = timeIn(kept.startToCloseSeconds) ?? seconds;
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
