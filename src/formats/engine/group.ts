import { isJsonObject, type JsonObject, plainText, present } from '#base';
import { branchesOf, type NodeOf, type PlanNode, switchAfter } from '#plan';
import { type Fields, omitted, picked, textAt } from '../common/fields';
import { keeping } from '../common/kept';
import { below, type ImportReport, type Path } from '../common/report';
import {
  type Around,
  childrenOf,
  engineOf,
  inSeconds,
  keep,
  nodesIn,
  seconds,
  theirs,
  type Writing,
} from './around';
import { branchesIn, conditionalIn, conditionalToTheirs } from './conditional';
import { conditionNode } from './plugin';
import { ALL_MODELS, BRANCH, COMPLETIONS, OUR_MERGES, policyName } from './words';

/** Whether there is a completion policy of that name, in whatever case; if not, that is said. */
export function isCompletion(policy: string, path: Path, report: ImportReport): boolean {
  if (COMPLETIONS.has(policy.toUpperCase())) return true;
  report.error(
    'COMPLETION_UNKNOWN',
    `There is no completion policy "${policy}".`,
    `Choose one of ${[...COMPLETIONS].join(', ')}.`,
    path,
  );
  return false;
}

/** When a group is complete: as it says itself, else as its pipeline does. */
function completionOf(
  fields: Fields,
  { completion, report }: Around,
): { readonly ours: string; readonly own: string | undefined } {
  const own = fields.word('asyncCompletionPolicy');
  const path = below(fields.path, 'asyncCompletionPolicy');
  if (own !== undefined && !isCompletion(own, path, report)) return { ours: 'ALL', own };
  const ours = (own ?? completion).toUpperCase();
  const difference = DIFFERENCES.get(ours);
  if (difference !== undefined)
    report.warn('COMPLETION_DIFFERS', difference, 'Choose another where that matters.', path);
  return { ours, own };
}

const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  [
    'FIRST_FAILURE',
    'Here a group of FIRST_FAILURE fails at the first failure; one of their documents lets it proceed.',
  ],
  [
    'ALL_SETTLED',
    'Here a group of ALL_SETTLED never fails; one of their documents lets it fail if a branch failed.',
  ],
  ['FIRST_SUCCESS', 'Here the rest is cancelled at the first success; their code lets it run and merges it.'],
]);

/** What a group is, besides what it says itself. */
interface Named {
  /** The capability that it is the group of. */
  readonly capability: string;
}

/**
 * A GROUP: SYNC in order, ASYNC as branches; with a condition one branch of edges, because a sequence has none; with an
 * iterator a LOOP around it.
 *
 * @param typed whether it says `type: "GROUP"`, which an export then writes
 */
export function groupNode(fields: Fields, around: Around, typed = true, named?: Named): JsonObject {
  const iterator = fields.word('iterator');
  if (iterator !== undefined)
    return looped(iterator, groupNode(fields, around, typed, named), around, fields, named);
  const name = named?.capability;
  const id = around.ids.mint(name ?? null, 'group');
  const more = { ...present({ block: name }), ...(typed ? {} : { untyped: true }) };
  const head = { id, type: 'GROUP', ...present({ name }) };
  const condition = fields.word('condition')?.trim();
  if (condition !== undefined) {
    const inside = conditionalBody(condition, fields, around);
    around.report.recognised('conditional groups', 'CAPABILITY and SWITCH on branch');
    const rest = keep(fields, around, id, { ...more, forms: inside.forms });
    return { ...head, params: { mode: 'ASYNC' }, body: inside.body, ...rest };
  }
  return isAsync(fields, around)
    ? asyncGroup(head, fields, around, more)
    : syncGroup(head, fields, around, more);
}

function syncGroup(
  head: JsonObject & { id: string },
  fields: Fields,
  around: Around,
  more: JsonObject,
): JsonObject {
  const nodes = nodesIn(fields, 'children', around);
  const timeoutMs = seconds(fields, 'timeoutSeconds', around);
  around.report.recognised('SYNC groups', 'GROUP SYNC');
  return {
    ...head,
    params: { mode: 'SYNC' },
    ...present({ timeoutMs }),
    body: { nodes: [...nodes], edges: [] },
    ...keep(fields, around, head.id, more),
  };
}

/** Its timeout counts for its children, and is not its own. */
function asyncGroup(
  head: JsonObject & { id: string },
  fields: Fields,
  around: Around,
  more: JsonObject,
): JsonObject {
  const timeout = fields.peek('timeoutSeconds');
  const timeoutMs = seconds(fields, 'timeoutSeconds', around);
  const inside = timeoutMs === undefined ? around : { ...around, timeoutSeconds: timeoutMs / 1000 };
  const nodes = nodesIn(fields, 'children', inside);
  const completion = completionOf(fields, around);
  const merge = mergeOf(fields, nodes.map(nameOf), around);
  around.report.recognised('ASYNC groups', 'GROUP ASYNC');
  const own = {
    ...more,
    ...present({ timeoutSeconds: timeout, asyncCompletionPolicy: completion.own }),
    ...merge.own,
  };
  const nests = merge.ours === 'PREFIX_BY_ACTIVITY';
  if (nests)
    around.report.info(
      'MERGE_NESTS',
      `What the branches write is one value here, "${variableFor(head.id)}", by branch; theirs has flat names.`,
      'Read it by the ids of the branches.',
      fields.path,
      { plan: around.plan, node: head.id },
    );
  return {
    ...head,
    params: { mode: 'ASYNC', completion: completion.ours, merge: merge.ours },
    ...(nests ? { output: { [variableFor(head.id)]: 'result' } } : {}),
    body: { nodes: [...nodes], edges: [] },
    ...keep(fields, around, head.id, own),
  };
}

/** Names of variables have no hyphen (W2). */
function variableFor(id: string): string {
  return id.replaceAll('-', '_');
}

function isAsync(fields: Fields, { report }: Around): boolean {
  const mode = fields.word('executionMode')?.toUpperCase() ?? 'SYNC';
  if (mode !== 'SYNC' && mode !== 'ASYNC')
    report.error(
      'MODE_UNKNOWN',
      `The execution mode "${mode}" is neither SYNC nor ASYNC.`,
      'Choose one of the two.',
      below(fields.path, 'executionMode'),
    );
  return mode === 'ASYNC';
}

/** The plugin whose answer is the value of a branch: of a group its last one. */
function nameOf({ name, id, body }: JsonObject): string {
  const inside = isJsonObject(body) && Array.isArray(body.nodes) ? body.nodes.at(-1) : undefined;
  if (isJsonObject(inside)) return nameOf(inside);
  return typeof name === 'string' ? name : plainText(id);
}

function mergeOf(
  fields: Fields,
  branches: readonly string[],
  around: Around,
): { readonly ours: string; readonly own: JsonObject } {
  const hook = fields.object('mergePolicy');
  const legacy = fields.word('asyncOutputMergePolicy');
  const name = policyName(hook) ?? legacy ?? around.merge;
  const ours = around.names.merge(name);
  const own = present({ mergePolicy: hook, asyncOutputMergePolicy: legacy });
  if (ours === 'FIRST_WINS')
    around.report.info(
      'MERGE_ORDER',
      'Here the first branch to end wins; their code takes the order of the list.',
      'Nothing, where the branches write different names.',
      fields.path,
    );
  if (OUR_MERGES.has(ours)) return { ours, own };
  if (ours === `CAPABILITY(${ALL_MODELS})`)
    return { ours: `CAPABILITY(${around.answers.merging(branches)})`, own };
  around.report.info(
    'MERGE_BY_CAPABILITY',
    `The merge "${name}" is called as a capability: it is given the list of the branches' results.`,
    'Bind that name to a capability that merges such a list.',
    fields.path,
  );
  return { ours, own };
}

/** Theirs never loops by it, and says no test: one round, as it would run there. */
function looped(
  iterator: string,
  body: JsonObject,
  around: Around,
  fields: Fields,
  named: Named | undefined,
): JsonObject {
  const id = around.ids.mint(null, 'loop');
  around.report.recognised('iterators', 'LOOP of one round');
  around.report.warn(
    'LOOP_WITHOUT_TEST',
    `The iterator "${iterator}" says neither a test nor a bound: the loop makes one round, as theirs would.`,
    'Give the LOOP a condition and a number of rounds.',
    below(fields.path, 'iterator'),
    { plan: around.plan, node: id },
  );
  around.report.kept(
    below(fields.path, 'iterator'),
    `${around.plan} ${id} source.engine.iterator`,
    'A LOOP is driven by its conditions, not by a plugin.',
  );
  return {
    id,
    type: 'LOOP',
    params: { until: 'true', maxIterations: 1 },
    body: { nodes: [body], edges: [] },
    ...keeping('engine', present({ iterator, block: named?.capability })),
  };
}

/**
 * What a conditional group holds: its condition, then a SWITCH on the number that it writes to `branch`, then one chain
 * a branch. No number counts as 0, one that is too large as else.
 *
 * @returns also under which keys the branches stood, for the way back
 */
function conditionalBody(
  condition: string,
  fields: Fields,
  around: Around,
): { readonly body: JsonObject; readonly forms: JsonObject } {
  const asking = conditionNode(condition, around, seconds(fields, 'timeoutSeconds', around));
  const then = branchOf(fields, 'thenGroup', ['thenChildren', 'children'], around);
  const others = fields.objects('elseifBranches').map((one) => {
    const branch = branchOf(one, 'thenGroup', ['then', 'thenChildren'], around);
    const unused = one.word('condition');
    if (unused !== undefined)
      around.report.warn(
        'ELSEIF_CONDITION_UNUSED',
        `The condition "${unused}" of a branch is never asked: the first condition writes the number of the branch.`,
        `Let "${condition}" write that number to "${BRANCH}".`,
        below(one.path, 'condition'),
        { plan: around.plan },
      );
    const left = one.leftovers();
    around.report.keptEach(left, one.path, () => `${around.plan} source.engine.forms`);
    return { ...branch, form: { form: branch.form, ...present({ condition: unused }), ...left } };
  });
  const otherwise = branchOf(fields, 'elseGroup', ['elseChildren'], around);
  const chains = [then, ...others, otherwise].map(({ nodes }) => nodes);
  const { nodes, edges } = switchAfter(asking, around.ids.mint(null, 'switch'), branchesOf(chains), BRANCH);
  return {
    body: { nodes, edges },
    forms: { first: then.form, elseif: others.map(({ form }) => form), else: otherwise.form },
  };
}

/** The nodes of one branch: of its one group, else of the first list that is there. */
function branchOf(
  fields: Fields,
  group: string,
  lists: readonly string[],
  around: Around,
): { readonly nodes: readonly JsonObject[]; readonly form: string } {
  if (fields.peek(group) !== undefined) {
    const path = below(fields.path, group);
    const node = around.nodeOf(fields.take(group) ?? null, path, around);
    return { nodes: node === null ? [] : [node], form: group };
  }
  const list = lists.find((key) => fields.peek(key) !== undefined);
  return list === undefined ? { nodes: [], form: '' } : { nodes: nodesIn(fields, list, around), form: list };
}

/** A GROUP as theirs: SYNC, ASYNC, or one with a condition. */
export function groupToTheirs(group: NodeOf<'GROUP'>, writing: Writing): JsonObject {
  const typed: JsonObject = engineOf(group).untyped === true ? {} : { type: 'GROUP' };
  const conditional = group.params.mode === 'ASYNC' ? conditionalIn(group.body) : null;
  if (conditional !== null) {
    writing.left.fields(group, []);
    return { ...typed, ...conditionalToTheirs(group, conditional, writing) };
  }
  if (group.params.mode === 'SYNC') return { ...typed, ...syncToTheirs(group, writing) };
  return { ...typed, ...asyncToTheirs(group, writing) };
}

function syncToTheirs(group: NodeOf<'GROUP'>, writing: Writing): JsonObject {
  writing.left.fields(group, ['timeoutMs']);
  return {
    executionMode: 'SYNC',
    ...present({ timeoutSeconds: inSeconds(group.timeoutMs) }),
    children: childrenOf(group.body.nodes, writing),
    ...theirs(group),
  };
}

function asyncToTheirs(group: NodeOf<'GROUP'>, writing: Writing): JsonObject {
  const nests =
    group.params.merge === 'PREFIX_BY_ACTIVITY' && group.output?.[variableFor(group.id)] === 'result';
  writing.left.fields(group, nests ? ['output'] : []);
  writing.left.params(group, ['rest', 'maxConcurrency']);
  const { timeoutSeconds, ...others } = theirs(group);
  const kept = omitted(others, ['asyncCompletionPolicy', 'mergePolicy', 'asyncOutputMergePolicy']);
  const inside =
    typeof timeoutSeconds === 'number' && timeoutSeconds > 0
      ? { ...writing, timeoutMs: timeoutSeconds * 1000 }
      : writing;
  const branches = branchesIn(group.body, writing.left, group.id);
  return {
    executionMode: 'ASYNC',
    ...present({ timeoutSeconds }),
    ...completionToTheirs(group, writing),
    ...mergeToTheirs(group, writing),
    children: branches.flatMap((nodes) => branchToTheirs(nodes, inside)),
    ...kept,
  };
}

/** A branch of several nodes is a SYNC group there. */
function branchToTheirs(nodes: readonly PlanNode[], writing: Writing): (JsonObject | string)[] {
  const children = childrenOf(nodes, writing);
  return children.length < 2 ? children : [{ type: 'GROUP', executionMode: 'SYNC', children }];
}

function completionToTheirs(group: NodeOf<'GROUP'>, writing: Writing): JsonObject {
  const { completion = 'ALL' } = group.params;
  const own = engineOf(group).asyncCompletionPolicy;
  const first = completion === 'N_OF(1)' ? 'FIRST_SUCCESS' : completion;
  if (!COMPLETIONS.has(first)) {
    writing.left.params(group, ['completion']);
    return {};
  }
  if (typeof own === 'string' && own.toUpperCase() === first) return { asyncCompletionPolicy: own };
  return own === undefined && first === writing.completion ? {} : { asyncCompletionPolicy: first };
}

/** The name of a merge there: of one by a capability, the capability. */
export function mergedBy(merge: string): string {
  return /^CAPABILITY\((.*)\)$/.exec(sameAnswers(merge))?.[1] ?? merge;
}

/** Merges of answers are numbered by what they merge; theirs is one. */
function sameAnswers(merge: string): string {
  return merge.replace(SAME_ANSWERS, '$1)');
}

const SAME_ANSWERS = new RegExp(`^(CAPABILITY\\(${ALL_MODELS})-\\d+\\)$`);

/** The words of theirs come back as long as they mean what the group does now. */
function mergeToTheirs(group: NodeOf<'GROUP'>, writing: Writing): JsonObject {
  const { merge = 'LAST_WINS' } = group.params;
  const own = picked(engineOf(group), ['mergePolicy', 'asyncOutputMergePolicy']);
  const said = policyName(own.mergePolicy) ?? textAt(own, 'asyncOutputMergePolicy');
  if (writing.mergeOf(said ?? writing.merge) === sameAnswers(merge)) return own;
  if (OUR_MERGES.has(merge)) return { asyncOutputMergePolicy: merge };
  const name = mergedBy(merge);
  return { mergePolicy: { type: 'MERGE_POLICY', pluginType: 'MergePolicy', name } };
}
