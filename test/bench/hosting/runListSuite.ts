import 'fake-indexeddb/auto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunBook } from '#hosting';
import { type Commit, seal, writeLedger } from '#kernel';
import { openStorage, runBookOf } from '#storage';
import { FileBook } from '../../../src/cli/run/fileBook';
import { pathBeside } from '../../../src/cli/run/ledgersBeside';
import { type BenchLine, mediansUs, rounded, type Suite } from '../bench';
import { drive } from '../kernel/drive';
import { chain } from '../kernel/plans';

const [FEW, MANY] = [50, 5_000];
/** Lines of a page, as the panel asks for them. */
const PAGE = 50;

/** The first page of the list of runs: of many as quickly as of few. */
export const RUN_LIST: Suite = {
  name: 'run list',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'planloom-bench-'));
    try {
      const rows = await measured('rows', await rowsOf(FEW), await rowsOf(MANY));
      const files = await measured('files', filesOf(folder, FEW), filesOf(folder, MANY));
      return [...rows, ...files];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function measured(name: string, few: RunBook, many: RunBook): Promise<readonly BenchLine[]> {
  const [ofFew = 0, ofMany = 0] = await mediansUs(9, [
    () => few.page({ most: PAGE }),
    () => many.page({ most: PAGE }),
  ]);
  const line = (n: number, us: number) => ({
    ...{ name: `first page of runs, ${name}`, engine: 'planloom', n, usPerStep: rounded(us) },
  });
  return [line(FEW, ofFew), { ...line(MANY, ofMany), ratio: rounded(ofMany / ofFew) }];
}

async function rowsOf(count: number): Promise<RunBook> {
  const storage = await openStorage({ name: `runs-${count}`, channel: null });
  for (let at = 0; at < count; at++)
    await storage.runs.import(ledgerOf(`run-${at}`, at), { workspace: 'w', plan: 'main', planName: 'Main' });
  return runBookOf(storage, 'w');
}

function filesOf(folder: string, count: number): RunBook {
  const first = join(folder, `${count}.ndjson`);
  for (let at = 0; at < count; at++)
    writeFileSync(pathBeside(first, `run-${at}`), writeLedger(ledgerOf(`run-${at}`, at)));
  return new FileBook(first);
}

const [BEGUN, ...REST] = drive(chain(3), true).commits;

/** A short run that began at a moment. */
function ledgerOf(runId: string, at: number): readonly Commit[] {
  if (BEGUN?.fact.type !== 'run.started') return [];
  const commits: Commit[] = [];
  for (const { fact, entries } of [{ ...BEGUN, fact: { ...BEGUN.fact, runId } }, ...REST])
    commits.push(seal(commits.at(-1) ?? null, { at, fact, entries }));
  return commits;
}
