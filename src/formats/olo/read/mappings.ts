import { isJsonObject, type Json, type JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { literalJson, memberOf } from '../values';
import type { Reading, Shell } from './reading';

/** One mapping of a parameter to a variable. */
interface Mapping {
  readonly parameter: string;
  readonly variable: string;
  readonly path: string;
}

/** The input of a call: mapped variables in holes, and the literals of its `params`. */
export function inputOf(reading: Reading, shell: Shell, fields: Fields): JsonObject {
  const params = fields.inside('params');
  const mapped = mappingsOf(reading, shell, fields, params, 'inputMappings');
  const literals = Object.entries(params.leftovers()).map(
    ([key, value]) => [key, literalJson(value)] as const,
  );
  const entries: (readonly [string, Json])[] = [
    ...literals,
    ...mapped.map(
      ({ parameter, variable, path }) => [parameter, reading.variables.hole(variable, path)] as const,
    ),
  ];
  return entries.length === 0 ? {} : { input: Object.fromEntries(entries) };
}

/** What a call writes. Where two parameters are mapped to one variable, the last one counts there. */
export function outputOf(reading: Reading, shell: Shell, fields: Fields): JsonObject {
  const params = fields.inside('params');
  const mapped = mappingsOf(reading, shell, fields, params, 'outputMappings');
  const entries = mapped.map(({ parameter, variable, path }) => {
    return [reading.variables.write(variable, path), memberOf('result', parameter)] as const;
  });
  return entries.length === 0 ? {} : { output: Object.fromEntries(entries) };
}

function mappingsOf(
  reading: Reading,
  shell: Shell,
  fields: Fields,
  params: Fields,
  key: 'inputMappings' | 'outputMappings',
): readonly Mapping[] {
  const found = [
    ...fields.objects(key).flatMap((entry) => mappingOf(reading, entry)),
    ...oldMappings(reading, shell, params, key),
  ];
  const targets = found.map(({ parameter, variable }) => (key === 'inputMappings' ? parameter : variable));
  const twice = targets.find((target, index) => targets.indexOf(target) !== index);
  if (twice !== undefined) {
    const message = `"${twice}" is mapped twice in the ${shell.type} "${shell.id}"; the last mapping counts.`;
    reading.report.warn('MAPPING_DOUBLED', message, 'Keep one of them.', below(shell.path, key));
  }
  return found;
}

function mappingOf({ report }: Reading, entry: Fields): readonly Mapping[] {
  const parameter = entry.word('pluginParameter');
  const variable = entry.word('variable');
  if (parameter !== undefined && variable !== undefined) return [{ parameter, variable, path: entry.path }];
  const message = `The mapping at ${entry.path} lacks "pluginParameter" or "variable".`;
  report.error('MISSING_FIELD', message, 'A mapping needs both.', entry.path);
  return [];
}

/** Once mappings stood in `params`, as an object from parameter to variable (reference 6, 1.1). */
function oldMappings(reading: Reading, shell: Shell, params: Fields, key: string): readonly Mapping[] {
  const old = params.peek(key);
  params.take(key);
  if (!isJsonObject(old)) return [];
  const path = below(params.path, key);
  const message = `The ${shell.type} "${shell.id}" has its ${key} inside "params", as documents once had.`;
  reading.report.warn('OLD_FORM', message, 'They are read as mappings of the node.', path);
  return Object.entries(old).flatMap(([parameter, variable]) =>
    typeof variable === 'string' ? [{ parameter, variable, path: below(path, parameter) }] : [],
  );
}
