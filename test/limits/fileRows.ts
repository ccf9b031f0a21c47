import { vi } from 'vitest';
import { LIMITS, ok } from '#base';
import { readFile, readFileInWorker } from '#files';
import { makeXlsx } from '../files/makeXlsx';
import { makeZip } from '../files/makeZip';
import type { Said } from './offers';
import type { Limit, Row } from './rows';

/** What refuses files, with a file of that size. */
export const FILE_ROWS: Partial<Record<Limit, Row>> = {
  fileTextBytes: {
    code: 'FILE_TOO_LARGE',
    lowered: 1_000_000,
    number: '1 MB',
    offer: (size) => saidOf(new Uint8Array(size).fill(0x61), 'a.txt'),
  },
  fileCellCharacters: {
    code: 'FILE_TOO_LARGE',
    number: '1,000,000',
    offer: (size) => saidOf(bytesOf(`a,b\n1,${'x'.repeat(size)}`), 'a.csv'),
  },
  fileColumns: {
    code: 'FILE_TOO_LARGE',
    number: '16,384',
    offer: (size) => saidOf(bytesOf(`${'a,'.repeat(size - 1)}a\n`), 'a.csv'),
  },
  fileLists: {
    code: 'JSON_LISTS_MANY',
    offer: (size) => notedOf(bytesOf(JSON.stringify(listsOfRecords(size))), 'a.json'),
  },
  fileCells: {
    code: 'FILE_TOO_LARGE',
    lowered: 20,
    offer: (size) =>
      saidOf(makeXlsx([{ name: 'S', rows: [Array.from({ length: size }, () => 1)] }]), 'a.xlsx'),
  },
  fileUnpackedBytes: {
    code: 'FILE_TOO_LARGE',
    lowered: 1_000_000,
    number: '1 MB',
    offer: (size) => saidOf(makeZip({ 'xl/workbook.xml': ' '.repeat(size) }), 'a.xlsx'),
  },
  fileEntries: {
    code: 'FILE_TOO_LARGE',
    lowered: 20,
    offer: (size) =>
      saidOf(
        makeZip(Object.fromEntries(Array.from({ length: size }, (_, index) => [`${index}`, '']))),
        'a.zip',
      ),
  },
  fileReadMs: {
    code: 'FILE_TIMEOUT',
    number: '120 seconds',
    isTime: true,
    offer: afterReading,
  },
};

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function saidOf(bytes: Uint8Array, name: string): Promise<Said | null> {
  const result = await readFile(bytes, { name });
  return result.ok ? null : (result.problem[0] ?? null);
}

/** What is said of a file that is taken, first. */
async function notedOf(bytes: Uint8Array, name: string): Promise<Said | null> {
  const result = await readFile(bytes, { name });
  return result.ok ? (result.value.notes[0] ?? null) : null;
}

function listsOfRecords(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`list${at}`, [{ at }]]));
}

/** What is said of a file whose worker answers after that time. */
async function afterReading(ms: number): Promise<Said | null> {
  class SlowWorker extends EventTarget {
    postMessage(): void {
      const answer = { result: ok({ kind: 'text', type: 'text', text: 'x', notes: [] }) };
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: answer })), ms);
    }
    terminate(): void {}
  }
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SlowWorker);
  try {
    const reading = readFileInWorker(new Uint8Array(1), { name: 'a.txt' });
    await vi.advanceTimersByTimeAsync(LIMITS.fileReadMs + 1);
    const result = await reading;
    return result.ok ? null : (result.problem[0] ?? null);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
}
