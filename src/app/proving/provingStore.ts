import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Diagnostic, err, isJsonObject, type Json, jsonOf, LIMITS, parseJson, type Result } from '#base';
import { inputDefaults, type Plan } from '#plan';
import {
  type EvalResults,
  type EvalRun,
  evaluate,
  readResults,
  readSuite,
  SUITE_FORMAT,
  type Suite,
  suiteHash,
} from '#proving';
import { type Host, memoryLedger } from '#runtime';
import { pathOfSuite, SAMPLES } from '#samples';
import { readTextFile } from '../library/documentFromFile';
import { hostOfPage } from '../run/hostOfPage';
import { openDialog } from '../state/dialogs';
import { diagnosticOf } from '../state/sayTrouble';
import { fetchOwn } from '../state/services';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';

/** A cell of the table: how a subject did at a case. */
export interface Cell {
  readonly subject: string;
  readonly case: string;
}

/** The proving ground of the workspace that is open. */
interface ProvingState {
  /** Id of the workspace; another one begins anew. */
  readonly workspace: string | null;
  /** Whether it is known which suite it was left with, if any. */
  readonly isRead: boolean;
  readonly opened: OpenSuite | null;
  readonly results: EvalResults | null;
  /** Results of a file, to compare with. */
  readonly against: { readonly name: string; readonly results: EvalResults } | null;
  /** Ends what goes on; null while nothing does. */
  readonly going: AbortController | null;
  /** Why it has stopped before it was done, or what is wrong with what was opened. */
  readonly problems: readonly Diagnostic[];
  readonly cell: Cell | null;
}

const EMPTY: ProvingState = {
  workspace: null,
  isRead: false,
  opened: null,
  results: null,
  against: null,
  going: null,
  problems: [],
  cell: null,
};

export const provingStore = createStore<ProvingState>(() => EMPTY);

export function useProving<T>(select: (state: ProvingState) => T): T {
  return useStore(provingStore, select);
}

/** Begins anew, with nothing opened or with a suite: results of another one say nothing of it. What goes on ends. */
export function enterGround(
  workspace: string,
  opened: OpenSuite | null = null,
  results: EvalResults | null = null,
): void {
  provingStore.getState().going?.abort();
  provingStore.setState({ ...EMPTY, workspace, opened, results });
}

/** What buttons of cells carry, so that whoever leaves one finds back. */
export const CELL = 'data-cell';

export function chooseCell(cell: Cell | null): void {
  provingStore.setState({ cell });
}

/** The runs of a cell, in their order. */
export function runsOf({ runs }: Pick<EvalResults, 'runs'>, cell: Cell): readonly EvalRun[] {
  return runs.filter((run) => run.subject === cell.subject && run.case === cell.case);
}

/**
 * Runs the suite that is open on the workspace that is open, or goes on where it stopped. Its runs are kept in no list: results and plans
 * are what is left of them.
 */
export async function runSuite(session: Session): Promise<void> {
  const { opened, results, going } = provingStore.getState();
  if (opened === null || going !== null || session.closed.aborted) return;
  if (!session.state.getState().trusted) {
    openDialog({ kind: 'trust', next: () => void runSuite(session) });
    return;
  }
  const stop = new AbortController();
  provingStore.setState({ going: stop, problems: [] });
  const isHere = () => provingStore.getState().going === stop;
  try {
    const workspace = workspaceToRun(session);
    const isSame = results?.suite === suiteHash(opened.suite, workspace);
    const isDone = isSame && results.runs.length === results.of;
    const host = await hostOfPage(session, memoryLedger());
    const done = await evaluate({
      suite: opened.suite,
      workspace,
      ground: {
        capabilitiesFor: () => host.capabilities,
        hostFor: (_, capabilities): Host => ({ ...host, capabilities, ledger: memoryLedger() }),
      },
      before: isSame && !isDone ? results : undefined,
      signal: AbortSignal.any([stop.signal, session.closed]),
      onRun: async (so) => {
        if (isHere()) provingStore.setState({ results: so });
        await kept(session, so);
      },
    });
    if (!isHere()) return;
    const { stopped } = done.ok ? done.value : { stopped: null };
    if (done.ok) provingStore.setState({ results: done.value.results });
    const problems = done.ok ? [] : done.problem;
    provingStore.setState({ problems: stopped === null ? problems : [stopped] });
  } catch (thrown) {
    if (isHere()) provingStore.setState({ problems: [diagnosticOf(thrown, 'The suite could not be run.')] });
  } finally {
    if (isHere()) provingStore.setState({ going: null });
  }
}

export function stopSuite(): void {
  provingStore.getState().going?.abort();
}

/** A page that is lost goes on from there; where it cannot be kept, what is shown is all there is. */
async function kept(session: Session, results: EvalResults): Promise<void> {
  const { opened } = provingStore.getState();
  if (opened !== null) await keepGround(session, opened.source, results);
}

/** A suite, and the document that it was read from. */
export interface OpenSuite {
  readonly suite: Suite;
  readonly source: Json;
}

type Read<Value> = Result<Value, readonly Diagnostic[]>;

export function openSuite(source: Json): Read<OpenSuite> {
  const suite = readSuite(source);
  return suite.ok ? { ok: true, value: { suite: suite.value, source } } : suite;
}

/** The suite that a workspace was put to here before, with what came of it, else that of its template; null where there is none. */
export async function groundOf(
  session: Session,
): Promise<(OpenSuite & { readonly results: EvalResults | null }) | null> {
  const kept = await session.storage.settings.get(keyOf(session));
  if (isJsonObject(kept)) {
    const opened = openSuite(kept.suite ?? null);
    const results = readResults(kept.results ?? null);
    if (opened.ok) return { ...opened.value, results: results.ok ? results.value : null };
  }
  const template = SAMPLES.find(({ id }) => id === session.editor.workspace.id);
  if (template === undefined) return null;
  const opened = fromText(await fetchOwn(pathOfSuite(template.id)), openSuite);
  return opened.ok ? { ...opened.value, results: null } : null;
}

/** Keeps what is proven here, so that a page that is lost goes on where it stopped. */
async function keepGround(session: Session, suite: Json, results: EvalResults): Promise<void> {
  await session.storage.settings.set(keyOf(session), { suite, results: jsonOf(results) });
}

function keyOf({ id }: Session): string {
  return `proving.${id}`;
}

export async function suiteIn(file: File): Promise<Read<OpenSuite>> {
  return readFrom(file, openSuite);
}

export async function resultsIn(file: File): Promise<Read<EvalResults>> {
  return readFrom(file, readResults);
}

async function readFrom<Value>(file: File, reader: (value: Json) => Read<Value>): Promise<Read<Value>> {
  const text = await readTextFile(file);
  return text.ok ? fromText(text.value, reader) : err([text.problem]);
}

function fromText<Value>(text: string, reader: (value: Json) => Read<Value>): Read<Value> {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  return parsed.ok ? reader(parsed.value) : err([parsed.problem]);
}

/** A suite to begin with: the plan as it is drawn, with its own inputs, has to come to its end. */
export function firstSuite(plan: Plan): Json {
  return {
    format: SUITE_FORMAT,
    version: 1,
    name: plan.name ?? plan.id,
    plan: plan.id,
    subjects: [{ id: 'As drawn' }],
    cases: [
      {
        id: 'With its own inputs',
        input: inputDefaults(plan.variables),
        checks: [{ on: 'outcome', that: 'status == "completed"', as: 'It comes to its end' }],
      },
    ],
  };
}
