import type { Json } from '#base';

/** Small values of this browser, by name. */
export interface Settings {
  get(name: string): Promise<Json | null>;
  set(name: string, value: Json): Promise<void>;
}
