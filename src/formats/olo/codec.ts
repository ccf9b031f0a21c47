import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  own,
  parseExactJson,
  present,
} from '#base';
import type { Codec, Likeness } from '../common/codec';
import { Fields } from '../common/fields';
import { type FileHead, firstOf, hasAny, readForeign } from '../common/foreignText';
import { ImportReport } from '../common/report';

export const olo: Codec<'olo'> = {
  id: 'olo',
  title: 'OLO pipelines',
  holds: ['capability'],
  recognise,
  read: async (input) => (await import('./importOlo')).importOlo(input),
  write: async (plan, workspace) => (await import('./exportOlo')).exportOlo(plan, workspace),
};

function recognise({ value }: FileHead): Likeness {
  const first = firstOf(value);
  if (first !== null) return isDynamicStep(first) ? 'likely' : 'none';
  if (!isJsonObject(value)) return 'none';
  const pipelines = own(value, 'pipelines');
  if (isJsonObject(pipelines)) return ofPipelines(pipelines);
  if (hasAny(value, 'executionTree', 'dynamicSteps', 'configJson')) return 'certain';
  return hasAny(value, 'inputs') && hasAny(value, 'routing') ? 'certain' : 'none';
}

function isDynamicStep(step: JsonObject): boolean {
  return (hasAny(step, 'toolId') && !hasAny(step, 'id')) || hasAny(step, 'activityType', 'pluginRef');
}

/** Configurations of an engine say `pipelines`, too, with a `root` in each. */
function ofPipelines(pipelines: JsonObject): Likeness {
  const first = Object.values(pipelines).find(isJsonObject);
  return first !== undefined && hasAny(first, 'executionTree') ? 'certain' : 'likely';
}

/** A run input of theirs as what a run of ours is started with; null values where it says nothing. */
interface OloRunInput {
  /** Name of the pipeline. */
  readonly pipeline: string | null;
  readonly input: JsonObject;
  /** L8: opaque words that every record carries. */
  readonly labels: { readonly tenantId?: string; readonly sessionId?: string };
  readonly runId: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a run input of reference 1 (reference 6, 1.3). Values that stand in a cache, a database or a file are not in the
 * document: they are named, and left out of the input.
 *
 * @returns null with the problems where it is none
 * @example readOloRunInput({ inputs: [{ name: 'n', type: 'NUMBER', value: '4' }] }).input // { n: 4 }
 */
export function readOloRunInput(value: Json | string): OloRunInput {
  const foreign = readForeign(value);
  const report = new ImportReport(foreign.ok ? foreign.value.warnings : foreign.problem);
  const root = foreign.ok && isJsonObject(foreign.value.value) ? foreign.value.value : null;
  if (foreign.ok && root === null) {
    const help = 'It is an object with "inputs", "context" and "routing".';
    report.error('NOT_OLO', 'This is not a run input.', help, '');
  }
  const fields = new Fields(root ?? {}, '', report);
  const entries = fields.objects('inputs').flatMap((item) => entryOf(item, report));
  const context = fields.inside('context');
  return {
    pipeline: fields.inside('routing').word('pipeline') ?? null,
    input: Object.fromEntries(entries),
    labels: present({ tenantId: context.word('tenantId'), sessionId: context.word('sessionId') }),
    runId: context.word('runId') ?? null,
    diagnostics: report.refused().diagnostics,
  };
}

function entryOf(item: Fields, report: ImportReport): readonly (readonly [string, Json])[] {
  const name = item.word('name');
  const mode = item.inside('storage').word('mode') ?? 'LOCAL';
  if (name === undefined) {
    report.error('MISSING_FIELD', `The input at ${item.path} has no name.`, 'Name it.', item.path);
    return [];
  }
  if (mode !== 'LOCAL') {
    const message = `The value of "${name}" is not here: it is kept in their ${mode.toLowerCase()}.`;
    report.warn('VALUE_ELSEWHERE', message, 'Give it with the input of the run.', item.path);
    return [];
  }
  return [[name, typed(item.text('type'), item.take('value') ?? null)]];
}

/** Values are often texts there, whatever their type. */
function typed(type: string | undefined, value: Json): Json {
  if (typeof value !== 'string' || type === 'STRING' || type === 'FILE') return value;
  const parsed = parseExactJson(value, LIMITS.jsonDepth);
  return parsed.ok ? parsed.value : value;
}
