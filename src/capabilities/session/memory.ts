import { canonicalJson, type Json, LIMITS } from '#base';
import { type SessionContent, withMemory } from '#runtime';
import { defineCapability } from '../defineCapability';
import { termOf } from '../documents/terms';
import { anyJson, z } from '../zod';
import { changeSession, contentOf } from './sessionOf';

export const remember = defineCapability({
  id: 'memory.remember',
  title: 'Remember',
  description: 'Keeps a text in the session: later runs find it with memory.recall.',
  input: z.strictObject({
    text: z.string().min(1).max(LIMITS.sessionCharacters).meta({ title: 'Text' }),
  }),
  output: z.object({ text: z.string() }),
  effect: 'write',
  icon: 'brain',
  tags: ['session', 'memory'],
  async run({ text }, context) {
    await changeSession(context, (content) => withMemory(content, { id: context.idempotencyKey, text }));
    return { text };
  },
});

const KINDS = ['memory', 'run', 'variable'] as const;

export const recall = defineCapability({
  id: 'memory.recall',
  title: 'Recall',
  description:
    'Searches what the session has kept (BM25): remembered texts, questions and answers of its runs, variables. Best first.',
  input: z.strictObject({
    query: z.string().min(1).meta({ title: 'Query' }),
    limit: z.int().min(1).max(50).default(5).meta({ title: 'Most entries' }),
    kind: z.enum(KINDS).optional().meta({ title: 'Only', description: 'Everything when left out.' }),
  }),
  output: z.object({
    found: z.array(
      z.object({ kind: z.enum(KINDS), name: z.string(), text: z.string(), value: anyJson.optional() }),
    ),
    text: z.string(),
  }),
  effect: 'read',
  icon: 'search',
  tags: ['session', 'memory', 'search'],
  async run({ query, limit, kind }, context) {
    const entries = entriesOf(await contentOf(context));
    const asked = kind === undefined ? entries : entries.filter((entry) => entry.kind === kind);
    const found = await rank(asked, query, limit);
    return { found: found.map((entry) => ({ ...entry })), text: found.map(({ text }) => text).join('\n\n') };
  },
});

interface Entry {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
  readonly text: string;
  readonly value?: Json;
}

function entriesOf({ memories, episodes, variables }: SessionContent): readonly Entry[] {
  return [
    ...memories.map(({ text }): Entry => ({ kind: 'memory', name: '', text })),
    ...episodes.map(
      ({ asked, answered, status }): Entry => ({
        kind: 'run',
        name: status,
        text: `${asked}\n${answered}`.trim(),
      }),
    ),
    ...Object.entries(variables).map(
      ([name, value]): Entry => ({ kind: 'variable', name, text: canonicalJson(value), value }),
    ),
  ];
}

/** Best first; equal scores stand in the order in which they were kept. */
async function rank(entries: readonly Entry[], query: string, limit: number): Promise<readonly Entry[]> {
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch({
    fields: ['name', 'text'],
    processTerm: (term) => termOf(term),
    searchOptions: { boost: { name: 2 }, combineWith: 'OR' },
  });
  index.addAll(entries.map(({ name, text }, id) => ({ id, name, text })));
  return index
    .search(query)
    .map(({ id, score }) => ({ id: Number(id), score }))
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .slice(0, limit)
    .flatMap(({ id }) => entries[id] ?? []);
}
