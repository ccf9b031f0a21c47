import 'fake-indexeddb/auto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hashBytes, hashText, utf8 } from '#base';
import { type RunBook, type RunFilter, type RunLine, type RunPlace, wholeLedger } from '#hosting';
import { type Commit, writeLedger } from '#kernel';
import { madeHandle, startRun } from '#runtime';
import { runBookOf } from '#storage';
import { FileBook } from '../../src/cli/run/fileBook';
import { LedgerFile } from '../../src/cli/run/ledgerFile';
import { pathBeside } from '../../src/cli/run/ledgersBeside';
import type { ReadPart } from '../../src/hosting/ledgerParts';
import { scratch } from '../cli/notation';
import { plan, workspace } from '../notation/plan';
import { hostOf } from '../runtime/notation';
import { Profile } from '../storage/notation';

const WORK = plan('a: CAPABILITY work\nb: CAPABILITY work\na -> b');

/** What a run has recorded when it is over. */
async function recorded(
  runId: string,
  at: number,
  more: object = {},
  work: () => unknown = () => 1,
): Promise<readonly Commit[]> {
  const host = hostOf({ work });
  host.clock.advance(at);
  const run = startRun(host, { workspace: workspace([WORK]), plan: 'main', input: {}, runId, ...more });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.done;
  return run.value.commits;
}

/** A book, and how it is opened once more by a tab or a process that knows nothing of it. */
interface Kept {
  open(): Promise<RunBook>;
}

const books: readonly (readonly [string, () => Kept])[] = [
  [
    'rows and locks',
    () => {
      const profile = new Profile();
      return { open: async () => runBookOf(await profile.tab(), 'demo') };
    },
  ],
  [
    'files and lock files',
    () => {
      const path = scratch().path('run.ndjson');
      return {
        open: async () => {
          const book = new FileBook(path);
          opened.push(book);
          return book;
        },
      };
    },
  ],
];

const opened: FileBook[] = [];
afterEach(async () => {
  for (const book of opened.splice(0)) await book.close();
});

async function keep(book: RunBook, runId: string, commits: readonly Commit[]): Promise<void> {
  const writer = await book.begin({ runId, plan: 'main', planName: 'Main' });
  if (!writer.ok || writer.value === null) throw new Error(`${runId} is written elsewhere.`);
  await writer.value.append(runId, commits);
  writer.value.release();
}

const ids = (lines: readonly RunLine[]): string => lines.map(({ runId }) => runId).join(' ');

/** All pages of a list. */
async function pages(book: RunBook, most: number, filter: RunFilter = {}): Promise<readonly string[]> {
  const found: string[] = [];
  let after: RunPlace | undefined;
  do {
    const page = await book.page({ ...filter, most, after });
    found.push(ids(page.lines));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}

describe.each(books)('D8 a list of runs over %s', (_name, make) => {
  test('is read by pages, the newest first, those of one moment by their ids, by whoever opens it', async () => {
    const kept = make();
    const book = await kept.open();
    for (const [runId, at] of Object.entries({ b: 1, a: 1, e: 3, c: 1, d: 2 }))
      await keep(book, runId, await recorded(runId, at));
    expect(await pages(book, 2)).toEqual(['e d', 'c b', 'a']);
    expect(await pages(book, 5), 'no page is empty').toEqual(['e d c b a']);
    expect(await pages(await kept.open(), 3)).toEqual(['e d c', 'b a']);
  });

  test('goes on from its place, whatever comes or goes meanwhile', async () => {
    const book = await make().open();
    for (const [index, runId] of ['a', 'b', 'c', 'd'].entries())
      await keep(book, runId, await recorded(runId, index));
    const first = await book.page({ most: 2 });
    expect(ids(first.lines)).toBe('d c');
    await keep(book, 'e', await recorded('e', 9));
    await book.remove('c');
    const second = await book.page({ most: 2, after: first.next ?? undefined });
    expect(ids(second.lines)).toBe('b a');
    expect(second.next).toBeNull();
    expect(await pages(book, 9)).toEqual(['e d b a']);
  });

  test('M4 holds those of a session, of a parent, and of how they stand, on full pages', async () => {
    const book = await make().open();
    for (let at = 0; at < 6; at++) {
      const more = at % 2 === 0 ? { labels: { sessionId: 'talk' } } : { parentRunId: 'zero' };
      const whole = await recorded(`run-${at}`, at, more);
      await keep(book, `run-${at}`, at < 3 ? whole : whole.slice(0, 1));
    }
    expect(await pages(book, 2, { sessionId: 'talk' })).toEqual(['run-4 run-2', 'run-0']);
    expect(await pages(book, 2, { parentRunId: 'zero' })).toEqual(['run-5 run-3', 'run-1']);
    expect(await pages(book, 2, { statuses: ['completed'] })).toEqual(['run-2 run-1', 'run-0']);
    expect(await pages(book, 2, { sessionId: 'talk', statuses: ['completed'] })).toEqual(['run-2 run-0']);
    expect(await pages(book, 2, { sessionId: 'nobody' })).toEqual(['']);
  });

  test('K6 tells of one that was interrupted as paused, to whoever opens it later', async () => {
    const kept = make();
    const book = await kept.open();
    const whole = await recorded('run-1', 1);
    await keep(book, 'run-1', whole.slice(0, 1));
    for (const one of opened) await one.close();
    const later = await kept.open();
    expect(await pages(later, 9, { statuses: ['paused'] })).toEqual(['run-1']);
    expect(await pages(later, 9, { statuses: ['running', 'pending'] })).toEqual(['']);
  });
});

describe.each(books)('K3 a ledger over %s', (_name, make) => {
  test('is read by parts, each where the one before ends, by whoever opens the book', async () => {
    const kept = make();
    const [book, whole] = [await kept.open(), await recorded('a', 1)];
    await keep(book, 'a', whole);
    for (const one of opened) await one.close();
    const later = await kept.open();
    const first = await later.read('a', 0, 2);
    expect(first).toEqual({ ok: true, value: { commits: whole.slice(0, 2), next: 2 } });
    const tail = { commits: whole.slice(-1), next: null };
    expect(await later.read('a', whole.length - 1, 100)).toEqual({ ok: true, value: tail });
    expect(await later.read('a', 1, whole.length - 1)).toMatchObject({ ok: true, value: { next: null } });
    expect(await later.read('a', whole.length, 9)).toEqual({ ok: true, value: { commits: [], next: null } });
    expect(await wholeLedger(later, 'a')).toEqual({ ok: true, value: whole });
  });

  test('of a run that is not there, or is removed between two parts, is told to be absent', async () => {
    const kept = make();
    const [book, whole] = [await kept.open(), await recorded('a', 1)];
    const absent = { ok: false, problem: [{ code: 'RUN_ABSENT' }] };
    expect(await book.read('a', 0, 9)).toMatchObject(absent);
    await keep(book, 'a', whole);
    const reader = await kept.open();
    const removing: ReadPart = async (...asked) => {
      const part = await reader.read(...asked);
      await book.remove('a');
      return part.ok ? { ok: true, value: { ...part.value, next: 1 } } : part;
    };
    expect(await wholeLedger({ read: removing }, 'a')).toMatchObject(absent);
    expect(await reader.page({ most: 9 })).toEqual({ lines: [], next: null });
  });

  test('K7 is followed from a position on: no more is read of it than what is new', async () => {
    const kept = make();
    const [book, whole] = [await kept.open(), await recorded('a', 1)];
    const writer = await book.begin({ runId: 'a', plan: 'main', planName: 'Main' });
    if (!writer.ok || writer.value === null) throw new Error('It is written elsewhere.');
    await writer.value.append('a', whole.slice(0, 2));
    const heard: number[] = [];
    const reader = await kept.open();
    const stop = reader.follow('a', 1, (commits) => heard.push(...commits.map(({ seq }) => seq)));
    await expect.poll(() => heard).toEqual([1]);
    await writer.value.append('a', whole.slice(2));
    await expect.poll(() => heard).toEqual(whole.slice(1).map(({ seq }) => seq));
    stop();
  });
});

describe('K3 a ledger in a file', () => {
  test('that somebody changed is refused where it was changed, and read before that', async () => {
    const path = scratch().path('run.ndjson');
    const whole = await recorded('a', 1);
    const lines = writeLedger(whole).trimEnd().split('\n');
    const at = lines.length - 1;
    writeFileSync(path, `${[...lines.slice(0, at), lines[at]?.replace('"at":', '"at":1')].join('\n')}\n`);
    const file = new LedgerFile(path, 'a');
    expect(await file.read(0, at)).toEqual({ ok: true, value: { commits: whole.slice(0, at), next: at } });
    expect(await file.read(at, 1)).toMatchObject({ ok: false, problem: [{ code: 'LEDGER_CHANGED' }] });
    const book = new FileBook(path);
    expect(await book.read('a', 1, 99)).toMatchObject({ ok: false, problem: [{ code: 'LEDGER_CHANGED' }] });
  });

  test('is read anew where another took its place, and without the line that a crash has cut', async () => {
    const path = scratch().path('run.ndjson');
    const [one, other] = [await recorded('a', 1), await recorded('a', 20_000)];
    const file = new LedgerFile(path, 'a');
    writeFileSync(path, writeLedger(one));
    expect(await file.read(0, 99)).toEqual({ ok: true, value: { commits: one, next: null } });
    writeFileSync(path, writeLedger(other));
    expect(await file.read(0, 99)).toEqual({ ok: true, value: { commits: other, next: null } });
    writeFileSync(path, writeLedger(one).slice(0, -5));
    expect(await file.read(0, 99)).toEqual({ ok: true, value: { commits: one.slice(0, -1), next: null } });
  });
});

/** Some bytes, and the value that names them. */
const BYTES = new Uint8Array(utf8('[]\n'));
const HASH = hashBytes(BYTES);
const naming = () => madeHandle({ $table: { hash: HASH, rows: 0, bytes: BYTES.length, columns: [] } });

describe.each(books)('V6 the bytes of runs over %s', (_name, make) => {
  test('are found by every run, and by whoever opens the book later', async () => {
    const kept = make();
    const book = await kept.open();
    expect(await book.blobs('a').write(BYTES)).toBe(HASH);
    await keep(book, 'a', await recorded('a', 1, {}, naming));
    expect(await book.blobs('b').read(HASH)).toEqual(BYTES);
    for (const one of opened) await one.close();
    const later = await kept.open();
    expect(await later.blobs('a').read(HASH)).toEqual(BYTES);
    expect(await later.blobs('a').has(hashText('nothing'))).toBe(false);
  });

  test('case H7 go with the last run that names them', async () => {
    const kept = make();
    const book = await kept.open();
    await book.blobs('a').write(BYTES);
    for (const runId of ['a', 'b']) await keep(book, runId, await recorded(runId, 1, {}, naming));
    await keep(book, 'c', await recorded('c', 1));
    await book.remove('a');
    expect(await book.blobs('b').read(HASH)).toEqual(BYTES);
    const later = await kept.open();
    await later.remove('b');
    expect(await later.blobs('c').has(HASH)).toBe(false);
    expect(await pages(later, 9)).toEqual(['c']);
  });

  test('K13 that are gone are not there, break no run that names them, and can be kept again', async () => {
    const book = await make().open();
    await keep(book, 'a', await recorded('a', 1, {}, naming));
    expect([await book.blobs('a').has(HASH), await book.blobs('a').read(HASH)]).toEqual([false, null]);
    expect(await book.line('a')).toMatchObject({ status: 'completed' });
    await book.blobs('a').write(BYTES);
    expect(await book.blobs('a').read(HASH)).toEqual(BYTES);
  });
});

test('I9, V6 of a run in a file that does not begin no bytes are left, but what a person has put there', async () => {
  const path = scratch().path('run.ndjson');
  const book = new FileBook(path);
  opened.push(book);
  await book.begin({ runId: 'a', plan: 'main', planName: 'Main' });
  await book.blobs('a').write(BYTES);
  await book.remove('a');
  expect([existsSync(pathBeside(path, 'a')), existsSync(`${pathBeside(path, 'a')}.blobs`)]).toEqual([
    false,
    false,
  ]);
  await book.begin({ runId: 'b', plan: 'main', planName: 'Main' });
  await book.blobs('b').write(BYTES);
  writeFileSync(join(`${pathBeside(path, 'b')}.blobs`, 'mine.txt'), 'mine');
  await book.remove('b');
  expect(readdirSync(`${pathBeside(path, 'b')}.blobs`)).toEqual(['mine.txt']);
});

describe('D8 a list of runs in files', () => {
  test('tells of a ledger that somebody changed, and lists the others', async () => {
    const path = scratch().path('run.ndjson');
    for (const runId of ['a', 'b'])
      writeFileSync(pathBeside(path, runId), writeLedger(await recorded(runId, 1)));
    const changed = writeLedger(await recorded('c', 2)).replace('"seq":1', '"seq":7');
    writeFileSync(pathBeside(path, 'c'), changed);
    const book = new FileBook(path);
    const page = await book.page({ most: 1 });
    expect(ids(page.lines)).toBe('b');
    expect(page.unread).toMatchObject([{ code: 'LEDGER_LINE_INVALID' }]);
    rmSync(pathBeside(path, 'c'));
    expect(await book.page({ most: 2 })).not.toHaveProperty('unread');
  });

  test('holds neither other files nor ledgers that were only put there', async () => {
    const path = scratch().path('run.ndjson');
    writeFileSync(path, writeLedger(await recorded('first', 1)));
    writeFileSync(pathBeside(path, 'another'), writeLedger(await recorded('not-another', 2)));
    writeFileSync(pathBeside(path, 'empty'), '');
    writeFileSync(path.replace('run', 'other'), writeLedger(await recorded('other', 3)));
    const { lines } = await new FileBook(path).page({ most: 9 });
    expect(lines.map(({ runId, status }) => `${runId} ${status}`)).toEqual(['first completed']);
  });
});
