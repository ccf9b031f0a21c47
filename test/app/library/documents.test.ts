import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { hashText, LIMITS } from '#base';
import { readFile } from '#files';
import { documentReader } from '#runtime';
import { openStorage } from '#storage';
import { documentsOf, isDocumentName, readTextFile } from '../../../src/app/library/documentFromFile';
import { blankWorkspace } from '../../../src/app/library/placeWorkspace';

/** A file that says that it is too large, and must not be read. */
class HugeFile extends File {
  override get size(): number {
    return LIMITS.importBytes + 1;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new Error('It was read.'));
  }
}

const storage = () => openStorage({ name: `documents-${++profiles}`, channel: null });
let profiles = 0;

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);

describe('documents come in as files', () => {
  it('each kind by its ending, under free ids made from their names', async () => {
    const files = [
      file('Umsätze 2026.csv', 'a,b\n1,2\n'),
      file('notes.md', '# Hi'),
      file('notes.txt', 'Hi'),
      file('data.json', '{}'),
      file('README', 'Hi'),
    ];
    const { documents, refused } = await documentsOf(files, blankWorkspace(), await storage());
    expect(refused).toEqual([]);
    expect(documents.map(({ id, kind, name }) => [id, kind, name])).toEqual([
      ['umsatze-2026', 'csv', 'Umsätze 2026'],
      ['notes', 'markdown', 'notes'],
      ['notes-2', 'text', 'notes'],
      ['data', 'json', 'data'],
      ['readme', 'text', 'README'],
    ]);
  });

  it('JSON may be a workspace or a plan: by its name alone it is no document', () => {
    expect(isDocumentName('table.CSV')).toBe(true);
    expect(isDocumentName('plan.json')).toBe(false);
    expect(isDocumentName('constructor')).toBe(false);
    expect(isDocumentName('x.constructor')).toBe(false);
  });

  it('what cannot be taken is told, and the others are taken all the same', async () => {
    const files = [file('a.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0])), file('b.csv', 'x\n1')];
    const { documents, refused } = await documentsOf(files, blankWorkspace(), await storage());
    expect(documents.map(({ id }) => id)).toEqual(['b']);
    expect(refused).toMatchObject([{ severity: 'error' }]);
    expect(refused[0]?.message).toContain('a.csv');
  });

  it('W8 a text above what fits into a document lies beside the workspace, once per content, and is read back', async () => {
    const text = `name,amount\n${'x,1\n'.repeat(300_000)}`;
    const kept = await storage();
    const files = [file('large.csv', text), file('again.csv', text)];
    const { documents } = await documentsOf(files, blankWorkspace(), kept);
    const hash = hashText(text);
    expect(documents).toEqual([
      {
        id: 'large',
        name: 'large',
        kind: 'csv',
        file: { hash, bytes: text.length, type: '', name: 'large.csv' },
      },
      {
        id: 'again',
        name: 'again',
        kind: 'csv',
        file: { hash, bytes: text.length, type: '', name: 'again.csv' },
      },
    ]);
    const reader = documentReader({ blobs: kept.blobs, readFile });
    const [large] = documents;
    expect(large && (await reader.read(large))).toMatchObject({ id: 'large', kind: 'csv', text });
  });

  it('Cancel ends it, and nothing is added', async () => {
    const cancel = new AbortController();
    const taken = documentsOf(
      [file('a.csv', 'x\n1'), file('b.csv', 'x\n1')],
      blankWorkspace(),
      await storage(),
      {
        signal: cancel.signal,
        progress: () => cancel.abort(new Error('cancelled')),
      },
    );
    cancel.abort(new Error('cancelled'));
    await expect(taken).rejects.toThrow('cancelled');
  });
});

describe('case A13 files are judged before they are read', () => {
  it.each<[string, BlobPart]>([
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x41, 0x00])],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
    ['a NUL in a text', 'a\0b'],
  ])('%s is no text', async (_, content) => {
    expect(await readTextFile(file('x.csv', content))).toMatchObject({
      ok: false,
      problem: { code: 'FILE_NOT_TEXT', help: expect.stringContaining('UTF-8') },
    });
  });

  it('T4 a file above the limit is not read', async () => {
    const read = await readTextFile(new HugeFile(['x'], 'huge.csv'));
    expect(read).toMatchObject({ ok: false, problem: { code: 'FILE_TOO_LARGE' } });
  });

  it('a file that is gone meanwhile is told', async () => {
    const gone = Object.assign(file('gone.csv', 'x'), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    });
    expect(await readTextFile(gone)).toMatchObject({ ok: false, problem: { code: 'FILE_UNREADABLE' } });
  });

  it('a byte order mark is no part of the text', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x61]);
    expect(await readTextFile(file('a.txt', bytes))).toEqual({ ok: true, value: 'a' });
  });
});
