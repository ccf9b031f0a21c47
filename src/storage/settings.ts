import type { Json } from '#base';

/** Small values of this browser, by name. */
export interface Settings {
  get(name: string): Promise<Json | null>;
  set(name: string, value: Json): Promise<void>;
  /** Puts something in the place of what is there then, in one step: what another tab sets meanwhile is not lost. */
  change(name: string, change: (value: Json | null) => Json): Promise<void>;
}
