import fc from 'fast-check';
import { build, type Case } from './random/build';
import { type Feature, RUN_FEATURES } from './random/features';
import { reduced } from './random/reduce';
import { shownCase } from './random/shown';
import { type RunSketch, runSketch } from './random/sketch';
import { execute } from './reference/execute';
import { GoesOn, virtualRun } from './virtualRun';

/** Runs in `npm test`; `npm run laws -- --runs 2000` sets another number, `--seed` another beginning. */
export const RUNS = Number(process.env.LAWS_RUNS ?? 200);
export const SEED = Number(process.env.LAWS_SEED ?? 20_260);

/**
 * Holds a law against random plans with their outsides. A plan that breaks it is shrunk and printed as a short text,
 * with the seed and path that draw it again.
 *
 * @param check throws, or returns what is wrong in a few lines; null when the law holds
 */
export function holdsFor(
  check: (drawn: Case) => string | null,
  { runs = RUNS, features = RUN_FEATURES }: { runs?: number; features?: ReadonlySet<Feature> } = {},
): void {
  let leftOut = 0;
  const property = fc.property(runSketch(features), (sketch) => {
    const drawn = build(sketch, features);
    if (isLong(drawn)) {
      leftOut++;
      return;
    }
    const wrong = whatIsWrong(check, drawn);
    if (wrong !== null) throw new Error(wrong);
  });
  const path = process.env.LAWS_PATH;
  const details = fc.check(property, {
    seed: SEED,
    numRuns: runs,
    endOnFailure: false,
    ...(path === undefined ? {} : { path }),
  });
  if (!details.failed) {
    if (leftOut > runs * MOST_LEFT_OUT)
      throw new Error(`${leftOut} of ${runs} plans were too long to look at.`);
    return;
  }
  const [drawn] = details.counterexample ?? [];
  if (drawn === undefined) throw new Error('The law was broken by nothing.');
  const wrongIn = (sketch: RunSketch): string | null => whatIsWrong(check, build(sketch, features));
  const smallest = reduced(drawn, (sketch) => wrongIn(sketch) !== null);
  const where = `seed ${details.seed}, path "${details.counterexamplePath}", after ${details.numRuns} runs`;
  throw new Error(`${where}\n\n${shownCase(build(smallest, features))}\n${wrongIn(smallest)}`);
}

/**
 * Attempts within attempts within sub-plans that call themselves: one plan in some hundred goes on for many thousand
 * steps. The reference, which looks at everything anew, would take minutes for it; few enough may be left out.
 */
function isLong(drawn: Case): boolean {
  try {
    virtualRun(drawn, { most: LONG });
    return false;
  } catch (thrown) {
    return thrown instanceof GoesOn;
  }
}

const LONG = 600;
const MOST_LEFT_OUT = 0.05;

function whatIsWrong(check: (drawn: Case) => string | null, drawn: Case): string | null {
  try {
    return check(drawn);
  } catch (thrown) {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
}

/** Where kernel and reference part; null where they agree (R1–R23). */
export function disagreement(drawn: Case): string | null {
  const expected = execute(drawn.plans, drawn.script, drawn.features);
  const got = virtualRun(drawn);
  const said = withoutMessages(inOneOrder(got.lines));
  const right = withoutMessages(inOneOrder(expected.lines));
  const at = right.findIndex((line, index) => line !== said[index]);
  if (at >= 0 || said.length !== right.length) {
    const from = at < 0 ? right.length : at;
    const before = right.slice(0, from);
    const told = [
      'the reference says:',
      ...before.map((line) => `    ${line}`),
      ...right.slice(from, from + 8).map((line) => `  R ${line}`),
      'the kernel goes on:',
      ...said.slice(from, from + 8).map((line) => `  K ${line}`),
    ];
    return told.map((line) => line.replace(/^(.{180}).*/, '$1 …')).join('\n');
  }
  const ends = (run: { phase: string; error: string | null }): string => `${run.phase} ${run.error ?? ''}`;
  if (ends(expected) !== ends(got)) return `ends: reference ${ends(expected)}, kernel ${ends(got)}`;
  const variables = differing(expected.variables, got.variables);
  return variables === null ? null : `variables differ: ${variables}`;
}

/** Skips have no order among what else happens in the same millisecond: they come after it. */
function inOneOrder(lines: readonly string[]): readonly string[] {
  const isSkip = (line: string): boolean => / skip /.test(line);
  const times = [...new Set(lines.map((line) => line.split(' ')[0]))];
  return times.flatMap((time) => {
    const now = lines.filter((line) => line.startsWith(`${time} `));
    return [...now.filter((line) => !isSkip(line)), ...now.filter(isSkip).sort()];
  });
}

/** What an error says in words is nobody's rule. */
function withoutMessages(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line
      .replace(/"message":"(?:[^"\\]|\\.)*"/g, '"message":"…"')
      .replace(/\\"message\\":\\".*?[^\\]\\"/g, '\\"message\\":\\"…\\"'),
  );
}

function differing(one: object, other: object): string | null {
  const [a = '', b = ''] = withoutMessages([sorted(one), sorted(other)]);
  return a === b ? null : `reference ${a}, kernel ${b}`;
}

function sorted(value: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
}
