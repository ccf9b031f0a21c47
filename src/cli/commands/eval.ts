import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Diagnostic, hasErrors, type Json, LIMITS, parseExactJson, type Result } from '#base';
import { builtInCapabilities, withMade } from '#capabilities';
import { readJson, type Workspace } from '#plan';
import {
  amongSubjects,
  type Difference,
  differenceOf,
  type EvalResults,
  evaluate,
  type Ground,
  hasPassed,
  type Report,
  readResults,
  readSuite,
  reportOf,
  type Suite,
  toldBy,
} from '#proving';
import { catalogueOf, memoryBlobs, memoryLedger } from '#runtime';
import type { Command } from '../command';
import { archiveAt, blobsIn } from '../host/archives';
import { blobsOf, folderBlobs } from '../host/folderBlobs';
import { nodeHost } from '../host/nodeHost';
import { readText, readWorkspace } from '../host/readFiles';
import { replaceFile } from '../host/replaceFile';
import { demandTrust } from '../host/trust';
import { EXIT, type ExitCode, lineOf, type Outcome, Refusal, refuse } from '../outcome';
import type { Surroundings } from '../surroundings';

export const evalSuite: Command = {
  name: 'eval',
  files: ['SUITE'],
  about: [
    'Puts planners to the proof: {ok, subjects: [{id, cases: [{id, n, passed, interval, tokens, microUnits, latencyMs, plans}]}],',
    'difference?}. SUITE is JSON: {"format": "planloom/eval", "version": 1,',
    '  "workspace": PATH or a workspace, "plan": ID,',
    '  "subjects": [{"id", "flavour", "model", "prompt"}, …],',
    '  "cases": [{"id", "goal" or "input", "catalogue", "script", "checks": [{"on": "plan", "that": CEL, "as"}, …]}, …],',
    '  "repeat": 5, "seed": 1, "atLeast": 1, "budget": {"calls", "tokens", "microUnits"}}.',
    'A check is on plan, outcome or cost, and sees plan, status, outputs, usage and attempts. A script is that of "simulate";',
    'with it nothing is asked. Exit code 1 where a subject passes less than "atLeast" of its runs.',
  ].join('\n'),
  options: {
    out: {
      type: 'string',
      value: 'FILE',
      about:
        'Keeps what is done there, run by run, with the plans that were made; given the same file again, it continues where it stopped.',
    },
    against: {
      type: 'string',
      value: 'FILE',
      about:
        'Results to compare with: which cases got worse or better, so that intervals do not overlap. Without it subjects are compared with the first.',
    },
    trust: { type: 'string', value: 'HASH', about: 'Trusts the workspace of this hash.' },
    yes: { type: 'boolean', about: 'Trusts the workspace, whichever it is.' },
  },
  examples: [
    'eval public/samples/ask-a-table.eval.json',
    'eval suite.json --out new.json --against old.json',
  ],
  run: async (given, around) => {
    const path = given.files[0] ?? '';
    const { suite, workspace, file } = await readSuiteAt(path);
    const out = given.text('out');
    const against = given.text('against');
    const [before, earlier] = [
      await resultsSoFar(out),
      against === undefined ? null : await readResultsAt(against),
    ];
    if (workspace !== null && suite.cases.some(({ script }) => script === undefined)) {
      const catalogue = catalogueOf(workspace, withMade(builtInCapabilities(), workspace));
      demandTrust(workspace, catalogue, { trust: given.text('trust'), yes: given.has('yes') });
    }
    const done = await evaluate({
      suite,
      workspace,
      ground: await groundOf(file, around),
      ...(before === null ? {} : { before }),
      onRun: async (results) => {
        around.say(lineOfRun(results));
        if (out !== undefined) await keepResults(out, results);
      },
    });
    if (!done.ok) throw new Refusal(done.problem, {}, path);
    const { results, stopped } = done.value;
    if (stopped !== null) around.say(lineOf(stopped));
    const report = reportOf(suite, results);
    const difference =
      earlier === null
        ? amongSubjects(report)
        : differenceOf(reportOf(toldBy(earlier), earlier), report, against ?? '');
    return printed(report, difference, stopped);
  },
};

function printed(report: Report, difference: Difference | null, stopped: Diagnostic | null): Outcome {
  const result = {
    ...report,
    ...(difference === null ? {} : { difference }),
    ...(stopped === null ? {} : { diagnostics: [stopped] }),
  };
  return { exit: exitOf(report, stopped), result };
}

function exitOf({ ok }: Report, stopped: Diagnostic | null): ExitCode {
  if (stopped?.code === 'EVAL_UNCONNECTED') return EXIT.waiting;
  return ok ? EXIT.done : EXIT.failed;
}

function lineOfRun({ runs, of }: EvalResults): string {
  const run = runs.at(-1);
  if (run === undefined) return `0/${of}`;
  const word = hasPassed(run) ? 'passed' : 'failed';
  return `${runs.length}/${of} ${run.subject}, ${run.case}: ${word}`;
}

/** The machine's own outside, where nothing is kept but what the suite's results say. */
async function groundOf(file: string | undefined, { env }: Surroundings): Promise<Ground> {
  const archived = file === undefined ? null : await archiveAt(file);
  const beside = file === undefined ? [] : [folderBlobs(`${file}.blobs`)];
  const blobs = blobsOf(memoryBlobs(), ...beside, await blobsIn(archived));
  return {
    capabilitiesFor: (workspace) => withMade(builtInCapabilities(), workspace),
    hostFor: ({ models }, capabilities) =>
      nodeHost({ capabilities, models, ledger: memoryLedger(), blobs, env }),
  };
}

/** A suite as its file says it. */
interface SuiteFile {
  readonly suite: Suite;
  readonly workspace: Workspace | null;
  /** The file of its workspace, named from where the suite lies; undefined where that is in the suite itself. */
  readonly file?: string;
}

/** @throws Refusal with all that is wrong with the suite, or with its workspace */
async function readSuiteAt(path: string): Promise<SuiteFile> {
  const suite = await readAt(path, readSuite);
  if (suite.workspace === null) return { suite, workspace: null };
  if (typeof suite.workspace === 'string') {
    const file = resolve(dirname(path), suite.workspace);
    return { suite, workspace: await readWorkspace(file), file };
  }
  const outcome = readJson(suite.workspace);
  if (outcome.kind === 'document' && !hasErrors(outcome.diagnostics))
    return { suite, workspace: outcome.workspace };
  throw new Refusal(outcome.diagnostics, {}, path);
}

/** @throws Refusal where the file is no results */
async function readResultsAt(path: string): Promise<EvalResults> {
  return readAt(path, readResults);
}

/** What an interrupted evaluation has left there; null where there is no such file yet. */
async function resultsSoFar(path: string | undefined): Promise<EvalResults | null> {
  if (path === undefined || (await stat(path).catch(() => null)) === null) return null;
  return readResultsAt(path);
}

/** @throws Refusal `OUTPUT_UNWRITABLE` */
async function keepResults(path: string, results: EvalResults): Promise<void> {
  await replaceFile(path, `${JSON.stringify(results, null, 2)}\n`).catch((cause: unknown) => {
    throw refuse(
      'OUTPUT_UNWRITABLE',
      `"${path}" cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
      'Name a file in a folder that is there and may be written.',
    );
  });
}

async function readAt<Value>(
  path: string,
  reader: (value: Json) => Result<Value, readonly Diagnostic[]>,
): Promise<Value> {
  const parsed = parseExactJson(await readText(path), LIMITS.jsonDepth);
  if (!parsed.ok) throw new Refusal([parsed.problem], {}, path);
  const read = reader(parsed.value);
  if (read.ok) return read.value;
  throw new Refusal(read.problem, {}, path);
}
