import { z } from '../zod';

/** A section that was found or read. Other fields pass: a plan may hand over more than is needed. */
export const passage = z.looseObject({
  id: z.string().optional(),
  document: z.string(),
  name: z.string().optional(),
  heading: z.string().optional(),
  page: z.int().optional(),
  text: z.string(),
  score: z.number().optional(),
});
export type Passage = z.output<typeof passage>;

export const passages = z.array(passage);

/** What a citation of it says: `City trees, “Shade”, page 3`. */
export function sourceOf(one: Passage): string {
  const name = one.name ?? one.document;
  const heading = one.heading && one.heading !== name ? [`“${one.heading}”`] : [];
  return [name, ...heading, ...(one.page === undefined ? [] : [`page ${one.page}`])].join(', ');
}
