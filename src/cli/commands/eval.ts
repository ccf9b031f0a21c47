import type { Diagnostic } from '#base';
import { builtInCapabilities, withMade } from '#capabilities';
import {
  amongSubjects,
  type Difference,
  differenceOf,
  type EvalResults,
  evaluate,
  type Ground,
  hasPassed,
  type Report,
  reportOf,
  toldBy,
} from '#proving';
import { catalogueOf, memoryLedger } from '#runtime';
import type { Command } from '../command';
import { archiveAt, blobsIn } from '../host/archives';
import { blobsBeside, blobsOf } from '../host/folderBlobs';
import { nodeHost } from '../host/nodeHost';
import { demandTrust } from '../host/trust';
import { EXIT, type ExitCode, lineOf, type Outcome, Refusal } from '../outcome';
import { keepResults, readResultsAt, readSuiteAt, resultsSoFar } from '../proving/suiteFiles';
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
  const blobs = blobsOf(blobsBeside(undefined, [file]), await blobsIn(archived));
  return {
    capabilitiesFor: (workspace) => withMade(builtInCapabilities(), workspace),
    hostFor: ({ models }, capabilities) =>
      nodeHost({ capabilities, models, ledger: memoryLedger(), blobs, env }),
  };
}
