import { type Diagnostic, isJsonObject, type JsonObject, LIMITS, problem, type Where, warning } from '#base';
import { isReservedName } from '../expressions/references';
import { compileTemplate } from '../expressions/template';
import { schemaProblem } from '../jsonSchema/judge';
import type { NodeOf, PlanNode } from '../nodes/node';
import { NODE_TYPES, portsOf } from '../nodes/node';
import { containersTooDeep } from './graph';
import { leavesBy, localsOf, type Rule, type Scope, type Subject } from './rule';

/** L1: what the type of a node finds wrong with it, wherever it stands. */
export const nodesAreSound: Rule = ({ nodes, at }) =>
  nodes.flatMap(({ node }) =>
    NODE_TYPES[node.type]
      .flaws(node)
      .map(({ code, message, help, field }) => problem(code, message, help, at(node, field))),
  );

/** L9: a wait's timeout is a parameter of the wait; the node's own would be a second one. */
export const waitsAreBounded: Rule = ({ nodes, at }) =>
  nodes.flatMap(({ node }) => {
    if (!NODE_TYPES[node.type].boundsItself || node.timeoutMs === undefined) return [];
    const message = `${/^[AEIOU]/.test(node.type) ? 'An' : 'A'} ${node.type} has its timeout among its parameters.`;
    const help = 'Set "timeoutMs" among the parameters, and remove it from the node.';
    return [problem('TIMEOUT_MISPLACED', message, help, at(node, '/timeoutMs'))];
  });

/** T4: how large a plan may be; a proposed one has the bounds of its planner. */
export const sizesAreBounded: Rule = function* ({ nodes, proposed, at }) {
  const most = proposed?.maxSteps ?? LIMITS.nodesAccepted;
  if (nodes.length > most) {
    const code = proposed ? 'PLAN_TOO_LONG' : 'TOO_MANY_NODES';
    const help = proposed ? 'Propose fewer steps.' : 'Split the plan.';
    yield problem(code, `The plan has ${nodes.length} nodes: ${nodes.length} > ${most}.`, help, at(null));
  }
  const tooDeep = nodes.find(({ path }) => path.length > LIMITS.containerDepth);
  if (tooDeep) yield containersTooDeep(at(tooDeep.node));
  const planner = nodes.find(({ node }) => node.type === 'PLANNER');
  if (proposed && planner && proposed.plannerDepth + 1 > proposed.maxPlannerDepth) {
    const depth = `depth ${proposed.plannerDepth + 1} > ${proposed.maxPlannerDepth}`;
    const help = 'Plan this step without another planner.';
    yield problem('PLANNER_DEPTH', `Planners are nested too deeply: ${depth}.`, help, at(planner.node));
  }
};

/** V1, case C4: the JSON Schemas of variables and forms can judge a value. */
export const schemasAreUsable: Rule = ({ nodes, authored, at }) => {
  const variables = authored?.plan.variables ?? [];
  const ofVariables =
    variables === 'open'
      ? []
      : variables.flatMap(({ schema }, index) => judged(schema, at(null, `/variables/${index}/schema`)));
  const ofForms = nodes.flatMap(({ node }) =>
    node.type === 'HUMAN_INPUT' || node.type === 'EVALUATION'
      ? judged(node.params.schema, at(node, '/params/schema'))
      : [],
  );
  return [...ofVariables, ...ofForms];
};

function judged(schema: JsonObject | undefined, where: Where): readonly Diagnostic[] {
  const reason = schema === undefined ? null : schemaProblem(schema);
  if (reason === null) return [];
  const help =
    'Write a schema of draft 2020-12 or 7 that stands by itself: no $ref to another file, and patterns without references back like \\1.';
  return [problem('SCHEMA_UNUSABLE', reason, help, where)];
}

/** R15: where an END ends the plan or the run its result is an object, whose keys replace those of the mapping. */
export const endsGiveObjects: Rule = ({ nodes, proposed, at }) =>
  nodes.flatMap(({ node, path }) => {
    if (node.type !== 'END' || node.params?.result === undefined) return [];
    const { result, ends = 'scope' } = node.params;
    // At the top of a proposed plan an END gives its executor's scope any value (R21).
    const endsPlan = ends !== 'scope' || (path.length === 0 && proposed === null);
    if (!endsPlan || isJsonObject(result) || isOneHole(result)) return [];
    const help = 'Write an object, for example {"answer": "{{ answer }}"}.';
    const message = 'The result of a plan is an object.';
    return [warning('END_RESULT_NOT_OBJECT', message, help, at(node, '/params/result'))];
  });

function isOneHole(result: Parameters<typeof compileTemplate>[0]): boolean {
  const template = compileTemplate(result);
  return !template.ok || template.value.part.kind === 'value';
}

/** L2: `onError: route` has an edge to follow; `continue`, `disabled: pass` and `background` need a port `out` to take. */
export const errorsAreHandled: Rule = (subject) =>
  subject.scopes.flatMap((scope) => scope.body.nodes.flatMap((node) => [...ofNode(node, scope, subject)]));

function* ofNode(node: PlanNode, scope: Scope, { at }: Subject): Generator<Diagnostic> {
  const hasErrorEdge = leavesBy(scope, node, 'error');
  if (node.onError === 'route' && !hasErrorEdge) {
    const message = `"${node.id}" routes its errors, but no edge leaves its port "error".`;
    const help = scope.isSequence
      ? 'A SYNC GROUP has no edges: use "continue", or handle the error around the group.'
      : 'Draw an edge from "error", or choose "fail" or "continue".';
    yield problem('ERROR_ROUTE_MISSING', message, help, at(node, '/onError'));
  }
  if (node.onError !== 'route' && hasErrorEdge) {
    const message = `The error edge of "${node.id}" is never taken.`;
    yield warning('ERROR_EDGE_UNUSED', message, 'Set its "onError" to "route".', at(node, '/onError'));
  }
  if (scope.isSequence || node.type === 'NOTE' || portsOf(node).includes('out')) return;
  const help = 'Only a node with the port "out", or a child of a SYNC GROUP, can do that.';
  const withoutOut = (code: string, lacks: string, field: string): Diagnostic =>
    problem(code, `"${node.id}" has no port "out" ${lacks}.`, help, at(node, field));
  if (node.onError === 'continue') yield withoutOut('CONTINUE_WITHOUT_OUT', 'to continue at', '/onError');
  if (node.background === true)
    yield withoutOut('BACKGROUND_WITHOUT_OUT', 'that could be taken when it starts', '/background');
  if (node.disabled === 'pass') yield withoutOut('PASS_WITHOUT_OUT', 'to pass through', '/disabled');
}

/** L9: a LOOP has a test, the parameters of an ITERATOR fit each other, and local names are nobody else's. */
export const containersAreSound: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => [...ofLocals(node, subject), ...ofType(node, subject)]);

function ofType(node: PlanNode, subject: Subject): Iterable<Diagnostic> {
  if (node.type === 'LOOP') return ofLoop(node, subject);
  return node.type === 'ITERATOR' ? ofIterator(node, subject) : [];
}

function ofLoop(node: NodeOf<'LOOP'>, { at }: Subject): readonly Diagnostic[] {
  if (node.params.while !== undefined || node.params.until !== undefined) return [];
  const help = 'Write "while", tested before each round, or "until", tested after each.';
  const message = `The loop "${node.id}" has neither "while" nor "until".`;
  return [problem('LOOP_WITHOUT_TEST', message, help, at(node, '/params'))];
}

function* ofIterator(node: NodeOf<'ITERATOR'>, { at }: Subject): Generator<Diagnostic> {
  const { merge = 'COLLECT', collectInto, concurrency = 1 } = node.params;
  if (merge === 'PREFIX_BY_ACTIVITY') {
    const message = 'The items of an ITERATOR all have the same first node: their writes need other names.';
    const help = 'Use COLLECT, or let a GROUP merge its branches so.';
    yield problem('MERGE_NOT_OF_ITEMS', message, help, at(node, '/params/merge'));
  }
  if (collectInto !== undefined && merge !== 'COLLECT') {
    const message = `"${node.id}" collects into "${collectInto}", but it merges by ${merge}.`;
    const help = 'Use the merge COLLECT, or map the result with "output".';
    yield problem('COLLECT_WITHOUT_COLLECT', message, help, at(node, '/params/collectInto'));
  }
  if (merge === 'SHARED' && concurrency > 1) {
    const message = 'Items that write the same variables run one after another.';
    const help = 'Set "concurrency" to 1, or use another merge.';
    yield problem('SHARED_NOT_ALONE', message, help, at(node, '/params/concurrency'));
  }
}

function ofLocals(node: PlanNode, { names, at }: Subject): readonly Diagnostic[] {
  const locals = localsOf(node);
  return locals.flatMap((name, index) => {
    const isTaken = names.declared.has(name) || isReservedName(name) || locals.indexOf(name) !== index;
    if (!isTaken) return [];
    const isItem = node.type === 'ITERATOR' && node.params.itemVariable === name && index === 0;
    const message = `"${name}" cannot be the name of an item or round: it means something else already.`;
    const help = 'Choose a name that no variable has.';
    const field = isItem ? '/params/itemVariable' : '/params/indexVariable';
    return [problem('LOCAL_NAME_TAKEN', message, help, at(node, field))];
  });
}
