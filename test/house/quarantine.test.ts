import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as groundFloor from './groundFloor';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Whatever could make two runs differ throws, with the rule it breaks. */
const SEAL_OFF = `
  const forbid = (name) => () => { throw new Error(name + ' is outside the ground floor'); };
  globalThis.Date = new Proxy(function () {}, { construct: forbid('new Date()'), apply: forbid('Date()'), get: (_, key) => key === 'now' ? forbid('Date.now()') : undefined });
  Math.random = forbid('Math.random()');
  globalThis.Intl = new Proxy({}, { get: forbid('Intl') });
  String.prototype.localeCompare = forbid('localeCompare()');
  Number.prototype.toLocaleString = forbid('toLocaleString()');
  globalThis.setTimeout = forbid('setTimeout()');
  globalThis.queueMicrotask = forbid('queueMicrotask()');
  globalThis.eval = forbid('eval()');
  globalThis.WebAssembly = undefined;
  Object.freeze(Object.prototype);
`;

/** Bundles an entry as one script for a bare context. */
async function bundle(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    root: here('../..'),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'ground', fileName: 'ground' },
    },
  });
  const first = Array.isArray(output) ? output[0] : output;
  if (!first || !('output' in first)) throw new Error('nothing was built');
  return first.output[0].code;
}

/**
 * Runs a script where there is nothing but the language, code generation from strings switched off. Text codecs and URL are
 * given: the libraries for CEL and JSON Schema make one of each when they load, and they are pure.
 */
function quarantine(code: string): typeof groundFloor {
  const context = createContext(
    { TextEncoder, TextDecoder, URL },
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(SEAL_OFF).runInContext(context);
  return new Script(`${code}\n;ground`).runInContext(context);
}

const histories = readdirSync(here('../histories')).filter((name) => name.endsWith('.ndjson'));

describe('the ground floor in quarantine', () => {
  let ground: typeof groundFloor;
  beforeAll(async () => {
    ground = quarantine(await bundle(here('groundFloor.ts')));
  });

  it('K5 there are recorded runs of every template, and of every behaviour flag', () => {
    expect(histories).toEqual(
      expect.arrayContaining([
        'ask-a-table.ndjson',
        'parallel-review.ndjson',
        'research-documents.ndjson',
        'unreadable-order.ndjson',
      ]),
    );
  });

  it.each(histories)('K4 %s is written again byte for byte without clock, chance, timers or host', (name) => {
    const recorded = readFileSync(here(`../histories/${name}`), 'utf8');
    expect(ground.refold(recorded)).toBe(recorded);
  });

  it.each(histories)('K4 %s replays with zero effects and can be read', (name) => {
    const recorded = readFileSync(here(`../histories/${name}`), 'utf8');
    expect(JSON.parse(ground.look(recorded))).toMatchObject({ replay: { ok: true, effects: 0 }, fold: true });
  });
});

describe('the quarantine holds', () => {
  const breaks =
    (code: string): unknown =>
    () =>
      quarantine(`const ground = (() => { ${code} })();`);

  it.each([
    ['the clock', 'return Date.now()', 'Date.now() is outside the ground floor'],
    ['a date', 'return new Date()', 'new Date() is outside the ground floor'],
    ['chance', 'return Math.random()', 'Math.random() is outside the ground floor'],
    ['a locale', "return 'a'.localeCompare('b')", 'localeCompare() is outside the ground floor'],
    ['a timer', 'return setTimeout(() => {}, 1)', 'setTimeout() is outside the ground floor'],
    ['code from text', "return new Function('return 1')()", 'Code generation from strings disallowed'],
  ])('%s throws, and says so', (_, code, message) => {
    expect(breaks(code)).toThrow(message);
  });

  it.each(['fetch', 'process', 'document', 'crypto', 'structuredClone'])('%s is not there', (name) => {
    expect(quarantine(`const ground = typeof ${name};`)).toBe('undefined');
  });
});
