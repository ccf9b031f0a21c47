import { canonicalJson, type IdMint, type Json, type JsonObject, own, present } from '#base';
import type { PlanNode, Retry } from '#plan';
import { backoffOf, type Fields, listAt } from '../common/fields';
import { besideOurs, keeping, keptUnder, type LeftOut, placeBeside, theirsOf } from '../common/kept';
import { below, type ImportReport, noCounterpart, type Path } from '../common/report';
import { ALL_MODELS, type Names, OURS } from './words';

/** What is known around a node while a pipeline is read; the first four it inherits where it says nothing itself. */
export interface Around {
  readonly timeoutSeconds: number | undefined;
  readonly retry: JsonObject | undefined;
  readonly completion: string;
  readonly merge: string;
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
  const place = node === null ? plan : `${plan} ${node}`;
  report.keptEach(left, fields.path, (key) => `${place} source.engine.${placeBeside(key, OURS)}`, reasonFor);
  return keeping('engine', { ...more, ...besideOurs(left, OURS) });
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
  return own(REASONS, key) ?? noCounterpart(key);
}

/**
 * The merge of reference 2 that writes down what each model has answered, one line a model. It is a plugin of their engine;
 * here it is a capability of the workspace that is made of JSONata, so that it runs without anything being bound. It knows
 * the models by their names, so there is one for each list of names that is merged.
 */
export class ModelAnswers {
  readonly #byLabels = new Map<string, JsonObject & { readonly id: string }>();

  /**
   * The capability that merges the answers of branches.
   *
   * @param names the plugin of each branch, in branch order
   * @returns its id
   */
  merging(names: readonly string[]): string {
    const labels = names.map(labelOf);
    const key = JSON.stringify(labels);
    const known = this.#byLabels.get(key);
    if (known !== undefined) return known.id;
    const number = this.#byLabels.size + 1;
    const id = number === 1 ? ALL_MODELS : `${ALL_MODELS}-${number}`;
    this.#byLabels.set(key, {
      id,
      title: 'Answers of all models',
      description: 'Writes down what each model has answered, one line a model.',
      effect: 'pure',
      make: {
        kind: 'use',
        capability: 'data.jsonata',
        input: { expression: LINES, value: { labels, results: '{{ input }}' } },
        output: '{{ result.value }}',
      },
    });
    return id;
  }

  toJson(): readonly JsonObject[] {
    return [...this.#byLabels.values()];
  }
}

/** `com.shop.Fast_7bChatPlugin` is called `Fast:7b` there. */
function labelOf(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return last.replace(/ChatPlugin$/, '').replaceAll('_', ':');
}

/** Of branches that may fail (ALL_SETTLED) each result stands in a value beside its status; those that failed are left out. */
const LINES = String.raw`(
  $labels := labels;
  $lines := $map(results, function($entry, $place) {(
    $given := $entry.status in ["succeeded", "failed", "skipped"] ? $entry.value : $entry;
    $said := $exists($given.result) and $given.result != null ? $given.result : $given.response;
    $text := $exists($said) and $said != null ? $string($said) : "";
    $label := $given.modelLabel ? $trim($string($given.modelLabel)) : $labels[$place];
    $exists($given) and $given != null
      ? "response from " & $label & ": \"" & $replace($replace($text, "\\", "\\\\"), "\"", "\\\"") & "\"\n"
  )});
  $all := "" & $join($lines);
  { "output": $all, "result": $all }
)`;

/** The most attempts that a node may have here. */
const MOST_ATTEMPTS = 100;

/** What of a node's times and attempts was said by something around it: an export leaves that out again. */
type Inherits = readonly ('timeoutSeconds' | 'retryPolicy')[];

/** Timeout and retry of a plugin: its own, else what it inherits. */
export function timesOf(
  fields: Fields | null,
  around: Around,
): { readonly node: JsonObject; readonly inherits: Inherits } {
  const timeout = fields === null ? undefined : seconds(fields, 'timeoutSeconds', around);
  const retry = fields === null ? undefined : retryOf(fields, around);
  const timeoutMs = timeout ?? milliseconds(around.timeoutSeconds);
  const policy = retry ?? around.retry;
  return {
    node: present({ timeoutMs, retry: policy }),
    inherits: [
      ...(timeout === undefined && timeoutMs !== undefined ? (['timeoutSeconds'] as const) : []),
      ...(retry === undefined && policy !== undefined ? (['retryPolicy'] as const) : []),
    ],
  };
}

/** Seconds there, milliseconds here; 0 and less mean none there. */
export function seconds(fields: Fields, key: string, { report }: Pick<Around, 'report'>): number | undefined {
  const value = fields.number(key);
  if (value === undefined) return undefined;
  if (value <= 0) {
    report.warn(
      'TIMEOUT_IGNORED',
      `${value} seconds is not a timeout: the node takes what it inherits.`,
      'Give a number above 0.',
      below(fields.path, key),
    );
    return undefined;
  }
  return milliseconds(value);
}

export function milliseconds(secondsOfTheirs: number | undefined): number | undefined {
  return secondsOfTheirs === undefined ? undefined : Math.max(1, Math.round(secondsOfTheirs * 1000));
}

/** A `retryPolicy` as our `retry`; undefined where there is none. */
export function retryOf(fields: Fields, { report }: Pick<Around, 'report'>): JsonObject | undefined {
  if (fields.peek('retryPolicy') === undefined) return undefined;
  const policy = fields.inside('retryPolicy');
  const attempts = policy.number('maximumAttempts') ?? 3;
  const most = attempts < 1 || attempts > MOST_ATTEMPTS ? MOST_ATTEMPTS : Math.round(attempts);
  if (most !== attempts)
    report.warn(
      'ATTEMPTS_LIMITED',
      `${attempts} attempts are read as ${most}: without end there, at most ${MOST_ATTEMPTS} here.`,
      'Give a number from 1 to 100.',
      below(policy.path, 'maximumAttempts'),
    );
  const backoff = backoffOf(policy);
  for (const key of Object.keys(policy.leftovers()))
    report.warn(
      'RETRY_UNKNOWN',
      `"${key}" says nothing about attempts here, and is left out.`,
      'Check whether it is spelt as the format has it.',
      below(policy.path, key),
    );
  return { maxAttempts: most, ...backoff };
}

/** What nodes inherit at their place, in milliseconds. */
interface InheritedTimes {
  readonly timeoutMs: number | undefined;
  readonly retry: JsonObject | undefined;
}

/** What is known around a node while it is written. */
export interface Writing extends InheritedTimes {
  readonly left: LeftOut;
  readonly completion: string;
  readonly merge: string;
  /** What a name of a merge of theirs is here. */
  readonly mergeOf: (name: string) => string;
  /** Writes a node as a plugin or a group; null where the format has no word for it (and it was named). */
  readonly node: (node: PlanNode, writing: Writing) => JsonObject | string | null;
}

/** Nodes as children, those without a word left out. */
export function childrenOf(nodes: readonly PlanNode[], writing: Writing): (JsonObject | string)[] {
  return nodes.map((node) => writing.node(node, writing)).filter((node) => node !== null);
}

/** Fields of a call that are set, and have no counterpart; that it is given all variables is usual there. */
export function nameCall(node: PlanNode, left: LeftOut): void {
  left.fields(node, node.input === '*' ? ['input', 'timeoutMs', 'retry'] : ['timeoutMs', 'retry']);
}

/** What an import kept of theirs with a node, a plan or a workspace. */
export function engineOf(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  return keptUnder('engine', thing);
}

/** The same without what only this house wrote there. */
export function theirs(thing: { readonly source?: JsonObject | undefined }): JsonObject {
  return theirsOf(engineOf(thing), OURS);
}

/** Timeout and retry of a node in their words, without what the node has taken over from around it. */
export function timesToTheirs(node: PlanNode, inherited: InheritedTimes): JsonObject {
  const taken = listAt(engineOf(node), 'inherits');
  const sameTimeout = taken.includes('timeoutSeconds') && node.timeoutMs === inherited.timeoutMs;
  const sameRetry = taken.includes('retryPolicy') && sameJson(node.retry, inherited.retry);
  return {
    ...present({ timeoutSeconds: sameTimeout ? undefined : inSeconds(node.timeoutMs) }),
    ...(node.retry === undefined || sameRetry
      ? {}
      : { retryPolicy: retryToTheirs({ initialIntervalMs: 1000, backoffCoefficient: 2, ...node.retry }) }),
  };
}

/** Only what is said: what is left out has a default there too. */
export function retryToTheirs(retry: Retry): JsonObject {
  const { maxAttempts, initialIntervalMs, backoffCoefficient, maxIntervalMs, nonRetryable = [] } = retry;
  return present({
    maximumAttempts: maxAttempts,
    initialIntervalSeconds: inSeconds(initialIntervalMs),
    backoffCoefficient,
    maximumIntervalSeconds: inSeconds(maxIntervalMs),
    nonRetryableErrors: [...nonRetryable],
  });
}

export function inSeconds(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}

function sameJson(one: object | undefined, other: JsonObject | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one as JsonObject) === canonicalJson(other);
}
