import { isJsonObject, type JsonObject } from '#base';
import type { NodeOf, PlanNode } from '#plan';
import { variableFor } from '../read/group';
import { ALL_MODELS, COMPLETIONS, OUR_MERGES } from '../words';
import { conditionalIn, conditionalToTheirs } from './conditional';
import { childrenOf, type Writing } from './context';
import { engineOf, theirs } from './left';
import { branchesIn } from './sequence';

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
  const { timeoutMs } = group;
  return {
    executionMode: 'SYNC',
    ...(timeoutMs === undefined ? {} : { timeoutSeconds: timeoutMs / 1000 }),
    children: childrenOf(group.body.nodes, writing),
    ...theirs(group),
  };
}

function asyncToTheirs(group: NodeOf<'GROUP'>, writing: Writing): JsonObject {
  const nests =
    group.params.merge === 'PREFIX_BY_ACTIVITY' && group.output?.[variableFor(group.id)] === 'result';
  writing.left.fields(group, nests ? ['output'] : []);
  writing.left.params(group, ['rest', 'maxConcurrency']);
  const {
    timeoutSeconds,
    asyncCompletionPolicy: _policy,
    mergePolicy: _hook,
    asyncOutputMergePolicy: _merge,
    ...kept
  } = theirs(group);
  const inside =
    typeof timeoutSeconds === 'number' && timeoutSeconds > 0
      ? { ...writing, timeoutMs: timeoutSeconds * 1000 }
      : writing;
  const branches = branchesIn(group.body, writing.left, group.id);
  return {
    executionMode: 'ASYNC',
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
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

/** Merges of answers are numbered by what they merge; theirs is one. */
export function sameAnswers(merge: string): string {
  return merge.replace(SAME_ANSWERS, '$1)');
}

const SAME_ANSWERS = new RegExp(`^(CAPABILITY\\(${ALL_MODELS})-\\d+\\)$`);

/** The words of theirs come back as long as they mean what the group does now. */
function mergeToTheirs(group: NodeOf<'GROUP'>, writing: Writing): JsonObject {
  const { merge = 'LAST_WINS' } = group.params;
  const { mergePolicy, asyncOutputMergePolicy } = engineOf(group);
  const own = {
    ...(mergePolicy === undefined ? {} : { mergePolicy }),
    ...(asyncOutputMergePolicy === undefined ? {} : { asyncOutputMergePolicy }),
  };
  const said = isJsonObject(mergePolicy) ? mergePolicy.name : undefined;
  const hooked = typeof said === 'string' && said.trim() !== '' ? said.trim() : undefined;
  const legacy = typeof asyncOutputMergePolicy === 'string' ? asyncOutputMergePolicy : undefined;
  if (writing.mergeOf(hooked ?? legacy ?? writing.merge) === sameAnswers(merge)) return own;
  if (OUR_MERGES.has(merge)) return { asyncOutputMergePolicy: merge };
  const name = /^CAPABILITY\((.*)\)$/.exec(sameAnswers(merge))?.[1] ?? merge;
  return { mergePolicy: { type: 'MERGE_POLICY', pluginType: 'MergePolicy', name } };
}
