import {
  type Diagnostic,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  own,
  problem,
  warning,
} from '#base';
import { type ByType, byType, type CapabilityPlan, type Edge, type NodeOf, type PlanNode } from '#plan';
import { theirsOf } from '../common/besideOurs';
import type { Exporter } from '../common/codec';
import { namedWithContents, objectAt } from '../common/fields';
import { resultToTheirs } from './finished';
import { OURS } from './ours';
import { ENVELOPE } from './streamLines';

/** Writes a plan as planners do (reference 3): `{planId, steps}` where it is a chain, else `{planId, nodes, edges}`. */
export const exportPlannerPlan: Exporter = (plan) => {
  if (plan.kind !== 'capability') return err(notAPlan(plan.id));
  const leftOut: Diagnostic[] = [];
  const nodes = plan.nodes.filter(({ type }) => type !== 'START' && type !== 'NOTE');
  const steps = nodes.flatMap((node) => {
    const step = stepOf(node, plan.id, leftOut);
    return step === null ? [] : [{ node, step, key: keyOf(node) }];
  });
  const ids = new Map(steps.map(({ node, key }) => [node.id, key]));
  const edges = edgesAmong(plan, ids, leftOut);
  if (plan.variables !== 'open' && plan.variables.length > 0)
    leftOut.push(left(plan.id, undefined, '/variables', 'A planner’s plan declares no variables.'));
  if (plan.result !== undefined)
    leftOut.push(
      left(
        plan.id,
        undefined,
        '/result',
        'A planner’s plan gives what its finish gives: it has no result of its own.',
      ),
    );
  const kept = objectAt(plan.source, 'planner-plan') ?? {};
  const { form, reasoning } = kept;
  const rest = theirsOf(kept, OURS);
  const chain =
    edges.length === Math.max(0, steps.length - 1) &&
    edges.every(([from, to], index) => from === steps[index]?.key && to === steps[index + 1]?.key);
  if (reasoning !== undefined && !(form === 'lines' && chain))
    leftOut.push(
      left(plan.id, undefined, '/source', 'Only lines that follow each other can say what was thought.'),
    );
  if (form === 'lines' && chain)
    return ok({
      value: [
        ...linesOf(
          steps.map(({ step }) => step),
          reasoning,
        ),
      ],
      lines: true,
      leftOut,
    });
  return ok({ value: fileOf(plan, steps, edges, { form: textOf(form), rest, chain }), leftOut });
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
  { form, rest, chain }: { readonly form: string; readonly rest: JsonObject; readonly chain: boolean },
): Json {
  const steps = written.map(({ step }) => step);
  const [only] = steps;
  if (form === 'step' && steps.length === 1 && only !== undefined) return only;
  if (form === 'list' && chain) return [...steps];
  if (chain && form !== 'nodes')
    return { ...(form === '' ? { planId: plan.id } : {}), ...rest, steps: [...steps] };
  const after: Record<string, string[]> = {};
  for (const [from, to] of edges) after[from] = [...(after[from] ?? []), to];
  return {
    ...(form === '' ? { planId: plan.id } : {}),
    ...rest,
    nodes: Object.fromEntries(written.map(({ key, step }) => [key, step])),
    edges: after,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function edgesAmong(
  plan: CapabilityPlan,
  ids: ReadonlyMap<string, string>,
  leftOut: Diagnostic[],
): readonly (readonly [string, string])[] {
  return plan.edges.flatMap((edge: Edge) => {
    const from = ids.get(edge.from);
    const to = ids.get(edge.to);
    if (from === undefined || to === undefined) return [];
    if (edge.port !== 'out') {
      leftOut.push(
        left(
          plan.id,
          edge.from,
          '/edges',
          `Steps follow each other by success alone: the port "${edge.port}" is left out.`,
        ),
      );
      return [];
    }
    return [[from, to] as const];
  });
}

function stepOf(node: PlanNode, plan: string, leftOut: Diagnostic[]): JsonObject | null {
  const kept = objectAt(node.source, 'planner-plan') ?? {};
  const { id: _id, $id: ownId, $result: _wrapped, ...others } = kept;
  // Another word for what it follows would be read once more, beside the edges.
  const rest = Object.fromEntries(Object.entries(others).filter(([key]) => !FOLLOWS.has(key)));
  const what = byType(CONTENTS, node, kept) ?? null;
  if (what === null) {
    leftOut.push(
      left(
        plan,
        node.id,
        '/type',
        `A planner’s plan has no ${node.type}: ${namedWithContents(node)} is left out.`,
      ),
    );
    return null;
  }
  const common = ['timeoutMs', 'retry', 'onError', 'output'] as const;
  const ours = Object.fromEntries(
    common.flatMap((field) => (node[field] === undefined ? [] : [[field, node[field]]])),
  ) as JsonObject;
  for (const field of ['features', 'disabled', 'mutex', 'cancelOn', 'background'] as const)
    if (node[field] !== undefined)
      leftOut.push(left(plan, node.id, `/${field}`, `A step has no "${field}".`));
  // What the node says now goes before what was kept of it.
  return {
    ...rest,
    id: ownId ?? keyOf(node),
    ...what,
    ...(node.name === undefined ? {} : { displayName: node.name }),
    ...ours,
  };
}

const FOLLOWS: ReadonlySet<string> = new Set(['dependsOn', 'depends_on', 'dependencies', 'after']);

function keyOf(node: PlanNode): string {
  const original = objectAt(node.source, 'planner-plan')?.id;
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
  return { type: 'tool', toolId: toolOf(capability, kept.toolId), ...(input === undefined ? {} : { input }) };
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

function left(plan: string, node: string | undefined, field: string, message: string): Diagnostic {
  return warning('LEFT_OUT', message, 'It stays in the workspace; the file is written without it.', {
    plan,
    ...(node === undefined ? {} : { node }),
    field,
  });
}

function notAPlan(plan: string): Diagnostic {
  return problem(
    'FORMAT_UNFIT',
    `"${plan}" is a state machine, and a planner’s plan is steps.`,
    'Choose a capability plan.',
    { plan },
  );
}

/**
 * Steps as lines of a stream, with the lines that stood between them in their places.
 *
 * @param reasoning what an import kept of those: `{before, line}` each
 */
export function linesOf(steps: readonly JsonObject[], reasoning: Json | undefined): readonly Json[] {
  const others = Array.isArray(reasoning) ? (reasoning as readonly Json[]).filter(isJsonObject) : [];
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
