import type { Diagnostic, Json, JsonObject, Where } from '#base';

/** A step as it stands in the reply, and the key it had where the steps are a map. */
export interface Entry {
  readonly key: string | null;
  readonly value: Json;
  /** JSON Pointer to it in the reply. */
  readonly field: string;
}

/** An edge in the reply's own words: what it calls its steps may be a text or a number. */
export interface RawEdge {
  readonly from: Json;
  readonly to: Json;
  readonly port?: string;
  /** Where it is said. */
  readonly where?: Where;
}

/**
 * What every plan shape comes down to: steps, and how they follow each other. `chain`: in order (R13). `edges`:
 * exactly these. `stages`: all of one stage after all of the stage before. `references`: a step after those that it reads, and no other
 * order, as among the calls of one message.
 */
export interface Outline {
  readonly entries: readonly Entry[];
  readonly order:
    | { readonly kind: 'chain' }
    | { readonly kind: 'references' }
    | { readonly kind: 'edges'; readonly edges: readonly RawEdge[] }
    | { readonly kind: 'stages'; readonly sizes: readonly number[] };
  /** What belongs to the plan as a whole and has no place in ours. */
  readonly source: JsonObject;
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
  /** The value is a step, and not a plan of one (reference 3: a planner gives either). */
  readonly oneStep?: boolean;
}

export function outline(entries: readonly Entry[], rest: Partial<Outline> = {}): Outline {
  return { order: { kind: 'chain' }, source: {}, repairs: [], problems: [], ...rest, entries };
}

export function entriesOf(values: readonly Json[], field: string): readonly Entry[] {
  return values.map((value, index) => ({ key: null, value, field: `${field}/${index}` }));
}
