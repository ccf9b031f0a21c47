import { canonicalJson, type Diagnostic, err, type JsonObject, ok, problem, type Result } from '#base';
import { compileTemplate, fillText, type PlannerFlavour, type Prompt } from '#plan';
import type { PlannerState } from '../state';
import { type BuiltInPrompt, NEXT_PROMPT, OBJECT_PROMPT, REPAIR_PROMPT, STREAM_PROMPT } from './builtIn';
import { MACHINE_PROMPT } from './machinePrompt';
import { machineSchema } from './machineSchema';
import type { PromptMessage } from './messages';
import { observationsOf } from './observations';
import { planSchema, stepSchema } from './planSchema';
import { shownMemory } from './shownMemory';
import { toolsText, variablesText, writableText } from './toolsText';

/** What a prompt is rendered for; the kernel's plan command is one. */
export interface PromptRequest {
  readonly flavour: PlannerFlavour;
  /** The node's own text, the id of a prompt of the workspace, or null for the built-in one. */
  readonly prompt: string | { readonly prompt: string } | null;
  /** The refused reply and its problems, when this call is a repair (P5). */
  readonly repair: { readonly reply: string; readonly problems: readonly Diagnostic[] } | null;
}

export interface RenderedPrompt {
  readonly messages: readonly PromptMessage[];
  /** Schema to bind the reply to, where the model can; null for a stream, whose lines are not one value. */
  readonly schema: JsonObject | null;
  readonly template: { readonly id: string; readonly version: number };
}

/** A message template, and who says it. */
interface Part {
  readonly role: 'system' | 'user';
  readonly text: string;
}

/**
 * Renders the request to a model (P3). Templates of people may use the same names as the built-in ones: `goal`,
 * `tools`, `schema`, `variables`, `writable`, `memory`, `transcript`, `maxSteps`, and besides them the variables of the
 * plan, so that one prompt serves a template that is filled and a planner (reference 1, 7.1). The transcript, the refused reply and
 * the goal are messages and values, filled in once and never read again (case C6); roles are structure (case E10).
 *
 * @returns messages, schema and template; or `PROMPT_UNKNOWN`, or the problems of a template that cannot be read
 */
export function promptFor(
  request: PromptRequest,
  state: PlannerState,
  prompts: readonly Prompt[],
): Result<RenderedPrompt, readonly Diagnostic[]> {
  const streams = request.flavour === 'stream';
  const schema = schemaFor(request.flavour, state);
  const chosen = templateOf(request, prompts);
  if (!chosen.ok) return chosen;
  const values = valuesOf(state, schema);
  const messages: PromptMessage[] = [];
  for (const { role, text } of chosen.value.parts) {
    const filled = render(text, values);
    if (!filled.ok) return filled;
    messages.push({ role, text: filled.value });
  }
  const next = nextMessages(state);
  if (!next.ok) return next;
  const repair = repairMessages(request.repair);
  if (!repair.ok) return repair;
  return ok({
    messages: [...messages, ...next.value, ...repair.value],
    schema: streams ? null : schema,
    template: chosen.value.template,
  });
}

function schemaFor(flavour: PlannerFlavour, state: PlannerState): JsonObject {
  if (flavour === 'stream') return stepSchema(state);
  return flavour === 'state-machine' ? machineSchema(state) : planSchema(state);
}

function builtInFor(flavour: PlannerFlavour): BuiltInPrompt {
  if (flavour === 'stream') return STREAM_PROMPT;
  return flavour === 'state-machine' ? MACHINE_PROMPT : OBJECT_PROMPT;
}

function templateOf(
  request: PromptRequest,
  prompts: readonly Prompt[],
): Result<
  { readonly parts: readonly Part[]; readonly template: RenderedPrompt['template'] },
  readonly Diagnostic[]
> {
  const { prompt } = request;
  if (prompt === null) {
    const { id, version, system, user } = builtInFor(request.flavour);
    return ok({
      parts: [
        { role: 'system', text: system },
        { role: 'user', text: user },
      ],
      template: { id, version },
    });
  }
  if (typeof prompt === 'string') {
    return ok({ parts: [{ role: 'user', text: prompt }], template: { id: 'node', version: 1 } });
  }
  const found = prompts.find(({ id }) => id === prompt.prompt);
  if (found === undefined) return err([unknownPrompt(prompt.prompt)]);
  const { id, version, text } = found;
  return ok({ parts: [{ role: 'user', text }], template: { id, version } });
}

function valuesOf(state: PlannerState, schema: JsonObject): JsonObject {
  return {
    ...state.variables,
    goal: state.goal,
    tools: toolsText(state),
    schema: canonicalJson(schema),
    variables: variablesText(state),
    writable: writableText(state),
    memory: canonicalJson(shownMemory(state.memory)),
    transcript: state.transcript.map(({ role, text }) => `${role}: ${text}`).join('\n'),
    maxSteps: state.limits.maxSteps,
    stepCount: state.stepCount,
    ...BRACES,
  };
}

const BRACES = { braces_open: '{{', braces_close: '}}' } as const;

function render(text: string, values: JsonObject): Result<string, readonly Diagnostic[]> {
  const template = compileTemplate(text);
  if (!template.ok) return template;
  const filled = fillText(template.value, values);
  return filled.ok ? filled : err([notFilled(filled.problem.message)]);
}

/** What has run, where the planner is asked what comes next (P2). */
function nextMessages(state: PlannerState): Result<readonly PromptMessage[], readonly Diagnostic[]> {
  if (state.soFar === undefined) return ok([]);
  const { braces_open, braces_close } = BRACES;
  const text = render(NEXT_PROMPT.user, {
    steps: canonicalJson(observationsOf(state.soFar)),
    stepsLeft: Math.max(0, state.limits.maxSteps - state.soFar.body.nodes.length),
    braces_open,
    braces_close,
  });
  return text.ok ? ok([{ role: 'user', text: text.value }]) : text;
}

/** The refused reply is the model's own turn; what is wrong with it is ours. */
function repairMessages(
  repair: PromptRequest['repair'],
): Result<readonly PromptMessage[], readonly Diagnostic[]> {
  if (repair === null) return ok([]);
  const problems = repair.problems.map(({ code, message, help, where }) => ({
    code,
    message,
    help,
    where: { ...where },
  }));
  const text = render(REPAIR_PROMPT.user, { problems: canonicalJson(problems) });
  if (!text.ok) return text;
  const reply: readonly PromptMessage[] =
    repair.reply === '' ? [] : [{ role: 'assistant', text: repair.reply }];
  return ok([...reply, { role: 'user', text: text.value }]);
}

function unknownPrompt(id: string): Diagnostic {
  return problem(
    'PROMPT_UNKNOWN',
    `There is no prompt "${id}".`,
    'Choose a prompt of the workspace, or none.',
  );
}

function notFilled(reason: string): Diagnostic {
  return problem(
    'PROMPT_UNFILLED',
    `The prompt cannot be filled: ${reason}`,
    'Use only names that a planner prompt knows.',
  );
}
