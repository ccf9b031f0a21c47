import { canonicalJson, type JsonObject } from '#base';
import type { Fields } from '../common/fields';

/** What their keys say when they are left out (reference 6, 5). */
const DEFAULTS: JsonObject = {
  initial_state: 'start',
  action: null,
  data: null,
  transitions: [],
  default_next: null,
  is_terminal: false,
  condition: null,
};

/** Keys that are written out with what they would say anyway: kept, so that an export writes them again. */
export function saidDefaults(fields: Fields): JsonObject {
  const said = Object.entries(fields.whole()).filter(
    ([key, value]) =>
      Object.hasOwn(DEFAULTS, key) && canonicalJson(value) === canonicalJson(DEFAULTS[key] ?? null),
  );
  return said.length === 0 ? {} : { defaults: Object.fromEntries(said) };
}
