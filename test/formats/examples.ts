import type { Json } from '#base';
import { type Codec, FORMATS } from '#formats';

interface Bringing {
  readonly EXAMPLES: readonly Json[];
}

const BROUGHT = import.meta.glob<Bringing>('./*/examples.ts', { eager: true });

/** Every format with files of it, which each format brings in `examples.ts` of its folder here: a new one has to, too. */
export const FORMATS_WITH_EXAMPLES: readonly (readonly [
  id: string,
  format: Codec,
  examples: readonly Json[],
])[] = FORMATS.map((format) => {
  const brought = BROUGHT[`./${format.id}/examples.ts`];
  if (brought === undefined) throw new Error(`test/formats/${format.id}/examples.ts is missing.`);
  return [format.id, format, brought.EXAMPLES];
});
