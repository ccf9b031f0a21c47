import { isJsonObject, type Json, type JsonObject } from '#base';
import { describeDocuments } from '#capabilities';
import { compileTemplate, fill, type PlanNode, type WorkspaceDocument } from '#plan';
import { BUILT_IN_HTN, type Planned, planByHtn } from '#planner';
import { call, readNow } from '../notation/calling';
import { builtIn, plannerState } from '../planner/plannerState';

/** What came of a question: the plan, and what its last steps gave. */
export interface Asked {
  readonly planned: Planned;
  /** What `table.answer` was given: rows, or one value. */
  readonly said: JsonObject;
  readonly text: string;
}

/** Plans a question over documents without a model, and carries the plan out step by step, without a run. */
export async function ask(question: string, documents: readonly WorkspaceDocument[]): Promise<Asked> {
  const planned = planOf(question, documents);
  if (planned.plan === null) throw new Error(`${question}\n${planned.problems[0]?.message}`);
  const steps: Record<string, Json> = {};
  let said: JsonObject = {};
  for (const node of planned.plan.nodes) {
    const input = inputOf(node, { steps });
    if (node.type === 'CAPABILITY' && isJsonObject(input)) said = input;
    // A ledger hands every value on with its keys in canonical order (K4); nothing may depend on them.
    steps[node.id] = shuffled(await call(capabilityOf(node), input, { documents }));
  }
  const last = Object.values(steps).at(-1);
  return { planned, said, text: isJsonObject(last) ? String(last.text) : '' };
}

/** Plans a question over documents without a model. */
export function planOf(
  question: string,
  documents: readonly WorkspaceDocument[],
  tools: readonly string[] = ['table.', 'documents.', 'data.', 'text.'],
): Planned {
  const catalogue = builtIn(...tools);
  return planByHtn(
    BUILT_IN_HTN,
    plannerState({
      goal: question,
      memory: describeDocuments(readNow(documents)),
      catalogue,
      forbidden: new Set([...builtIn('').keys()].filter((id) => !catalogue.has(id))),
      writable: ['answer'],
    }),
  );
}

function capabilityOf(node: PlanNode): string {
  if (node.type !== 'CAPABILITY') throw new Error(`a planner without a model made a ${node.type}`);
  return node.params.capability;
}

function inputOf(node: PlanNode, scope: JsonObject): Json {
  const template = compileTemplate(node.input ?? null);
  if (!template.ok) throw new Error(template.problem[0]?.message);
  const filled = fill(template.value, scope);
  if (!filled.ok) throw new Error(`${node.id}: ${filled.problem.message}`);
  return filled.value;
}

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isJsonObject(value)) return value;
  const sorted = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, item]) => [key, shuffled(item)]));
}
