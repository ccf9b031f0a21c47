import type { Json, JsonObject } from '#base';
import { plainText } from '#base';
import type { Fields } from '../../common/fields';
import { below, type ImportReport } from '../../common/report';
import { namesIn } from './names';
import type { VariableBook } from './variables';

/** The input contract, as far as variables of ours say it. */
export interface InputContract {
  readonly strict: boolean;
  readonly required: ReadonlySet<string>;
  /** What variables do not say, to be kept. */
  readonly kept: JsonObject;
}

/** Reads the input contract: which inputs must be there. */
export function readContract(
  report: ImportReport,
  pipeline: Fields,
  registry: readonly JsonObject[],
): InputContract {
  const contract = pipeline.inside('inputContract');
  pipeline.take('inputContract');
  const strict = contract.flag('strict') ?? false;
  const required = new Set<string>();
  const named = new Set<string>();
  const others: JsonObject[] = [];
  const inputs = new Map(
    registry.filter(({ scope }) => scope === 'IN').map((entry) => [entry.name, entry] as const),
  );
  for (const parameter of contract.objects('parameters')) {
    const name = parameter.word('name') ?? '';
    const entry = inputs.get(name);
    if (entry === undefined) {
      const message = `The input "${name}" is in the contract and no IN variable.`;
      report.warn('INPUT_WITHOUT_VARIABLE', message, 'Add it to the variable registry.', parameter.path);
      others.push(parameter.whole());
      continue;
    }
    named.add(name);
    if (parameter.flag('required') === true) required.add(name);
    const type = parameter.text('type');
    if (type !== undefined && type !== entry.type) {
      const message = `The input "${name}" is ${type} in the contract and ${plainText(entry.type)} in the registry, which counts.`;
      report.warn('TYPE_DIFFERS', message, 'Give it one type.', parameter.path);
      others.push(parameter.whole());
    }
  }
  const unnamed = [...inputs.keys()].filter(
    (name): name is string => typeof name === 'string' && !named.has(name),
  );
  return {
    strict,
    required,
    kept: {
      ...(unnamed.length === 0 ? {} : { notInContract: unnamed }),
      ...(others.length === 0 ? {} : { inputParameters: others }),
    },
  };
}

/** The result mapping as the `result` of a plan. */
export function readResult(report: ImportReport, pipeline: Fields, variables: VariableBook): JsonObject {
  const entries = pipeline
    .objects('resultMapping')
    .flatMap((mapping): readonly (readonly [string, Json])[] => {
      const variable = mapping.word('variable');
      const output = mapping.word('outputParameter');
      if (variable !== undefined && output !== undefined)
        return [[output, variables.hole(variable, mapping.path)]];
      const message = `The result mapping at ${mapping.path} lacks "variable" or "outputParameter".`;
      report.error('MISSING_FIELD', message, 'A mapping needs both.', mapping.path);
      return [];
    });
  const names = entries.map(([output]) => output);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const path = below(pipeline.path, 'resultMapping');
  if (twice !== undefined) {
    report.warn(
      'MAPPING_DOUBLED',
      `"${twice}" is mapped twice; the last mapping counts.`,
      'Keep one of them.',
      path,
    );
  }
  if (entries.length > 1) {
    const message = `There are ${entries.length} results; their engine returns the first alone, as text.`;
    report.info('ALL_RESULTS', message, 'Here all are returned, as their documents say.', path);
  }
  return Object.fromEntries(entries);
}

/**
 * Variables that are items and nothing else: names of rounds here (L9), so they are taken out of the variables.
 *
 * @returns their entries of the registry with the places where they stood
 */
export function takeItems(
  pipeline: Fields,
  registry: readonly JsonObject[],
  variables: VariableBook,
): readonly JsonObject[] {
  const { items, itemsUsedElsewhere, errors } = namesIn(pipeline.peek('executionTree') ?? null);
  for (const name of errors) variables.holdsError(name);
  const results = new Set(
    pipeline
      .again()
      .objects('resultMapping')
      .map((mapping) => mapping.peek('variable')),
  );
  return registry.flatMap((entry, index) => {
    const { name, scope } = entry;
    const isItem = typeof name === 'string' && items.has(name) && !itemsUsedElsewhere.has(name);
    if (!isItem || scope === 'IN' || results.has(name)) return [];
    variables.forget(name);
    return [{ index, ...entry }];
  });
}
