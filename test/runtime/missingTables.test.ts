import { describe, expect, it } from 'vitest';
import type { TableHandle } from '#base';
import { builtInCapabilities } from '#capabilities';
import { recordOf, replay } from '#kernel';
import { project } from '#projection';
import {
  type Blobs,
  type Host,
  memoryBlobs,
  memoryLedger,
  resumeRun,
  StorageError,
  tablesIn,
} from '#runtime';
import { plan, workspace } from '../notation/plan';
import { hostOf, start } from './notation';

/** Rows that are too large to cross a step: 1.2 MB. */
const CSV = [
  'name,amount',
  ...Array.from({ length: 3_000 }, (_, at) => `${'an order '.repeat(45)}${at},${at % 97}`),
].join('\n');
const DOCUMENTS = { documents: [{ id: 'orders', kind: 'csv', text: CSV }] };

const ASK = `
  out total
  load: CAPABILITY table.load {input: {document: "orders"}, output: {total: "result.rows"}}
  ask: HUMAN_INPUT "Well?" {decisions: [yes], timeoutMs: null}
  few: CAPABILITY table.limit {input: {rows: "{{ total }}", limit: 2}, output: {total: "result.rows"}}
  load -> ask
  ask.yes -> few
`;

function hostWith(blobs: Blobs) {
  let came = () => {};
  const host: Host = {
    ...hostOf({}, { blobs }),
    capabilities: builtInCapabilities(),
    onFile: (listener) => {
      came = listener;
      return () => {};
    },
  };
  return { host, fileCame: () => came() };
}

/** A run that has loaded its table and asks a person, and the table that its ledger names. */
async function asking(blobs: Blobs) {
  const run = start(hostWith(blobs).host, ASK, { rest: DOCUMENTS });
  await run.atRest();
  run.close();
  const handle = project(run.commits).variables.get('total')?.value as TableHandle;
  return { commits: run.commits, handle };
}

describe('V6, K13 a table that a ledger names and that is not here', () => {
  it('keeps the call that reads it from leaving, is asked for by what made it, and lets it go when it comes', async () => {
    const blobs = memoryBlobs();
    const { commits, handle } = await asking(blobs);
    const elsewhere = memoryBlobs();
    const { host, fileCame } = hostWith(elsewhere);
    const taken = resumeRun(
      { ...host, ledger: memoryLedger(commits) },
      commits,
      workspace([plan(ASK)], DOCUMENTS),
    );
    if (!taken.ok) throw new Error('not taken up');
    const run = taken.value;
    await run.resume();
    const [asked] = project(run.commits).waiting;
    if (asked) await run.answer(asked.address, { decision: 'yes' });
    await run.atRest();
    const [waiting] = project(run.commits).waiting;
    expect(waiting).toMatchObject({ kind: 'file', address: '/few#1' });
    expect(waiting?.message).toContain('The 3,000 rows that /load#1 made are not here');
    expect(waiting?.message).toContain(handle.$table.hash.slice(0, 12));
    await elsewhere.write((await blobs.read(handle.$table.hash)) ?? new Uint8Array());
    fileCame();
    await run.done;
    expect(project(run.commits)).toMatchObject({
      status: 'completed',
      outputs: {
        total: [{ amount: 0 }, { amount: 1 }],
      },
    });
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('a fork that is served from such a ledger waits for it, too', async () => {
    const { commits } = await asking(memoryBlobs());
    const reuse = recordOf(commits, commits.length, { set: {}, outputs: [] });
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const run = start(hostWith(memoryBlobs()).host, ASK.replace('ask.yes -> few', 'load -> few'), {
      rest: DOCUMENTS,
      reuse: reuse.value,
    });
    await run.atRest();
    expect(project(run.commits).waiting).toContainEqual(
      expect.objectContaining({ kind: 'file', address: '/few#1' }),
    );
    run.close();
  });

  it('a run that makes its tables itself waits for none', async () => {
    const run = start(hostWith(memoryBlobs()).host, ASK.replace('load -> ask', 'load -> few'), {
      rest: DOCUMENTS,
    });
    await run.atRest();
    expect(project(run.commits).waiting.map(({ kind }) => kind)).not.toContain('file');
    run.close();
  });
});

describe('V6, K3 what a commit names is durable before it', () => {
  it('texts of a closure and tables: at every append all that the ledger names by then is kept', async () => {
    const blobs = memoryBlobs();
    const kept = memoryLedger();
    const missing: string[] = [];
    const { host } = hostWith(blobs);
    const ledger: Host['ledger'] = {
      ...kept,
      append: async (runId, commits) => {
        const text = JSON.stringify(commits);
        for (const [, hash = ''] of text.matchAll(/"(?:\$table|file)":\{[^}]*?"hash":"([0-9a-f]{64})"/g))
          if (!(await blobs.has(hash))) missing.push(hash);
        await kept.append(runId, commits);
      },
    };
    const run = start({ ...host, ledger }, ASK, { rest: DOCUMENTS });
    await run.atRest();
    run.close();
    expect(JSON.stringify(run.commits)).toContain('"$table"');
    expect(missing).toEqual([]);
  });

  it('a store that dies between leaves bytes that no commit names, and never a commit without its bytes', async () => {
    const blobs = memoryBlobs();
    const kept = memoryLedger();
    const { host } = hostWith(blobs);
    const dies: Host['ledger'] = {
      ...kept,
      append: async (runId, commits) => {
        if (JSON.stringify(commits).includes('"$table"')) throw new Error('the process is killed here');
        await kept.append(runId, commits);
      },
    };
    const run = start({ ...host, ledger: dies }, ASK, { rest: DOCUMENTS });
    await run.atRest();
    run.close();
    const durable = await kept.read(run.runId);
    expect(JSON.stringify(durable)).not.toContain('"$table"');
    const next = hostWith(blobs);
    const taken = resumeRun(
      { ...next.host, ledger: memoryLedger(durable) },
      durable,
      workspace([plan(ASK)], DOCUMENTS),
    );
    if (!taken.ok) throw new Error('not taken up');
    await taken.value.resume();
    await taken.value.atRest();
    const handle = project(taken.value.commits).variables.get('total')?.value as TableHandle;
    expect((await tablesIn(blobs).read(handle)).rows).toHaveLength(3_000);
    taken.value.close();
  });

  it('case H2 where texts cannot be kept, the run holds before its first commit, and goes on with the store', async () => {
    const blobs = memoryBlobs();
    let full = true;
    const { host } = hostWith({
      ...blobs,
      write: async (bytes) => {
        if (full) throw new StorageError('STORAGE_FULL', 'There is no room.');
        return blobs.write(bytes);
      },
    });
    const run = start(host, ASK, { rest: DOCUMENTS });
    await run.atRest();
    expect(run.commits).toEqual([]);
    expect(run.trouble).not.toBeNull();
    full = false;
    await run.retryStorage();
    await run.atRest();
    expect(project(run.commits).waiting).toMatchObject([{ address: '/ask#1' }]);
    run.close();
  });
});
