import { type Json, type JsonObject, own } from '#base';

import { besideOurs, placeBeside } from '../../common/besideOurs';
import type { Fields } from '../../common/fields';
import type { IdMint } from '../../common/mintIds';
import { below, type ImportReport, type Path } from '../../common/report';
import { type Names, OURS } from '../words';

import type { ModelAnswers } from './modelAnswers';

/** What a node inherits where it says nothing itself. */
export interface Inherited {
  readonly timeoutSeconds: number | undefined;
  readonly retry: JsonObject | undefined;
  readonly completion: string;
  readonly merge: string;
}

/** What is known around a node while a pipeline is read. */
export interface Around extends Inherited {
  readonly plan: string;
  readonly report: ImportReport;
  readonly ids: IdMint;
  readonly names: Names;
  /** The merges of models' answers that the groups need. */
  readonly answers: ModelAnswers;
  /** The allow-list, null where everything is allowed. */
  readonly tools: readonly string[] | null;
  /** Reads one child, a plugin or a group: groups hold what holds groups. */
  readonly nodeOf: (value: Json, path: Path, around: Around) => JsonObject | null;
}

/** The nodes of a list, in order. */
export function nodesIn(fields: Fields, key: string, around: Around): readonly JsonObject[] {
  return fields
    .list(key)
    .map((value, index) => around.nodeOf(value, below(fields.path, key, index), around))
    .filter((node) => node !== null);
}

/**
 * What nobody read of a foreign object, under `source.engine` with what else an export needs; each member is named
 * (S3). Gives nothing where there is nothing.
 */
export function keep(
  fields: Fields,
  { plan, report }: Around,
  node: string | null,
  more: JsonObject = {},
): JsonObject {
  const left = fields.leftovers();
  for (const key of Object.keys(left)) {
    const at = [plan, node, `source.engine.${placeBeside(key, OURS)}`]
      .filter((part) => part !== null)
      .join(' ');
    report.kept(below(fields.path, key), at, reasonFor(key));
  }
  return sourceOf({ ...more, ...besideOurs(left, OURS) });
}

/** `source` with something in it, or nothing. */
export function sourceOf(engine: JsonObject): JsonObject {
  return Object.keys(engine).length === 0 ? {} : { source: { engine } };
}

const REASONS: Readonly<Record<string, string>> = {
  pluginType: 'A capability has no plugin type here.',
  scheduleToStartSeconds: 'A call has one timeout here, that of its attempt.',
  scheduleToCloseSeconds: 'A call has one timeout here, that of its attempt.',
  maxDepth: 'Containers may be nested as deep as the limit of all documents.',
  defaultMaxGroupDepth: 'Containers may be nested as deep as the limit of all documents.',
  forkPlugin: 'Branches are started by the group itself.',
  joinPlugin: 'Branches are joined by the group itself.',
  defaultForkPlugin: 'Branches are started by the group itself.',
  defaultJoinPlugin: 'Branches are joined by the group itself.',
  children: 'PLAN_EXECUTOR is not a plugin: nothing in its group is called, the plan in "dynamicPlan" runs.',
  worker: 'Runs have no worker of their own here.',
  temporal: 'No durable engine is configured by a workspace.',
  queueTopology: 'A run has one queue, given with its input.',
  enabledFeatures:
    'Only plan safety is a policy of a workspace; the other features are always there, or of the host.',
  featurePlugins: 'What stands beside every node is said by the features of a workspace.',
};

export function reasonFor(key: string): string {
  return own(REASONS, key) ?? `There is no counterpart of "${key}".`;
}
