import type { Diagnostic } from '#base';
import { isJsonObject, isVariableName, type Json, type JsonObject, own, problem } from '#base';
import { subPlannerParams } from '#plan';
import { judgeAdded } from '../choose/judge';
import type { ReplyReading } from '../choose/readReply';
import type { PlannerState } from '../state';
import { type ArrayStep, readStepArray } from './readStepArray';

/** A reading of a reply with the variables that its plan brings along (V1, P13). */
export interface StepReading extends ReplyReading {
  readonly inject: JsonObject;
}

/** The variable that holds the prompt of a step, and the one that its answer is written to (reference 1, 7.3). */
function promptOf(index: number): string {
  return `__planner_step_${index}_prompt`;
}

function responseOf(index: number): string {
  return `__planner_step_${index}_response`;
}

/**
 * The parser that reference 1 calls `default`: a list of steps, each of which calls a plugin with an injected prompt and
 * writes its answer to an injected variable.
 *
 * @returns null where the text is no list of steps; then it may be a plan in another form
 * @example planOfStepArray('[{"toolId": "PEN", "input": {"prompt": "Draw"}}]', state)?.inject.__planner_step_0_prompt // 'Draw'
 */
export function planOfStepArray(text: string, state: PlannerState): StepReading | null {
  const read = readStepArray(text);
  if (read === null) return null;
  if (!read.ok) return refused([read.problem]);
  const { steps, repairs } = read.value;
  const calls = steps.filter(({ planner }) => planner === null);
  const prompts = Object.fromEntries(calls.map(({ index, prompt }) => [promptOf(index), prompt]));
  return { ...planOf(steps, prompts, state), repairs };
}

/**
 * What a subtree creator returned for a plan text (reference 1, 7.2): `variablesToInject`, and `steps` with the plugin of
 * each and perhaps its prompt. A step without a plugin is passed over, and counts.
 */
export function planOfCreator(output: Json, state: PlannerState): StepReading {
  const given = isJsonObject(output) ? own(output, 'steps') : undefined;
  // JSONata gives a list of one item as that item.
  const steps = isJsonObject(given) ? [given] : given;
  const variables = (isJsonObject(output) ? own(output, 'variablesToInject') : undefined) ?? {};
  if (!Array.isArray(steps) || !isJsonObject(variables)) return refused([notSteps()]);
  const named = (steps as readonly Json[]).flatMap((step, index) => creatorStep(step, index));
  const prompts = named.flatMap(({ index, prompt }) =>
    prompt === null ? [] : [[promptOf(index), prompt] as const],
  );
  return planOf(named, { ...variables, ...Object.fromEntries(prompts) }, state);
}

function creatorStep(step: Json, index: number): readonly ArrayStep[] {
  if (!isJsonObject(step)) return [];
  const plugin = own(step, 'pluginRef');
  const tool = typeof plugin === 'string' ? plugin.trim() : '';
  return tool === '' ? [] : [{ index, tool, prompt: own(step, 'prompt') ?? null, name: null, planner: null }];
}

function planOf(steps: readonly ArrayStep[], injected: JsonObject, state: PlannerState): StepReading {
  const odd = Object.keys(injected).find((name) => !isVariableName(name));
  if (odd !== undefined) return refused([notAName(odd)]);
  const calls = steps.filter(({ planner }) => planner === null);
  const known = new Set([...state.writable, ...Object.keys(state.variables)]);
  // What a step reads and writes is there before it runs: null, where nobody has declared it.
  const empty = calls
    .flatMap(({ index }) => [promptOf(index), responseOf(index)])
    .filter((name) => !known.has(name));
  const inject = { ...Object.fromEntries(empty.map((name) => [name, null])), ...injected };
  const ids = steps.map((_, at) => `step-${at + 1}`);
  const body = {
    nodes: steps.map((step, at) => nodeOf(step, ids[at] ?? '')),
    edges: ids.slice(1).map((to, at) => ({ from: ids[at] ?? '', to })),
  };
  const writable = [...new Set([...state.writable, ...Object.keys(inject)])];
  const { plan, problems } = judgeAdded(body, {
    ...state,
    writable,
    variables: { ...state.variables, ...inject },
  });
  return {
    verdict: plan === null ? 'refused' : 'accepted',
    plan,
    problems,
    repairs: [],
    oneStep: false,
    inject,
  };
}

function nodeOf({ index, tool, name, planner }: ArrayStep, id: string): JsonObject {
  // A planner inside the plan: it plans when it is reached, and its steps run in its place.
  if (planner !== null) return { id, type: 'PLANNER', name: name ?? tool, params: subPlannerParams(planner) };
  return {
    id,
    type: 'CAPABILITY',
    name: `step-${index}-${tool}`,
    params: { capability: tool },
    input: { prompt: `{{ ${promptOf(index)} }}` },
    output: { [responseOf(index)]: 'result.responseText' },
  };
}

function refused(problems: readonly Diagnostic[]): StepReading {
  return { verdict: 'refused', plan: null, problems, repairs: [], oneStep: false, inject: {} };
}

function notSteps(): Diagnostic {
  const message = 'The subtree creator gave no steps.';
  return problem('NO_PLAN_IN_REPLY', message, 'It must return {"variablesToInject": {…}, "steps": […]}.');
}

function notAName(name: string): Diagnostic {
  const message = `The plan wants to inject "${name.slice(0, 80)}", which is not a name of a variable.`;
  return problem('INJECTION_INVALID', message, 'Use letters, digits and "_".');
}
