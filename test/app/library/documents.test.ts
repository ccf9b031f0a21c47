import { describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import { blankWorkspace } from '../../../src/app/library/blankWorkspace';
import { documentFromFile, isDocumentName } from '../../../src/app/library/documentFromFile';
import { readTextFile } from '../../../src/app/library/readTextFile';
import { documentsOf } from '../../../src/app/library/takeDocuments';

/** A file that says that it is too large, and must not be read. */
class HugeFile extends File {
  override get size(): number {
    return LIMITS.importBytes + 1;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new Error('It was read.'));
  }
}

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
    const { documents, refused } = await documentsOf(files, blankWorkspace());
    expect(refused).toEqual([]);
    expect(documents.map(({ id, kind, name }) => [id, kind, name])).toEqual([
      ['umsatze-2026', 'csv', 'Umsätze 2026'],
      ['notes', 'markdown', 'notes'],
      ['notes-2', 'text', 'notes'],
      ['data-json', 'json', 'data.json'],
      ['readme', 'text', 'README'],
    ]);
  });

  it('JSON may be a workspace or a plan: by its name alone it is no document', () => {
    expect(isDocumentName('table.CSV')).toBe(true);
    expect(isDocumentName('plan.json')).toBe(false);
    expect(isDocumentName('constructor')).toBe(false);
    expect(isDocumentName('x.constructor')).toBe(false);
    expect(documentFromFile('plan.json', '{}', blankWorkspace())).toBeNull();
  });

  it('what cannot be taken is told, and the others are taken all the same', async () => {
    const files = [file('a.csv', new Uint8Array([0xff, 0xfe, 0x41])), file('b.csv', 'x\n1')];
    const { documents, refused } = await documentsOf(files, blankWorkspace());
    expect(documents.map(({ id }) => id)).toEqual(['b']);
    expect(refused).toMatchObject([{ code: 'FILE_NOT_TEXT' }]);
    expect(refused[0]?.message).toContain('a.csv');
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
