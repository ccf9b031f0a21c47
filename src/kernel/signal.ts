import type { Json } from '#base';

/** An event that nobody has taken yet (R16). */
export interface Signal {
  readonly event: string;
  readonly data: Json;
}
