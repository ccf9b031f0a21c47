import { z } from 'zod';

const label = z.string();
const row = z.tuple([label]).rest(z.union([z.string(), z.number()]));

/** An answer as `hundred/README.md` describes its shapes. */
const plainSchema = z.object({
  reading: z.string().optional(),
  value: z.number().optional(),
  count: z.number().optional(),
  values: z.array(label).optional(),
  rows: z.array(row).optional(),
  yes: z.boolean().optional(),
  refuse: z.string().optional(),
  difference: z.object({ value: z.number(), tolerance: z.number() }).optional(),
  unit: z.string().nullish(),
  tolerance: z.number().default(0),
  ordered: z.boolean().default(false),
  eitherSign: z.boolean().default(false),
  extraBlankGroup: z.number().optional(),
});
export type PlainAnswer = z.infer<typeof plainSchema>;

export const questionSchema = z.object({
  id: z.string(),
  table: z.union([z.string(), z.array(z.string())]),
  question: z.string(),
  answer: z.union([z.object({ anyOf: z.array(plainSchema) }), plainSchema]),
  kind: z.string(),
  mark: z.enum(['unanswerable', 'ambiguous', 'language']).optional(),
  note: z.string().optional(),
});
export type Question = z.infer<typeof questionSchema>;
