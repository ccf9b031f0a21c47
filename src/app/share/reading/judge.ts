import {
  type Diagnostic,
  err,
  hasErrors,
  isJsonObject,
  type JsonObject,
  LIMITS,
  mintId,
  ok,
  own,
  parseJson,
  problem,
  type Result,
  recordsIn,
  type Severity,
} from '#base';
import {
  damageIn,
  type FormatId,
  formatOf,
  type Kept,
  type Recognised,
  recognise,
  refuseOtherTool,
} from '#formats';
import { type Commit, readLedger } from '#kernel';
import { check, jsonWarnings, type Plan, read, readPlan, type Workspace } from '#plan';
import { project } from '#projection';
import { catalogueOf } from '#runtime';
import {
  decodeLink,
  isPng,
  isSvg,
  recogniseFile,
  refuseLargeFile,
  workspaceInPng,
  workspaceInSvg,
} from '#share';
import { readTextFile } from '../../library/documentFromFile';
import { blankWorkspace } from '../../library/placeWorkspace';

/** What is to be looked at: a file as it was given, a text that was pasted, or a link. */
export type Source =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  /** The fragment of an address. */
  | { readonly kind: 'link'; readonly fragment: string };

/** What came of it. Plain data, so that it can come from a worker. */
export interface Judged {
  readonly received: Received | Foreign;
  /** The text, to be seen and changed; null where there is none, or it is too long for a field. */
  readonly text: string | null;
  /** What keeps it from running when it is open (E4): errors of the rules. */
  readonly blocks: readonly Diagnostic[];
  /** Whether a person may say what it is: not of what could not be read as text at all. */
  readonly isText: boolean;
  /** Whether it is nothing of ours or of another system's, and JSON that has records. */
  readonly hasRecords: boolean;
}

/** In a field, a text longer than this would only make the page slow. */
export const SHOWN = 200_000;

/**
 * Reads what was given and tells what it is, changing nothing (W3): ours first, else of another system.
 *
 * @param format what a person says that it is; null: it is recognised
 * @param say hears what is being done
 */
export async function judge(
  source: Source,
  format: FormatId | null,
  say: (doing: string) => void = () => undefined,
): Promise<Judged> {
  const given = await textIn(source);
  if (!given.ok) return refusal([given.problem]);
  const text = given.value;
  say('Reading it');
  const received = bounded(await receivedFrom(text, format));
  say('Checking the rules');
  const blocks = await blocksOf(received);
  const hasRecords = isNothingKnown(received) && holdsRecords(text);
  return { received, text: text.length > SHOWN ? null : text, blocks, isText: true, hasRecords };
}

function textIn(source: Source): Promise<Result<string, Diagnostic>> | Result<string, Diagnostic> {
  switch (source.kind) {
    case 'file':
      return readGiven(source.file);
    case 'text':
      return insideOf(source.text);
    case 'link':
      return decodeLink(source.fragment);
  }
}

/** What could not be read at all. */
export function refusal(
  diagnostics: readonly Diagnostic[],
): Judged & { readonly received: { readonly kind: 'refused' } } {
  return {
    received: { kind: 'refused', diagnostics },
    text: null,
    blocks: [],
    isText: false,
    hasRecords: false,
  };
}

function isNothingKnown(received: Received | Foreign): boolean {
  return (
    received.kind === 'refused' &&
    received.format === undefined &&
    received.diagnostics.every(({ code }) => code === 'NOT_A_WORKSPACE')
  );
}

/** Whether a text is JSON with rows of a table, one or several; what says of itself what it is (`format`) is that, however broken. */
function holdsRecords(text: string): boolean {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok || (isJsonObject(parsed.value) && own(parsed.value, 'format') !== undefined)) return false;
  return recordsIn(parsed.value).lists.some(({ path, rows }) => path !== 'plans' || !rows.some(isDrawn));
}

/** Whether it is what a workspace that lacks its `format` has for a plan. */
function isDrawn(record: JsonObject): boolean {
  return own(record, 'nodes') !== undefined || own(record, 'states') !== undefined;
}

/** Whether a text that may be a plan, a workspace or a run is data instead. */
export async function isDataAlone(text: string): Promise<boolean> {
  return holdsRecords(text) && isNothingKnown(await receivedFrom(text, null));
}

/** Names that nothing answers to are listed by themselves: a person chooses what stands in for them. */
async function blocksOf(received: Received | Foreign): Promise<readonly Diagnostic[]> {
  if (received.kind !== 'workspace' && received.kind !== 'foreign') return [];
  const { workspace } = received;
  const { builtInCapabilities, withMade } = await import('#capabilities');
  const catalogue = catalogueOf(workspace, withMade(builtInCapabilities(), workspace));
  return check(workspace, catalogue)
    .filter(({ severity, code }) => severity === 'error' && code !== 'CAPABILITY_UNKNOWN')
    .slice(0, MOST_LISTED);
}

async function receivedFrom(text: string, format: FormatId | null): Promise<Received | Foreign> {
  const ours = format === null ? receive(text) : null;
  if (ours !== null && (ours.kind !== 'refused' || recogniseFile(text) === 'ledger')) return ours;
  return (await receiveForeign(text, format)) ?? ours ?? { kind: 'refused', diagnostics: [] };
}

/** As many as the readers of other systems list: nobody mends more in one go. */
const MOST_LISTED = 1_000;

/** What keeps it from being opened comes first, and what is not listed last. */
function bounded(received: Received | Foreign): Received | Foreign {
  if (received.kind === 'ledger') return received;
  const { diagnostics } = received;
  const ofWeight = (...weights: readonly Severity[]) =>
    diagnostics.filter(({ severity, code }) => code !== MORE && weights.includes(severity));
  const listed = [...ofWeight('error'), ...ofWeight('warning'), ...ofWeight('info')];
  const last = diagnostics.filter(({ code }) => code === MORE);
  const unlisted = listed.length - MOST_LISTED;
  const more = unlisted > 0 ? [andMore(unlisted)] : [];
  return { ...received, diagnostics: [...listed.slice(0, MOST_LISTED), ...more, ...last] };
}

const MORE = 'MORE_PROBLEMS';

function andMore(unlisted: number): Diagnostic {
  return problem(
    MORE,
    `${unlisted} more problems are not listed: the list ends at ${MOST_LISTED}.`,
    'Fix those that are listed and import again.',
  );
}

/**
 * Reads a text that is none of our own files. The reader of its format is loaded when the first such text comes.
 *
 * @param chosen what a person says that it is; else it is recognised
 * @returns null where nobody knows what it is
 */
export async function receiveForeign(
  text: string,
  chosen: FormatId | null,
): Promise<Foreign | Received | null> {
  const other = refuseOtherTool(text);
  if (other !== null) return { kind: 'refused', diagnostics: [other] };
  const format = chosen ?? recognise(text);
  if (format === null) {
    // What is wrong with JSON is said by the reader of our own files.
    const damage = damageIn(text);
    return damage?.code === 'FORMAT_FOREIGN' ? { kind: 'refused', diagnostics: [damage] } : null;
  }
  const { workspace, ...found } = await formatOf(format).read(text);
  if (workspace === null) return { kind: 'refused', diagnostics: found.diagnostics, format };
  const { absentIn, builtInCapabilities } = await import('#capabilities');
  const absent = absentIn(workspace.plans, workspace, builtInCapabilities()).map(({ id }) => id);
  return { kind: 'foreign', format, workspace, ...found, absent };
}

/** How many bytes tell what kind of file it is. */
const HEAD = 16;

/**
 * What a given file holds, as text: of a picture the workspace inside (S2). The picture itself is never drawn, parsed or
 * put into the page (T1).
 */
async function readGiven(file: File): Promise<Result<string, Diagnostic>> {
  const tooLarge = refuseLargeFile(file.name, file.size);
  if (tooLarge !== null) return err(tooLarge);
  const head = await bytesOf(file.slice(0, HEAD));
  if (head !== null && isPng(head)) {
    const png = (await bytesOf(file)) ?? head;
    const inside = workspaceInPng(png);
    return inside === null ? err(nothingInside(file.name, latinOf(png))) : ok(inside);
  }
  const read = await readTextFile(file);
  return read.ok ? insideOf(read.value, file.name) : read;
}

function bytesOf(blob: Blob): Promise<Uint8Array | null> {
  return blob.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
}

/** Bytes as characters one by one, to look for a word among them. */
function latinOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** The same of a text that was pasted: the source of a picture holds its workspace too. */
function insideOf(text: string, name = 'picture'): Result<string, Diagnostic> {
  if (!isSvg(text)) return ok(text);
  const inside = workspaceInSvg(text);
  return inside === null ? err(nothingInside(name, text)) : ok(inside);
}

/** What our pictures call the workspace in them. */
const MARK = 'planloom-workspace';

function nothingInside(name: string, picture: string): Diagnostic {
  if (picture.includes(MARK)) {
    return problem(
      'PICTURE_DAMAGED',
      `The workspace in “${name}” is not whole: the picture was cut off or changed.`,
      'Take the picture anew from where it came from, or export it again.',
    );
  }
  return problem(
    'PICTURE_EMPTY',
    `“${name}” is a picture without a workspace inside.`,
    'Pictures that Export writes have one; some programs take it out when they save a picture again.',
  );
}

/** What a text turned out to be, read through the doors and changed nowhere yet (W3). */
export type Received =
  | {
      readonly kind: 'workspace';
      readonly workspace: Workspace;
      readonly text: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly kind: 'readOnly';
      readonly name: string;
      readonly text: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'plan'; readonly plan: Plan; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: 'ledger';
      readonly commits: readonly Commit[];
      readonly text: string;
      readonly name: string;
    }
  | {
      readonly kind: 'refused';
      readonly diagnostics: readonly Diagnostic[];
      /** As what of another system it was read. */
      readonly format?: FormatId;
    };

/** A file of another system, read as a workspace: what it was, and what has no counterpart here (S3). */
export interface Foreign {
  readonly kind: 'foreign';
  readonly format: FormatId;
  readonly workspace: Workspace;
  readonly diagnostics: readonly Diagnostic[];
  readonly recognised: readonly Recognised[];
  readonly kept: readonly Kept[];
  /** Names that its plans call and nothing here answers to. */
  readonly absent: readonly string[];
}

/** Reads a text of unknown kind. All problems come back; nothing is repaired or dropped silently. */
export function receive(text: string): Received {
  switch (recogniseFile(text)) {
    case 'ledger':
      return receiveLedger(text);
    case 'plan':
      return receivePlan(text);
    default:
      return receiveWorkspace(text);
  }
}

function receiveWorkspace(text: string): Received {
  const outcome = read(text);
  switch (outcome.kind) {
    case 'document':
      return { kind: 'workspace', workspace: outcome.workspace, text, diagnostics: outcome.diagnostics };
    case 'readOnly':
      return outcome;
    case 'refused':
      return outcome;
  }
}

function receivePlan(text: string): Received {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok) return { kind: 'refused', diagnostics: [parsed.problem] };
  const plan = readPlan(parsed.value);
  return plan.ok
    ? { kind: 'plan', plan: plan.value, diagnostics: jsonWarnings(text) }
    : { kind: 'refused', diagnostics: plan.problem };
}

function receiveLedger(text: string): Received {
  const ledger = readLedger(text);
  if (!ledger.ok) return { kind: 'refused', diagnostics: ledger.problem };
  const plan = project(ledger.value, 1).started?.closure.plans[0];
  return { kind: 'ledger', commits: ledger.value, text, name: plan?.name ?? plan?.id ?? 'run' };
}

/** A workspace around one imported plan. */
export function workspaceAround(plan: Plan): Workspace {
  return { ...blankWorkspace(), id: plan.id, name: plan.name ?? plan.id, plans: [plan], layout: {} };
}

/** The workspace that a run's own closure holds (K5): what there is to look at beside its ledger. */
export function workspaceOfRun(commits: readonly Commit[]): Workspace | null {
  const { started } = project(commits, 1);
  if (started === null) return null;
  const { plans, prompts, planners, models, policies, features = [] } = started.closure;
  const [main] = plans;
  if (!main) return null;
  return {
    ...workspaceAround(main),
    plans: [...plans],
    prompts: [...prompts],
    planners: [...planners],
    models: [...models],
    policies: [...policies],
    features: [...features],
  };
}

/** The plan under an id that is free in a workspace. */
export function underFreeId(plan: Plan, workspace: Workspace): Plan {
  const taken = new Set(workspace.plans.map(({ id }) => id));
  return taken.has(plan.id) ? { ...plan, id: mintId(plan.id, taken) } : plan;
}

export function isOpenable(received: {
  readonly kind: (Received | Foreign)['kind'];
  readonly diagnostics?: readonly Diagnostic[];
}): boolean {
  const { kind, diagnostics = [] } = received;
  return kind !== 'refused' && (kind === 'readOnly' || !hasErrors(diagnostics));
}
