import type { JsonObject } from '#base';
import type { Effect } from '../schema/effect';
import type { z } from '../schema/zod';

/** Where the palette lists a type. */
export type PaletteSection = 'flow' | 'work' | 'planning' | 'deciding' | 'people' | 'notes';

/**
 * All that the house knows of a node type besides how the kernel runs it: a new type is a file of this folder,
 * a line in `index.ts`, a file in the kernel and a help page.
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
