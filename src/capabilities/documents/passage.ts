import { z } from '../zod';

/** A section that was found or read. Other fields pass: a plan may hand over more than is needed. */
export const passage = z.looseObject({
  id: z.string().optional(),
  document: z.string(),
  name: z.string().optional(),
  heading: z.string().optional(),
  text: z.string(),
  score: z.number().optional(),
});
export type Passage = z.output<typeof passage>;

export const passages = z.array(passage);

/** What a citation of it says: `City trees, "Shade"`. */
export function sourceOf(one: Passage): string {
  const name = one.name ?? one.document;
  return one.heading && one.heading !== name ? `${name}, “${one.heading}”` : name;
}
