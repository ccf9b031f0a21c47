import {
  type Diagnostic,
  escapePointer,
  hasErrors,
  type Json,
  type JsonObject,
  LIMITS,
  note,
  problem,
  type Where,
  warning,
} from '#base';
import { FORMAT, readJson, VERSION } from '#plan';
import type { ImportOutcome, Kept, Recognised } from './codec';
import { readForeign } from './foreignText';

/** Problems that are listed one by one; of what lies beyond, the number is said. */
const MOST_LISTED = 1_000;

/** A place in a foreign document: JSON Pointer (RFC 6901). */
export type Path = string;

/** The place of a member, or of an item, of what is at a place. */
export function below(path: Path, ...keys: readonly (string | number)[]): Path {
  return path + keys.map((key) => `/${escapePointer(String(key))}`).join('');
}

/** Where in the text of a document a place of it stands. */
export type WhereOf = (path: Path) => Where;

/**
 * What an importer has to say while it reads: problems, what was understood otherwise than written, what was
 * recognised, and what is kept without a counterpart. A document of many faults is listed up to a bound, and the
 * number of the others is said (T4).
 */
export class ImportReport {
  private readonly diagnostics: Diagnostic[] = [];
  private readonly keptOnes: Kept[] = [];
  private readonly counts = new Map<string, Recognised>();
  private readonly told = new Set<string>();
  private failed = false;
  private unlisted = 0;
  private whereOf: WhereOf | null = null;

  constructor(first: readonly Diagnostic[] = []) {
    for (const one of first) this.add(one);
  }

  error(code: string, message: string, help: string, path: Path, where: Where = {}): void {
    this.add(problem(code, message, help, { ...where, field: path }));
  }

  warn(code: string, message: string, help: string, path: Path, where: Where = {}): void {
    this.add(warning(code, message, help, { ...where, field: path }));
  }

  info(code: string, message: string, help: string, path: Path, where: Where = {}): void {
    this.add(note(code, message, help, { ...where, field: path }));
  }

  /** Whatever is said while a part of the document is read has its place in the text, where that is known. */
  placed<T>(whereOf: WhereOf | undefined, read: () => T): T {
    const before = this.whereOf;
    this.whereOf = whereOf ?? null;
    try {
      return read();
    } finally {
      this.whereOf = before;
    }
  }

  add(found: Diagnostic): void {
    const { where } = found;
    const isPlaced = this.whereOf === null || where.line !== undefined || where.field === undefined;
    const diagnostic = isPlaced ? found : { ...found, where: { ...where, ...this.whereOf?.(where.field) } };
    if (diagnostic.severity === 'error') this.failed = true;
    if (this.isTold(diagnostic)) return;
    if (this.diagnostics.length < MOST_LISTED) this.diagnostics.push(diagnostic);
    else this.unlisted++;
  }

  /** What is read for two purposes is found wrong twice, and told once. */
  private isTold({ code, message, where }: Diagnostic): boolean {
    if (this.told.size >= MOST_LISTED) return false;
    const key = JSON.stringify([code, where, message]);
    if (this.told.has(key)) return true;
    this.told.add(key);
    return false;
  }

  /** Something without a counterpart: kept under `source`, and named among the diagnostics (S3). */
  kept(path: Path, at: string, reason: string): void {
    if (this.keptOnes.length < MOST_LISTED) this.keptOnes.push({ path, at, reason });
    this.info('KEPT', reason, `It is kept at ${at} and written back when this is exported again.`, path);
  }

  /** The same of members of an object, each by its name. */
  keptEach(
    members: JsonObject,
    path: Path,
    placeOf: (key: string) => string,
    reasonFor: (key: string) => string = noCounterpart,
  ): void {
    for (const key of Object.keys(members)) this.kept(below(path, key), placeOf(key), reasonFor(key));
  }

  recognised(theirs: string, ours: string, count = 1): void {
    const key = JSON.stringify([theirs, ours]);
    this.counts.set(key, { theirs, ours, count: (this.counts.get(key)?.count ?? 0) + count });
  }

  get hasErrors(): boolean {
    return this.failed;
  }

  /** Nothing can be made of the document, and why. */
  refuse(code: string, message: string, help: string, path: Path): ImportOutcome {
    this.error(code, message, help, path);
    return this.refused();
  }

  /** Nothing could be made of the document. */
  refused(): ImportOutcome {
    return this.outcome(null);
  }

  /**
   * The second half of the door (W3): what was made must be a workspace that `read` takes.
   *
   * @param draft a workspace document as JSON, but for its format and version
   */
  finish(draft: JsonObject): ImportOutcome {
    if (this.failed) return this.refused();
    const read = readJson({ format: FORMAT, version: VERSION, ...draft });
    if (read.kind === 'document') return this.outcome(read.workspace);
    // What was made here and is refused by our own door is a problem, however it is called there.
    for (const one of read.diagnostics) this.add({ ...one, severity: 'error' });
    return this.refused();
  }

  private outcome(workspace: ImportOutcome['workspace']): ImportOutcome {
    const diagnostics =
      this.unlisted > 0 ? [...this.diagnostics, andMore(this.unlisted, this.failed)] : this.diagnostics;
    return {
      workspace: hasErrors(diagnostics) ? null : workspace,
      diagnostics,
      recognised: [...this.counts.values()],
      kept: this.keptOnes,
    };
  }
}

export function noCounterpart(key: string): string {
  return `There is no counterpart of "${key}".`;
}

function andMore(unlisted: number, failed: boolean): Diagnostic {
  const say = failed ? problem : warning;
  return say(
    'MORE_PROBLEMS',
    `${unlisted} more findings are not listed: the list ends at ${MOST_LISTED}.`,
    'Fix those that are listed and import again.',
  );
}

/** Reads a foreign document that has come through the first half of the door; another is refused with what is wrong. */
export function importing(
  input: Json | string,
  read: (value: Json, report: ImportReport) => ImportOutcome,
): ImportOutcome {
  const foreign = readForeign(input);
  if (!foreign.ok) return new ImportReport(foreign.problem).refused();
  return read(foreign.value.value, new ImportReport(foreign.value.warnings));
}

/**
 * T4: whether a file has more steps than a plan may have nodes. Said before any of them is read, so that nobody waits for a
 * plan that could not run.
 */
export function isTooMany(count: number, what: string, path: Path, report: ImportReport): boolean {
  const most = LIMITS.nodesAccepted;
  if (count <= most) return false;
  report.error('TOO_MANY_NODES', `The file has ${count} ${what}: ${count} > ${most}.`, 'Split it.', path);
  return true;
}

/** How many steps, nodes or states lie anywhere in a document: the members of what these keys hold. */
export function countWithin(value: Json, keys: ReadonlySet<string>): number {
  let count = 0;
  const todo: Json[] = [value];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    for (const [key, inner] of membersOf(next)) {
      if (keys.has(key)) count += membersOf(inner).length;
      todo.push(inner);
    }
  }
  return count;
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A workspace around one plan, for formats that are one plan a file. */
export function workspaceOfPlan(plan: JsonObject, name: string, report: ImportReport): ImportOutcome {
  return report.finish({ id: 'imported', name, plans: [plan] });
}
