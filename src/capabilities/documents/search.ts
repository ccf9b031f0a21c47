import type { Json } from '#base';
import type { WorkspaceDocument } from '#plan';
import type { ReadText } from '#runtime';
import { defineCapability } from '../defineCapability';
import { documentOf } from '../documentOf';
import { failure } from '../fail';
import { z } from '../zod';
import { passages, sourceOf } from './passage';
import { isProse, type Section, sectionsOf } from './sections';
import { termOf } from './terms';
import { textOf } from './textOf';

export const search = defineCapability({
  id: 'documents.search',
  title: 'Search documents',
  description:
    'Finds the passages of the text and Markdown documents that fit a query best (BM25). Gives the passages, best first, and their text.',
  input: z.strictObject({
    query: z.string().min(1).meta({ title: 'Query' }),
    limit: z.int().min(1).max(50).default(5).meta({ title: 'Most passages' }),
    documents: z
      .array(z.string())
      .optional()
      .meta({ title: 'Only in', description: 'Ids of documents; all when left out.' }),
  }),
  output: z.object({ passages, text: z.string() }),
  effect: 'read',
  icon: 'search',
  tags: ['documents', 'search'],
  async run({ query, limit, documents: only }, { documents, readDocument }) {
    const candidates = only ? only.map((id) => documentOf(documents, id)) : documents.filter(mayBeProse);
    const read = await Promise.all(candidates.map(readDocument));
    const searched = only ? read.map(textOf) : read.filter(isProse);
    if (searched.length === 0) throw noDocuments();
    const found = await rank(searched, query, limit);
    return { passages: found, text: found.map((one) => `${sourceOf(one)}\n${one.text}`).join('\n\n') };
  },
});

/** BM25 over sections; a heading counts twice. Equal scores stand in the order of the documents. */
async function rank(documents: readonly ReadText[], query: string, limit: number) {
  const { default: MiniSearch } = await import('minisearch');
  const sections = new Map(documents.flatMap(sectionsOf).map((section) => [section.id, section]));
  const order = new Map([...sections.keys()].map((id, index) => [id, index]));
  const index = new MiniSearch<Section>({
    fields: ['name', 'heading', 'text'],
    processTerm: (term) => termOf(term),
    searchOptions: { boost: { heading: 2, name: 1.5 }, combineWith: 'OR' },
  });
  index.addAll([...sections.values()]);
  return index
    .search(query)
    .map(({ id, score }) => ({ id: String(id), score: Math.round(score * 1000) / 1000 }))
    .sort((left, right) => right.score - left.score || placeOf(order, left.id) - placeOf(order, right.id))
    .slice(0, limit)
    .flatMap(({ id, score }) => {
      const section = sections.get(id);
      return section ? [{ ...section, score } satisfies { readonly [key: string]: Json }] : [];
    });
}

function placeOf(order: ReadonlyMap<string, number>, id: string): number {
  return order.get(id) ?? order.size;
}

/** Tables are not read to be passed over. */
function mayBeProse({ kind }: WorkspaceDocument): boolean {
  return kind === 'text' || kind === 'markdown' || kind === 'pdf' || kind === 'docx';
}

function noDocuments() {
  return failure(
    'NO_DOCUMENTS',
    'There is no text or Markdown document to search.',
    'Add documents to the workspace, or name the ones to search.',
  );
}
