import type { JsonObject } from '#base';
import type { Effect } from '../schema/effect';
import type { z } from '../schema/zod';

/** Where the palette lists a type. */
export type PaletteSection = 'flow' | 'work' | 'planning' | 'deciding' | 'people' | 'notes';

/**
 * What a document and its forms need of a node type; other rooms ask for a type by its name where they treat it in a way
 * of its own. A new type is a file of this folder and a line in `schema/node.ts`. The compiler then names `index.ts`,
 * the glyphs of the canvas and the lines of `projection`; tests ask for a help page and an example in it. Nobody asks
 * for the rest, where a type falls back to what most types do: the kernel's behaviour, `compile`'s lowering and its
 * module for XState, rules of `check`, what renaming and hashing look into, formats, fields of its own in the
 * inspector, answers of "What if". A type that is here stands in 15 to 80 files: look where the most similar one does.
 */
export interface NodeType<Params extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly title: string;
  /** One sentence, for palette and tooltips. */
  readonly summary: string;
  readonly section: PaletteSection;
  /** Effect class of the type itself; a CAPABILITY has that of the capability it calls. */
  readonly effect: Effect;
  /** Whether an attempt of it is a command to the outside (K2); others are settled inside the kernel. */
  readonly leaf: boolean;
  /** The inspector form is made from this schema's JSON Schema. */
  readonly params: Params;
  /** Ports in the order in which they are drawn, `error` last. */
  ports(node: { readonly params?: z.output<Params> | undefined }): readonly string[];
  /** What a new node of the type has besides id and type. */
  initial(): JsonObject;
}

export function defineNodeType<Params extends z.ZodType>(type: NodeType<Params>): NodeType<Params> {
  return type;
}
