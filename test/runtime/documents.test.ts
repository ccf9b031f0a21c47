import { describe, expect, it, vi } from 'vitest';
import { hashBytes, isJsonObject, type JsonObject, utf8 } from '#base';
import { readFile } from '#files';
import { type Commit, replay } from '#kernel';
import { type FileDocument, isFileDocument, type WorkspaceDocument } from '#plan';
import { project } from '#projection';
import {
  type Blobs,
  type Bytes,
  documentReader,
  memoryBlobs,
  memoryLedger,
  readAtOnce,
  resumeRun,
} from '#runtime';
import { plan, workspace } from '../notation/plan';
import { eventually } from '../tools/eventually';
import { hostOf, settle, start } from './notation';

const TABLE = 'name,amount\nbolts,3\nnuts,4\n';
const bytesOf = (text: string): Bytes => new Uint8Array(utf8(text));

function fileDocument(text: string, over: Partial<FileDocument> = {}): FileDocument {
  const file = { hash: hashBytes(bytesOf(text)), bytes: text.length, type: 'text/csv', name: 'orders.csv' };
  return { id: 'orders', name: 'Orders', kind: 'csv', file, ...over };
}

const LOOK = `
  out text
  look: CAPABILITY look {input: {document: "orders"}, output: {text: "result.text"}}
`;

/** A host whose capability `look` reads the document that it is given, with files in a store. */
function hostWith(blobs: Blobs) {
  let tell = () => {};
  const host = hostOf(
    {
      look: async (input, { documents, readDocument }) => {
        const document = documents.find(({ id }) => id === input.document);
        const read = document === undefined ? null : await readDocument(document);
        return { text: read !== null && 'text' in read ? read.text : '' };
      },
    },
    {
      blobs,
      documents: documentReader({ blobs, readFile }),
      onFile: (listener) => {
        tell = listener;
        return () => {};
      },
    },
  );
  return { host, fileCame: () => tell() };
}

const withDocuments = (...documents: readonly WorkspaceDocument[]): { readonly rest: JsonObject } => {
  const rest: unknown = JSON.parse(JSON.stringify({ documents }));
  return { rest: isJsonObject(rest as JsonObject) ? (rest as JsonObject) : {} };
};

describe('K13 a run whose file is not here', () => {
  it('waits for it by name and hash before anything leaves, and goes on as soon as it is here', async () => {
    const blobs = memoryBlobs();
    const { host, fileCame } = hostWith(blobs);
    const run = start(host, LOOK, withDocuments(fileDocument(TABLE)));
    await run.atRest();
    expect(host.calls).toEqual([]);
    const [waiting] = project(run.commits).waiting;
    expect(waiting).toMatchObject({ kind: 'file', address: '/look#1' });
    expect(waiting?.message).toContain('orders.csv');
    expect(waiting?.message).toContain(hashBytes(bytesOf(TABLE)).slice(0, 12));
    await blobs.write(bytesOf(TABLE));
    fileCame();
    await run.done;
    expect(project(run.commits)).toMatchObject({
      status: 'completed',
      waiting: [],
      inFlight: 0,
      outputs: { text: TABLE },
    });
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  it('another document may be read meanwhile', async () => {
    const { host } = hostWith(memoryBlobs());
    const notes = { id: 'notes', kind: 'text', text: 'hello' } as const;
    const run = start(host, LOOK.replace('"orders"', '"notes"'), withDocuments(fileDocument(TABLE), notes));
    await run.done;
    expect(project(run.commits)).toMatchObject({ status: 'completed', outputs: { text: 'hello' } });
  });

  it('that is missing only when a call asks for it fails the call with its name', async () => {
    const reader = documentReader({ blobs: memoryBlobs(), readFile });
    await expect(reader.read(fileDocument(TABLE))).rejects.toMatchObject({
      error: { code: 'FILE_MISSING', message: expect.stringContaining('orders.csv') },
    });
  });
});

describe('W8 an edit meanwhile changes nothing in a run', () => {
  const ASK = `
    out text
    ask: HUMAN_INPUT "Well?" {decisions: [yes], timeoutMs: null}
    look: CAPABILITY look {input: {document: "orders"}, output: {text: "result.text"}}
    ask.yes -> look
  `;

  async function takenUp(blobs: Blobs, commits: readonly Commit[], now: readonly WorkspaceDocument[]) {
    const { host } = hostWith(blobs);
    const run = resumeRun({ ...host, ledger: memoryLedger(commits) }, commits, {
      ...workspace([plan(ASK)]),
      documents: [...now],
    });
    if (!run.ok) throw new Error('not taken up');
    await run.value.resume();
    const [asked] = project(run.value.commits).waiting;
    if (asked) await run.value.answer(asked.address, { decision: 'yes' });
    await run.value.atRest();
    return project(run.value.commits);
  }

  it('also when it is taken up after the edit: its closure names what it began with, and that is kept', async () => {
    const blobs = memoryBlobs();
    const { host } = hostWith(blobs);
    const before = { id: 'orders', kind: 'csv', text: TABLE } as const;
    const run = start(host, ASK, withDocuments(before));
    await run.atRest();
    await eventually(async () => expect(await blobs.has(hashBytes(bytesOf(TABLE)))).toBe(true));
    run.close();
    const fact = run.commits[0]?.fact;
    expect(fact?.type === 'run.started' && fact.closure.documents).toMatchObject([
      { id: 'orders', file: { hash: hashBytes(bytesOf(TABLE)) } },
    ]);
    expect(JSON.stringify(fact)).not.toContain('bolts');
    const edited = [{ ...before, text: 'name,amount\nother,1\n' }];
    expect(await takenUp(blobs, run.commits, edited)).toMatchObject({
      status: 'completed',
      outputs: { text: TABLE },
    });
    expect(await takenUp(memoryBlobs(), run.commits, [before])).toMatchObject({ outputs: { text: TABLE } });
    // What it began with is nowhere any more: it is asked for, and nothing else is read in its place.
    expect(await takenUp(memoryBlobs(), run.commits, edited)).toMatchObject({
      status: 'waiting',
      waiting: [{ kind: 'file', address: '/look#1' }],
    });
  });
});

describe('W8 reading documents', () => {
  it('W8 a document of JSON that has several lists of records is the one that it names', async () => {
    const text = '{"orders": [{"id": 1}], "data": {"customers": [{"name": "Ann"}]}}';
    const json = { kind: 'json', file: { ...fileDocument(text).file, name: 'shop.json' } } as const;
    const blobs = memoryBlobs();
    await blobs.write(bytesOf(text));
    const { read } = documentReader({ blobs, readFile });
    expect(await read(fileDocument(text, { ...json, sheet: 'data.customers' }))).toMatchObject({
      kind: 'json',
      text: '[{"name":"Ann"}]',
    });
    expect(await read(fileDocument(text, json))).toMatchObject({ text });
    await expect(read(fileDocument(text, { ...json, sheet: 'visits' }))).rejects.toMatchObject({
      error: { code: 'SHEET_UNKNOWN', help: 'Its lists are: orders, data.customers.' },
    });
  });

  it('a file is read once, for all its documents and sheets', async () => {
    const blobs = memoryBlobs();
    await blobs.write(bytesOf(TABLE));
    let reads = 0;
    const reader = documentReader({
      blobs,
      readFile: (...given) => {
        reads++;
        return readFile(...given);
      },
    });
    const [one, other] = [fileDocument(TABLE), fileDocument(TABLE, { id: 'again' })];
    expect(await reader.read(one)).toBe(await reader.read(one));
    expect(await reader.read(other)).toMatchObject({ id: 'again', kind: 'csv', text: TABLE });
    expect(reads).toBe(1);
  });

  it('what is ready of it stays so when its workspace is opened again, and is read anew when it is to be read otherwise', async () => {
    const blobs = memoryBlobs();
    await blobs.write(bytesOf(TABLE));
    const prepare = vi.fn(async () => {});
    const reader = documentReader({ blobs, readFile, prepare });
    const read = await reader.read(fileDocument(TABLE));
    expect(await reader.read(fileDocument(TABLE))).toBe(read);
    expect(prepare).toHaveBeenCalledTimes(1);
    await reader.read(fileDocument(TABLE, { columns: [{ name: 'amount', type: 'text' }] }));
    expect(prepare).toHaveBeenCalledTimes(2);
  });

  it('reading that was ended begins anew for whoever asks next', async () => {
    const blobs = memoryBlobs();
    await blobs.write(bytesOf(TABLE));
    const reader = documentReader({
      blobs,
      readFile,
      prepare: async (_, following) => following?.signal?.throwIfAborted(),
    });
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(reader.read(fileDocument(TABLE), { signal })).rejects.toThrow('cancelled');
    expect((await reader.read(fileDocument(TABLE))).id).toBe('orders');
  });

  it('one that cannot be read is told with its name, and tried again when it is asked for again', async () => {
    const blobs = memoryBlobs();
    const damaged = fileDocument('PK\u0003\u0004 no archive', { kind: 'xlsx' });
    await blobs.write(bytesOf('PK\u0003\u0004 no archive'));
    const reader = documentReader({ blobs, readFile });
    for (const _ of [1, 2])
      await expect(reader.read(damaged)).rejects.toMatchObject({
        error: { message: expect.stringContaining('orders.csv') },
      });
  });

  it('a text document is its own content, and tabs are CSV', async () => {
    const text = { id: 'a', kind: 'markdown', text: '# Hi' } as const;
    expect(readAtOnce(text)).toBe(text);
    const tabs = { id: 'b', kind: 'tsv', text: 'x\ty' } as const;
    expect(readAtOnce(tabs)).toMatchObject({ id: 'b', kind: 'csv', text: 'x\ty' });
    expect(readAtOnce(tabs)).toBe(readAtOnce(tabs));
    expect([isFileDocument(text), isFileDocument(fileDocument(TABLE))]).toEqual([false, true]);
    await settle();
  });
});
