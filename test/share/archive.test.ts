import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { hashBytes, LIMITS, utf8 } from '#base';
import { isZip, packArchive, unpackArchive } from '#share';

const bytesOf = (text: string) => new Uint8Array(utf8(text));
const TEXT = '{"format": "planloom/workspace"}';
const ORDERS = bytesOf('name,amount\nbolts,3\n');
const hash = hashBytes(ORDERS);

describe('S2 a workspace with its files', () => {
  it('is packed and unpacked, the same bytes whenever it is made', async () => {
    const archive = { kind: 'workspace' as const, text: TEXT, files: new Map([[hash, ORDERS]]) };
    const packed = await packArchive(archive);
    expect(isZip(packed)).toBe(true);
    expect(await unpackArchive('work.zip', packed)).toEqual({ ok: true, value: archive });
    expect(await packArchive(archive)).toEqual(packed);
  });

  it('or a run with the tables that its ledger names', async () => {
    const archive = { kind: 'run' as const, text: '{"seq":0}\n', files: new Map([[hash, ORDERS]]) };
    expect(await unpackArchive('run.zip', await packArchive(archive))).toEqual({ ok: true, value: archive });
  });

  it('an archive that is none of ours is left to others: a workbook is one too', async () => {
    const workbook = zipSync({ 'xl/workbook.xml': bytesOf('<workbook/>'), 'files/x': ORDERS });
    expect(await unpackArchive('book.xlsx', workbook)).toEqual({ ok: true, value: null });
  });
});

describe('case A4 an archive from outside', () => {
  it('whose file is not the one that its name says is refused, and names it', async () => {
    const forged = zipSync({ 'workspace.planloom.json': bytesOf(TEXT), [`files/${hash}`]: bytesOf('other') });
    expect(await unpackArchive('work.zip', forged)).toMatchObject({
      ok: false,
      problem: { code: 'ARCHIVE_DAMAGED', message: expect.stringContaining(hash) },
    });
  });

  it('that is cut off, or no archive, is refused', async () => {
    const packed = await packArchive({ kind: 'workspace', text: TEXT, files: new Map([[hash, ORDERS]]) });
    for (const bytes of [packed.subarray(0, 60), bytesOf('PK\u0003\u0004 nothing')])
      expect(await unpackArchive('cut.zip', bytes)).toMatchObject({
        ok: false,
        problem: { code: 'ARCHIVE_DAMAGED' },
      });
  });

  it('that claims too much is refused before it is unpacked', async () => {
    const bomb = zipSync({ 'workspace.planloom.json': bytesOf(TEXT), [`files/${hash}`]: bytesOf('small') });
    claim(bomb, LIMITS.fileUnpackedBytes + 1);
    expect(await unpackArchive('bomb.zip', bomb)).toMatchObject({
      ok: false,
      problem: { code: 'ARCHIVE_TOO_LARGE' },
    });
  });
});

/** Writes a size into every entry of the directory of an archive (APPNOTE 4.3.12). */
function claim(archive: Uint8Array, size: number): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  for (let at = 0; at + 4 < archive.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
}
