import {
  err,
  filled,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOf,
  LIMITS,
  note,
  ok,
  own,
  parseJson,
  present,
} from '#base';
import {
  assembleSteps,
  type ByType,
  byType,
  type CapabilityPlan,
  isStep,
  NO_TOOLS,
  type NodeOf,
  outlineOf,
  type PlanNode,
  streamLineOf,
} from '#plan';
import type { Exporter, Importer, ImportOutcome } from '../common/codec';
import { listAt, objectAt, omitted } from '../common/fields';
import {
  besideOurs,
  keeping,
  keptUnder,
  LeftOut,
  namedWithContents,
  placeBeside,
  theirsOf,
  unfit,
} from '../common/kept';
import { below, type ImportReport, importing, isTooMany, workspaceOfPlan } from '../common/report';

/**
 * Reads a plan as planners write it (reference 3): `{planId, steps}`, `{nodes, edges}`, a list of steps, a lone step, or a
 * stream of lines (NDJSON).
 * The shapes are those that are read from replies; here no catalogue judges the names of tools.
 *
 * @example importPlannerPlan({ planId: 'kiln-7', steps: [{ id: 'weigh', type: 'tool', toolId: 'scale.read' }] })
 */
export const importPlannerPlan: Importer = (input) => {
  const lines = typeof input === 'string' ? linesIn(input.slice(0, LIMITS.importBytes)) : null;
  return importing(lines ?? input, (value, report) => readPlan(value, report, lines !== null));
};

function readPlan(value: Json, report: ImportReport, hasLines: boolean): ImportOutcome {
  const stream = readLines(value);
  const outline = stream === null ? outlineOf(value) : outlineOfStream(stream);
  if (outline === null)
    return report.refuse(
      'NOT_A_PLAN',
      'This is not a plan of a planner: it has neither steps nor nodes.',
      'Choose a file with {"planId", "steps"} or {"nodes", "edges"}.',
      '',
    );
  if (isTooMany(outline.entries.length, 'steps', '', report)) return report.refused();
  const { body, repairs, problems } = assembleSteps({ ...outline, source: {} }, NO_TOOLS);
  for (const one of problems) report.add(one);
  for (const repair of repairs) report.add(note('READ_AS', repair, 'Check whether that is what is meant.'));
  report.recognised('steps', 'nodes', outline.entries.length);
  const others = stream?.others ?? [];
  for (const { at, line } of others)
    report.kept(
      below('', at),
      'plan source.planner-plan.reasoning',
      `Reasoning is not a step: ${JSON.stringify(line).slice(0, 80)}`,
    );
  const source = { ...aroundPlan(value), ...outline.source };
  report.keptEach(
    omitted(source, ['planId']),
    '',
    (key) => `plan source.planner-plan.${placeBeside(key, OURS)}`,
  );
  const nodes = withKept(listAt(body, 'nodes'), report, (index) => outline.entries[index]?.field ?? '');
  const kept = {
    form: stream !== null || hasLines ? 'lines' : formOf(value),
    ...filled({ reasoning: others.map(({ before, line }) => ({ before, line })) }),
    ...besideOurs(source, OURS),
  };
  const plan = {
    id: 'plan',
    kind: 'capability',
    name: nameOf(value),
    nodes: nodes.map(withNamedResult),
    edges: listAt(body, 'edges'),
    ...keeping('planner-plan', kept),
  };
  return workspaceOfPlan(plan, nameOf(value), report);
}

/** Steps follow each other as they came. */
function outlineOfStream({ steps }: ReadLines) {
  return steps.length === 0 ? null : outlineOf({ steps: [...steps] });
}

/** What stands around a plan that is a member of another object; a planner's reply is read without it. */
function aroundPlan(value: Json): JsonObject {
  if (!isJsonObject(value) || isStep(value)) return {};
  if (['nodes', 'steps', 'groups'].some((key) => value[key] !== undefined)) return {};
  const wrapper = ['plan', 'dynamicPlan'].find((key) => value[key] !== undefined);
  if (wrapper === undefined) return {};
  return omitted(value, [wrapper]);
}

/** How the file was laid out, for the way back. */
function formOf(value: Json): string {
  if (Array.isArray(value)) return 'list';
  if (!isJsonObject(value)) return 'steps';
  if (isJsonObject(value.nodes)) return 'nodes';
  if (Object.keys(aroundPlan(value)).length > 0) return 'steps';
  return Array.isArray(value.steps) ? 'steps' : Array.isArray(value.nodes) ? 'nodes' : 'step';
}

function nameOf(value: Json): string {
  const id = isJsonObject(value) ? value.planId : undefined;
  return typeof id === 'string' && id.trim() !== '' ? id : 'Plan';
}

/**
 * What the reader of plan shapes kept with nodes, under the name of the format, and each of it named (S3).
 *
 * @param pathOf where a node stood
 */
function withKept(
  nodes: readonly Json[],
  report: ImportReport,
  pathOf: (index: number) => string,
): readonly JsonObject[] {
  return nodes.filter(isJsonObject).map((node, index) => {
    const { source, ...rest } = node;
    const kept = isJsonObject(source) ? source : {};
    const { $id: ownId, ...others } = omitted(kept, ['id']);
    const placeOf = (key: string): string => `${node.id} source.planner-plan.${key}`;
    if (ownId !== undefined)
      report.kept(
        below(pathOf(index), 'id'),
        placeOf('$id'),
        'Edges name the key of a step, which is its id here.',
      );
    report.keptEach(others, pathOf(index), placeOf);
    return { ...rest, ...keeping('planner-plan', kept) };
  });
}

/** Writes a plan as planners do (reference 3): `{planId, steps}` where it is a chain, else `{planId, nodes, edges}`. */
export const exportPlannerPlan: Exporter = (plan) => {
  if (plan.kind !== 'capability') return err(unfit(plan.id, 'a planner’s plan is steps'));
  const left = new LeftOut(plan.id, (field) => `A step has no "${field}".`);
  const nodes = plan.nodes.filter(({ type }) => type !== 'START' && type !== 'NOTE');
  const steps = nodes.flatMap((node) => {
    const step = stepOf(node, left);
    return step === null ? [] : [{ node, step, key: keyOf(node) }];
  });
  const ids = new Map(steps.map(({ node, key }) => [node.id, key]));
  const edges = edgesAmong(plan, ids, left);
  if (plan.variables !== 'open' && plan.variables.length > 0)
    left.add(null, '/variables', 'A planner’s plan declares no variables.');
  if (plan.result !== undefined)
    left.add(null, '/result', 'A planner’s plan gives what its finish gives: it has no result of its own.');
  const kept = keptUnder('planner-plan', plan);
  const { form, reasoning } = kept;
  const chain =
    edges.length === Math.max(0, steps.length - 1) &&
    edges.every(([from, to], index) => from === steps[index]?.key && to === steps[index + 1]?.key);
  const leftOut = left.all;
  if (form === 'lines' && chain)
    return ok({
      value: linesOf(
        steps.map(({ step }) => step),
        reasoning,
      ),
      lines: true,
      leftOut,
    });
  if (reasoning !== undefined)
    left.add(null, '/source', 'Only lines that follow each other can say what was thought.');
  return ok({ value: fileOf(plan, steps, edges, { form, rest: theirsOf(kept, OURS), chain }), leftOut });
};

interface Written {
  /** What the edges call it: its key where steps are a map. */
  readonly key: string;
  readonly step: JsonObject;
}

function fileOf(
  plan: CapabilityPlan,
  written: readonly Written[],
  edges: readonly (readonly [from: string, to: string])[],
  {
    form,
    rest,
    chain,
  }: { readonly form: Json | undefined; readonly rest: JsonObject; readonly chain: boolean },
): Json {
  const steps = written.map(({ step }) => step);
  const [only] = steps;
  if (form === 'step' && steps.length === 1 && only !== undefined) return only;
  if (form === 'list' && chain) return steps;
  const head = { ...(typeof form === 'string' ? {} : { planId: plan.id }), ...rest };
  if (chain && form !== 'nodes') return { ...head, steps };
  const after: Record<string, string[]> = {};
  for (const [from, to] of edges) after[from] = [...(after[from] ?? []), to];
  return { ...head, nodes: Object.fromEntries(written.map(({ key, step }) => [key, step])), edges: after };
}

function edgesAmong(
  plan: CapabilityPlan,
  ids: ReadonlyMap<string, string>,
  left: LeftOut,
): readonly (readonly [string, string])[] {
  return plan.edges.flatMap((edge) => {
    const from = ids.get(edge.from);
    const to = ids.get(edge.to);
    if (from === undefined || to === undefined) return [];
    if (edge.port === 'out') return [[from, to] as const];
    left.add(
      edge.from,
      '/edges',
      `Steps follow each other by success alone: the port "${edge.port}" is left out.`,
    );
    return [];
  });
}

function stepOf(node: PlanNode, left: LeftOut): JsonObject | null {
  const kept = keptUnder('planner-plan', node);
  const what = byType(CONTENTS, node, kept) ?? null;
  if (what === null) {
    left.add(
      node.id,
      '/type',
      `A planner’s plan has no ${node.type}: ${namedWithContents(node)} is left out.`,
    );
    return null;
  }
  left.fields(node, ['input', 'output', 'timeoutMs', 'retry', 'onError']);
  const { name: displayName, timeoutMs, retry, onError, output } = node;
  // What the node says now goes before what was kept of it.
  return {
    ...omitted(kept, ['id', '$id', WRAPPED, ...FOLLOWS]),
    id: kept.$id ?? keyOf(node),
    ...what,
    ...jsonOf({ displayName, timeoutMs, retry, onError, output }),
  };
}

/** Another word for what it follows would be read once more, beside the edges. */
const FOLLOWS = ['dependsOn', 'depends_on', 'dependencies', 'after'];

function keyOf(node: PlanNode): string {
  const { id: original } = keptUnder('planner-plan', node);
  return typeof original === 'string' || typeof original === 'number' ? String(original) : node.id;
}

/** The four kinds of steps (P4); what is none of them has nothing there, or null. */
const CONTENTS: ByType<[kept: JsonObject], JsonObject | null> = {
  CAPABILITY: callOf,
  END: finishOf,
  TRANSFORM: ({ params: { expression } }) =>
    expression === 'null' ? { type: 'internal' } : { type: 'internal', expression },
};

function callOf({ input, params: { capability } }: NodeOf<'CAPABILITY'>, kept: JsonObject): JsonObject {
  const text = isJsonObject(input) && Object.keys(input).length === 1 ? own(input, 'text') : undefined;
  if (capability === 'text.say' && typeof text === 'string')
    return { type: 'message', input: messageOf(text, kept.input) };
  return present({ type: 'tool', toolId: toolOf(capability, kept.toolId), input });
}

function finishOf(
  { params: { ends = 'scope', result } = {} }: NodeOf<'END'>,
  kept: JsonObject,
): JsonObject | null {
  if (ends !== 'scope') return null;
  if (result === undefined) return { type: 'finish' };
  return { type: 'finish', [kept.input === undefined ? 'input' : 'result']: resultToTheirs(result, kept) };
}

/** A tool whose name there has spaces. */
function toolOf(capability: string, kept: Json | undefined): string {
  return typeof kept === 'string' && kept.trim().replaceAll(' ', '_') === capability ? kept : capability;
}

/** The text, with what stood beside it. */
function messageOf(text: string, kept: Json | undefined): Json {
  if (!isJsonObject(kept)) return text;
  const field = ['text', 'content', 'message', 'prompt'].find((one) => own(kept, one) !== undefined);
  return { ...kept, [field ?? 'text']: text };
}

/**
 * Steps as lines of a stream, with the lines that stood between them in their places.
 *
 * @param reasoning what an import kept of those: `{before, line}` each
 */
function linesOf(steps: readonly JsonObject[], reasoning: Json | undefined): readonly Json[] {
  const others = Array.isArray(reasoning) ? reasoning.filter(isJsonObject) : [];
  const at = (place: number, isLast: boolean): readonly Json[] =>
    others.flatMap(({ before, line = null }) => {
      const wanted = typeof before === 'number' ? before : 0;
      return wanted === place || (isLast && wanted > place) ? [line] : [];
    });
  return [...steps.flatMap((step, index) => [...at(index, false), lineOf(step)]), ...at(steps.length, true)];
}

function lineOf(step: JsonObject): JsonObject {
  const envelope = own(step, ENVELOPE);
  if (!isJsonObject(envelope)) return { type: 'step', step };
  const { [ENVELOPE]: _line, ...rest } = step;
  return { ...envelope, type: 'step', step: rest };
}

/** The names under which an import keeps with a plan what only an export has to know. */
const OURS: ReadonlySet<string> = new Set(['form', 'reasoning']);

/** Under which name it is kept that the result stands in an object here. */
const WRAPPED = '$result';

/**
 * A run gives outputs by their names (R15), and a finish may give anything: what is no object is the output `result`.
 *
 * @returns the node as it was where it is no such END
 */
function withNamedResult(node: JsonObject): JsonObject {
  const params = objectAt(node, 'params') ?? {};
  const { result } = params;
  if (node.type !== 'END' || result === undefined || result === null || isJsonObject(result)) return node;
  const kept = objectAt(objectAt(node, 'source'), 'planner-plan');
  return {
    ...node,
    params: { ...params, result: { result } },
    ...keeping('planner-plan', { ...kept, [WRAPPED]: 'wrapped' }),
  };
}

/** The way back, as long as the result is that one output. */
function resultToTheirs(result: Json, kept: JsonObject): Json {
  if (kept[WRAPPED] === undefined || !isJsonObject(result)) return result;
  const { result: inner, ...others } = result;
  return inner !== undefined && Object.keys(others).length === 0 ? inner : result;
}

/** A plan that came line by line (reference 3, P2): what its steps are, and what else the lines say. */
interface ReadLines {
  readonly steps: readonly Json[];
  /** Lines that are no steps, each with its place, and with the number of steps before it. */
  readonly others: readonly { readonly at: number; readonly before: number; readonly line: Json }[];
}

/**
 * The lines of a text that is NDJSON; null where a line is no JSON, or where there is only one.
 *
 * @param text of the size that may be read
 */
function linesIn(text: string): readonly Json[] | null {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  const values: Json[] = [];
  for (const line of lines) {
    const parsed = parseJson(line, LIMITS.jsonDepth);
    if (!parsed.ok) return null;
    values.push(parsed.value);
  }
  return values;
}

/**
 * Reads values as the lines of a stream: steps in an envelope, bare steps, reasoning and the finish, in the forms that lines
 * have and in those of memory. Null where none of them stands in an envelope: then it is a list of steps.
 */
function readLines(value: Json): ReadLines | null {
  const values: readonly Json[] = Array.isArray(value) ? value : [value];
  if (!values.some((one) => streamLineOf(one) !== null)) return null;
  const steps: Json[] = [];
  const others: { at: number; before: number; line: Json }[] = [];
  for (const [at, one] of values.entries()) {
    const line = streamLineOf(one);
    if (line === null) steps.push(one);
    else if (line.kind === 'step') steps.push(withEnvelope(line.step, one));
    else if (line.kind === 'finish')
      steps.push({ type: 'finish', ...present({ result: line.result }), ...restOf(one) });
    else others.push({ at, before: steps.length, line: one });
  }
  return { steps, others };
}

/** What an envelope says besides stays with its step. */
function withEnvelope(step: Json, line: Json): Json {
  const rest = isJsonObject(line) ? omitted(line, ['type', 'step']) : {};
  return isJsonObject(step) && Object.keys(rest).length > 0 ? { ...step, [ENVELOPE]: rest } : step;
}

/** Under which name it stays there. */
const ENVELOPE = '$line';

function restOf(line: Json): JsonObject {
  return isJsonObject(line) && line.type === 'finish' ? omitted(line, ['type', 'result']) : {};
}
