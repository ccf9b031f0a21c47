import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PAGE_POLICY } from '../../src/cli/serve/pagePolicy';

/** JavaScript that the page names: bytes as brotli sends them, and files. */
const MOST_BYTES = 250 * 1024;
const MOST_FILES = 20;

/** A build takes some 5 s on an idle machine. */
const BUILD_MS = 120_000;

/** Heavy packages that the start page does without, by a path that all their modules have. */
const LATER = [
  '@xyflow/react',
  'xstate',
  'elkjs',
  'ai',
  '@ai-sdk/openai-compatible',
  'marked',
  'minisearch',
  'papaparse',
  '@codemirror/view',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('what the app loads at first', () => {
  let first: readonly Rolldown.OutputChunk[] = [];
  let page = '';

  beforeAll(async () => {
    // The runner's own `test` would bundle the development build of React.
    vi.stubEnv('NODE_ENV', 'production');
    const built = await build({ root, logLevel: 'error', build: { write: false, sourcemap: false } });
    const outputs = Array.isArray(built) ? built : [built];
    const made = outputs.flatMap((one) => ('output' in one ? one.output : []));
    first = atStart(made.filter(isChunk));
    page = made
      .flatMap((one) => (one.fileName === 'index.html' && 'source' in one ? [String(one.source)] : []))
      .join();
    vi.unstubAllEnvs();
  }, BUILD_MS);

  it('is at most 250 KB in 20 files', () => {
    const bytes = first.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(first.length).toBeLessThanOrEqual(MOST_FILES);
  });

  it.each(LATER)('has nothing of %s', (name) => {
    const modules = first.flatMap(({ moduleIds }) => moduleIds);
    expect(modules.filter((id) => id.includes(`/node_modules/${name}/`))).toEqual([]);
  });

  it('fault B3 T9 carries its policy in the page, before anything that it loads', () => {
    const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)?.[1];
    expect(meta?.replaceAll('&#39;', "'")).toBe(PAGE_POLICY);
    expect(page.indexOf('<meta http-equiv')).toBeLessThan(page.search(/<(?:script|link)/));
  });

  it('tells zod not to probe for code from strings (T3)', () => {
    expect(
      first.some(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/plan/fields/inspect.ts'))),
    ).toBe(true);
  });
});

function isChunk(file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputChunk {
  return file.type === 'chunk';
}

/** The entry and all that it imports statically: what the browser fetches before it runs a line. */
function atStart(chunks: readonly Rolldown.OutputChunk[]): readonly Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) found.add(imported);
    }
  }
  return [...found];
}
