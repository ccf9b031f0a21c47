import {
  canonicalJson,
  type Diagnostic,
  err,
  type Json,
  type JsonObject,
  LIMITS,
  ok,
  problem,
  type Result,
} from '#base';
import {
  allNodes,
  type Body,
  capabilitiesCalledBy,
  compileTemplate,
  fillText,
  type PlannerFlavour,
  type Prompt,
  type Template,
} from '#plan';
import type { PlanInDoubt, PlannerState } from '../contracts';
import {
  asDocument,
  type BuiltInPrompt,
  CALLS_DEMAND,
  GOALS_PROMPT,
  LINES_DEMAND,
  MACHINE_PROMPT,
  NEXT_CALLS_PROMPT,
  NEXT_PROMPT,
  OBJECT_PROMPT,
  ONE_ARRAY_DEMAND,
  ONE_OBJECT_DEMAND,
  REPAIR_PROMPT,
  REVISION_CALLS_PROMPT,
  REVISION_PROMPT,
  STREAM_PROMPT,
  TOOLS_PROMPT,
  WISH_PROMPT,
} from './builtIn';
import { exampleText } from './example';
import { type Fitted, fitMemory, fitTools, type LeftOut, tokensOf } from './fitting';
import { goalsForm, machineForm, machineSchema, planForm, planSchema, stepForm } from './replyForms';
import {
  atHandText,
  fenced,
  goalsOfPlan,
  isGraph,
  isMachine,
  observationsOf,
  stepsOfPlan,
  toolsText,
  variablesText,
  writableText,
} from './stateText';
import { callIds, type OfferedTool, offeredTools } from './tools';

/** What a prompt is rendered for; the kernel's plan command is one. */
export interface PromptRequest {
  readonly flavour: PlannerFlavour;
  /** The node's own text, the id of a prompt of the workspace, or null for the built-in one. */
  readonly prompt: string | { readonly prompt: string } | null;
  /** The refused reply and its problems, when this call is a repair (P5). */
  readonly repair: { readonly reply: string; readonly problems: readonly Diagnostic[] } | null;
}

export interface RenderedPrompt {
  /** For a model whose reply is bound to the schema. */
  readonly messages: readonly PromptMessage[];
  /** For one whose reply is bound by neither: these say the form in words (P13). Without a schema or tools both are the same. */
  readonly unbound: readonly PromptMessage[];
  /** Schema to bind the reply to, where the model can; null for a stream, whose lines are not one value. */
  readonly schema: JsonObject | null;
  /** Functions to offer, where the reply shall be calls of them; else none. */
  readonly tools: readonly OfferedTool[];
  readonly template: { readonly id: string; readonly version: number };
  /** What the prompt had no room for (P3). */
  readonly leftOut: LeftOut;
  /** The state as the prompt has shown it, with which the reply is to be read: what was left out is named as that. */
  readonly state: PlannerState;
}

/** A message template, and who says it. */
interface Part {
  readonly role: 'system' | 'user';
  readonly template: Template;
}

/** What a prompt of a flavour asks for. */
interface Asked {
  readonly flavour: 'llm' | 'stream' | 'tools' | 'plan-execute' | 'state-machine';
  readonly builtIn: BuiltInPrompt;
  readonly schema: ((state: PlannerState) => JsonObject) | null;
  /** The schema without the inputs of the tools, for prompts that name the tools themselves. */
  readonly form: (state: PlannerState) => JsonObject;
  /** How the form is introduced. */
  readonly formOf: string;
  readonly demand: string;
  /** Asks what comes after the steps that have run. */
  readonly next: string;
  /** Asks for another plan for the rest. */
  readonly revised: string;
}

const AS_OBJECT: Asked = {
  flavour: 'llm',
  builtIn: OBJECT_PROMPT,
  schema: planSchema,
  form: planForm,
  formOf: 'The JSON Schema of the plan',
  demand: ONE_OBJECT_DEMAND,
  next: NEXT_PROMPT.user,
  revised: REVISION_PROMPT.user,
};
const AS_LINES: Asked = {
  ...AS_OBJECT,
  flavour: 'stream',
  builtIn: STREAM_PROMPT,
  schema: null,
  form: stepForm,
  formOf: 'The JSON Schema of a STEP',
  demand: LINES_DEMAND,
};
const AS_CALLS: Asked = {
  ...AS_OBJECT,
  flavour: 'tools',
  builtIn: TOOLS_PROMPT,
  schema: null,
  demand: CALLS_DEMAND,
  next: NEXT_CALLS_PROMPT.user,
  revised: REVISION_CALLS_PROMPT.user,
};
const AS_GOALS: Asked = {
  ...AS_OBJECT,
  flavour: 'plan-execute',
  builtIn: GOALS_PROMPT,
  // Services bind replies to objects only, and reference 4 asks for an array.
  schema: null,
  form: goalsForm,
  demand: ONE_ARRAY_DEMAND,
};
const AS_MACHINE: Asked = {
  ...AS_OBJECT,
  flavour: 'state-machine',
  builtIn: MACHINE_PROMPT,
  schema: machineSchema,
  form: machineForm,
};

/** What a planner of a flavour is asked with. */
function askedBy(flavour: PlannerFlavour): Asked {
  if (flavour === 'stream') return AS_LINES;
  if (flavour === 'tools') return AS_CALLS;
  if (flavour === 'plan-execute') return AS_GOALS;
  return flavour === 'state-machine' ? AS_MACHINE : AS_OBJECT;
}

/** The built-in prompt of a flavour: what a planner has that names none. */
export function builtInPrompt(flavour: PlannerFlavour): Prompt {
  return asDocument(askedBy(flavour).builtIn);
}

/**
 * Renders the request to a model (P3) within `LIMITS.promptTokens`: above it the tools and documents that fit the goal least
 * are left out, and said. Templates of people may use the same names as the built-in ones (`PROMPT_NAMES`), and besides
 * them the variables of the plan, so that one prompt serves a template that is filled and a planner (reference 1, 7.1).
 * The transcript, the refused reply and the goal are messages and values, filled in once and never read again (case C6);
 * roles are structure (case E10).
 *
 * @returns messages, schema and template; or `PROMPT_UNKNOWN`, or the problems of a template that cannot be read
 */
export function promptFor(
  request: PromptRequest,
  state: PlannerState,
  prompts: readonly Prompt[],
): Result<RenderedPrompt, readonly Diagnostic[]> {
  const chosen = templateOf(request, prompts);
  if (!chosen.ok) return chosen;
  const { parts, template } = chosen.value;
  const fitted = fitTo(request, state, parts);
  if (!fitted.ok) return fitted;
  const { shown, memory, leftOut } = fitted.value;
  const asked = askedBy(request.flavour);
  // A reply that is bound to the form of the request could not be a plan that this form cannot say.
  const isBound = state.wish === undefined || formOfWish(stepsOfPlan(state.wish.plan)) === SAME_FORM;
  const schema = isBound ? (asked.schema?.(shown) ?? null) : null;
  const values = valuesOf(asked, shown, memory, reads(parts, 'tools'));
  const unbound = messagesOf(parts, values);
  if (!unbound.ok) return unbound;
  const bound = schema === null ? unbound : messagesOf(parts, { ...values, form: '' });
  if (!bound.ok) return bound;
  const later = laterMessages(request, state);
  if (!later.ok) return later;
  const messages = [...bound.value, ...later.value];
  const rendered = { messages, template, leftOut, state: shown };
  if (request.flavour !== 'tools')
    return ok({ ...rendered, unbound: [...unbound.value, ...later.value], schema, tools: [] });
  // A model that cannot call functions writes its calls as one object.
  const inWords = promptFor({ ...request, flavour: 'llm' }, shown, prompts);
  if (!inWords.ok) return inWords;
  return ok({ ...rendered, unbound: inWords.value.unbound, schema: null, tools: offeredTools(shown) });
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
    const { id, version, system, user } = askedBy(request.flavour).builtIn;
    return compiled({ id, version }, { role: 'system', text: system }, { role: 'user', text: user });
  }
  if (typeof prompt === 'string') return compiled({ id: 'node', version: 1 }, { role: 'user', text: prompt });
  const found = prompts.find(({ id }) => id === prompt.prompt);
  if (found === undefined) return err([unknownPrompt(prompt.prompt)]);
  const { id, version, text } = found;
  return compiled({ id, version }, { role: 'user', text });
}

function compiled(
  template: RenderedPrompt['template'],
  ...texts: readonly { readonly role: Part['role']; readonly text: string }[]
): ReturnType<typeof templateOf> {
  const parts: Part[] = [];
  for (const { role, text } of texts) {
    const read = compileTemplate(text);
    if (!read.ok) return read;
    parts.push({ role, template: read.value });
  }
  return ok({ parts, template });
}

function reads(parts: readonly Part[], ...names: readonly string[]): boolean {
  return parts.some(({ template }) => names.some((name) => template.references.variables.has(name)));
}

/** What is known of documents takes at most this part of a prompt, and what is left belongs to the tools. */
const MEMORY_SHARE = 1 / 3;

/** What of the state there is room for, beside the text of the prompt. A prompt that names no tools leaves none out. */
function fitTo(
  { flavour, repair, prompt }: PromptRequest,
  state: PlannerState,
  parts: readonly Part[],
): Result<
  { readonly shown: PlannerState; readonly memory: JsonObject; readonly leftOut: LeftOut },
  readonly Diagnostic[]
> {
  const text = messagesOf(parts, { ...valuesOf(askedBy(flavour), state, {}, true), tools: '' });
  if (!text.ok) return text;
  const around = text.value.reduce((sum, message) => sum + tokensOf(message.text), 0);
  const room = LIMITS.promptTokens - around;
  const own = parts.map(({ template }) => (prompt === null ? '' : String(template.source)));
  const said = [state.goal, ...own];
  const memory: Fitted<JsonObject> = reads(parts, 'data', 'memory')
    ? fitMemory(state.memory, state.goal, said, room * MEMORY_SHARE)
    : { shown: state.memory, leftOut: [] };
  const isShown = flavour === 'tools' || reads(parts, 'tools', 'schema');
  const taken = reads(parts, 'data', 'memory') ? tokensOf(fenced(memory.shown)) : 0;
  const { soFar } = state;
  const called = [...allNodes(soFar?.revision?.before ?? soFar?.body ?? NO_STEPS)].flatMap(({ node }) =>
    capabilitiesCalledBy(node),
  );
  const wished = state.wish === undefined ? [] : [state.wish.text, JSON.stringify(state.wish.plan)];
  const refused = repair === null ? [] : [repair.reply, JSON.stringify(repair.problems)];
  const tools: Fitted<PlannerState['catalogue']> = isShown
    ? fitTools(state, [...said, ...called, ...wished, ...refused], room - taken, flavour)
    : { shown: state.catalogue, leftOut: [] };
  return ok({
    shown: { ...state, catalogue: tools.shown, leftOut: new Set(tools.leftOut) },
    memory: memory.shown,
    leftOut: { tools: tools.leftOut, documents: memory.leftOut },
  });
}

const NO_STEPS = { nodes: [], edges: [] };

/** The names that a prompt may use, besides the variables of the plan. */
export const PROMPT_NAMES = [
  'goal',
  'tools',
  'data',
  'example',
  'form',
  'schema',
  'variables',
  'writable',
  'memory',
  'transcript',
  'maxSteps',
  'stepCount',
  'calls',
] as const;

/** @param namesTools whether the prompt shows the tools, and so has said what their inputs are */
function valuesOf(
  { flavour, form, formOf, schema }: Asked,
  state: PlannerState,
  memory: JsonObject,
  namesTools: boolean,
): JsonObject {
  const inWords = canonicalJson(form(state));
  const own: Readonly<Record<(typeof PROMPT_NAMES)[number], string | number>> = {
    goal: state.goal,
    tools: toolsText(state, flavour),
    data: atHandText(state, memory),
    example: exampleText(flavour, state),
    form: `${formOf}:\n${inWords}\n`,
    schema: namesTools || schema === null ? inWords : canonicalJson(schema(state)),
    variables: variablesText(state),
    writable: writableText(state),
    memory: canonicalJson(memory),
    transcript: state.transcript.map(({ role, text }) => `${role}: ${text}`).join('\n'),
    maxSteps: state.limits.maxSteps,
    stepCount: state.stepCount,
    calls: callsText(state),
  };
  return { ...state.variables, ...own, ...BRACES };
}

function callsText(state: PlannerState): string {
  const idAt = callIds(state);
  return `${idAt(0)}, ${idAt(1)}, …`;
}

const BRACES = { braces_open: '{{', braces_close: '}}' } as const;

function messagesOf(parts: readonly Part[], values: JsonObject): Messages {
  const messages: PromptMessage[] = [];
  for (const { role, template } of parts) {
    const filled = fillText(template, values);
    if (!filled.ok) return err([notFilled(filled.problem.message)]);
    messages.push({ role, text: filled.value });
  }
  return ok(messages);
}

/** What follows the request: the steps that have run, what a person wants, a refused reply. Each ends with the demand. */
function laterMessages(request: PromptRequest, state: PlannerState): Messages {
  const asked = askedBy(request.flavour);
  const { demand } = asked;
  const next = nextMessages(asked, state);
  if (!next.ok) return next;
  const wish = wishMessages(state, demand);
  if (!wish.ok) return wish;
  const repair = repairMessages(request.repair, demand);
  return repair.ok ? ok([...next.value, ...wish.value, ...repair.value]) : repair;
}

/** What the user says, as one of the built-in texts has it. */
function userSays(text: string, values: JsonObject): Messages {
  const template = compileTemplate(text);
  return template.ok ? messagesOf([{ role: 'user', template: template.value }], values) : template;
}

/** Why a plan may not go on as it is, what has run of it, and what has not, in the form in which it was asked for. */
function inDoubt(
  { because, before }: PlanInDoubt,
  steps: Json,
  settled: Body,
  flavour: Asked['flavour'],
): Json {
  const begun = new Set(settled.nodes.map(({ id }) => id));
  const left = {
    nodes: before.nodes.filter(({ id }) => !begun.has(id)),
    edges: before.edges.filter(({ to }) => !begun.has(to)),
  };
  const goals = flavour === 'plan-execute' ? goalsOfPlan(left) : null;
  return { reason: because, steps, notStarted: goals ?? stepsOfPlan(left) };
}

/** What has run, where the planner is asked what comes next (P2), or for another plan for the rest (P9). */
function nextMessages({ flavour, next, revised, demand }: Asked, state: PlannerState): Messages {
  const { soFar } = state;
  if (soFar === undefined) return ok([]);
  const steps = observationsOf(soFar);
  const { revision } = soFar;
  const shown = revision === undefined ? steps : inDoubt(revision, steps, soFar.body, flavour);
  return userSays(revision === undefined ? next : revised, {
    steps: fenced(shown),
    stepsLeft: Math.max(0, state.limits.maxSteps - soFar.body.nodes.length),
    calls: callsText(state),
    demand,
    ...BRACES,
  });
}

/** How a plan is asked for as it is shown, where that is not as the request has said (P4). */
function formOfWish(shown: Json): string {
  if (isMachine(shown)) return MACHINE_FORM;
  return isGraph(shown) ? GRAPH_FORM : SAME_FORM;
}

const SAME_FORM = 'and in the same form';
const MACHINE_FORM = 'and as one JSON object of its form, with "states" as a list';
const GRAPH_FORM = 'and as one JSON object of its form, with "nodes" and "edges", not as "steps"';

/** What the person who decides about a plan wants changed of it (D9), after the plan as they see it. */
function wishMessages({ wish, soFar }: PlannerState, demand: string): Messages {
  if (wish === undefined) return ok([]);
  const shown = stepsOfPlan(wish.plan, soFar?.body);
  const form = formOfWish(shown);
  return userSays(WISH_PROMPT.user, { plan: fenced(shown), wish: wish.text, form, demand });
}

/** The refused reply is the model's own turn; what is wrong with it is ours. */
function repairMessages(repair: PromptRequest['repair'], demand: string): Messages {
  if (repair === null) return ok([]);
  const problems = repair.problems.map(({ code, message, help, where }) => ({
    code,
    message,
    help,
    where: { ...where },
  }));
  const said = userSays(REPAIR_PROMPT.user, { problems: fenced(problems), demand });
  if (!said.ok || repair.reply === '') return said;
  return ok([{ role: 'assistant', text: repair.reply }, ...said.value]);
}

function unknownPrompt(id: string): Diagnostic {
  const help = 'Choose a prompt of the workspace, or none.';
  return problem('PROMPT_UNKNOWN', `There is no prompt "${id}".`, help);
}

function notFilled(reason: string): Diagnostic {
  const help = 'Use only names that a planner prompt knows.';
  return problem('PROMPT_UNFILLED', `The prompt cannot be filled: ${reason}`, help);
}

type Messages = Result<readonly PromptMessage[], readonly Diagnostic[]>;

/** One turn of a request to a model. Roles are structure, never text (case E10). */
interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}
