import {
  canonicalJson,
  type Diagnostic,
  didYouMean,
  EventNames,
  IdMint,
  isJsonObject,
  itemsIn,
  type Json,
  type JsonObject,
  LIMITS,
  objectsIn,
  own,
  parseExactJson,
  plainText,
  present,
  problem,
  type Where,
  withTexts,
} from '#base';
import { compileExpression } from '../expressions/expression';
import type { Catalogue } from '../schema/capabilityDescriptor';
import { leftOf, withRepair } from './outline';

/** A state machine plan in our own JSON, not validated yet, with what was normalised and what is wrong with it. */
export interface MachineDraft {
  readonly plan: JsonObject;
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** What a machine is called that does not say so. */
const UNNAMED_MACHINE = 'machine';

/** What a placeholder names. */
export const PLACEHOLDER_PATH = '(?:goal_data|goal|results)(?:\\.[A-Za-z_][A-Za-z0-9_]*)+';
/** `{{goal_data.x}}` of their code, `{goal_data.x}` of their document; any other `{{` is text. */
const PLACEHOLDER = new RegExp(
  `\\{\\{\\s*(${PLACEHOLDER_PATH})\\s*\\}\\}|\\{(${PLACEHOLDER_PATH})\\}|\\{\\{`,
  'g',
);

/** Their data as a template of ours (V3): placeholders become holes over `goal_data` and `results`. */
export function templateOfPlaceholders(data: Json): Json {
  return withTexts(data, (text) =>
    text.replace(PLACEHOLDER, (_, doubled: string | undefined, single: string | undefined) => {
      const path = doubled ?? single;
      return path === undefined ? '{{ "{{" }}' : holeOf(path);
    }),
  );
}

function holeOf(path: string): string {
  return `{{ ${path.replace(/^goal\./, 'goal_data.')} }}`;
}

const SINGLE = new RegExp(`\\{\\{[\\s\\S]*?\\}\\}|\\{(${PLACEHOLDER_PATH})\\}`, 'g');

/** The same for what a model wrote, who was told of our holes: those stay, placeholders in single braces become holes. */
function templateOfReply(data: Json): Json {
  return withTexts(data, (text) =>
    text.replace(SINGLE, (whole, path: string | undefined) => (path === undefined ? whole : holeOf(path))),
  );
}

/** Words of Python for signs of CEL, outside of strings; `data` is the event's. */
const WORDS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  True: 'true',
  False: 'false',
  None: 'null',
  data: 'event.data',
  goal: 'goal_data',
};

/** Names that a condition of ours knows (M1). */
const KNOWN = new Set(['event', 'goal_data', 'results']);

/**
 * Their condition as CEL. Its language is nowhere said; what reads as CEL, or does so with Python's words, over the
 * event's `data`, `goal_data` and `results`, is taken for that.
 *
 * @returns null where it is none of these
 */
export function conditionOfText(text: string): string | null {
  if (text.length > LIMITS.expressionCharacters) return null;
  const cel = text
    .replace(
      /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(\.\s*)?\b[A-Za-z_]\w*\b/g,
      (token, dot: string | undefined) =>
        dot === undefined && Object.hasOwn(WORDS, token) ? (WORDS[token] ?? token) : token,
    )
    .replace(/!\s+/g, '!')
    .trim();
  const expression = compileExpression(cel);
  if (!expression.ok) return null;
  return [...expression.value.references.variables].every((name) => KNOWN.has(name)) ? cel : null;
}

const OF_PLAN = new Set(['plan_type', 'plan_id', 'description', 'initial_state', 'states', 'state_machine']);
const OF_STATE = new Set([
  'state_name',
  'description',
  'action',
  'transitions',
  'default_next',
  'is_terminal',
]);
const OF_TRANSITION = new Set(['on_event', 'to_state', 'condition']);
/** Fields of ours that may stand beside theirs: what a planner is told of, because theirs have no word for it. */
const OURS_OF_PLAN = new Set(['result', 'variables']);
const OURS_OF_STATE = new Set(['outcome', 'output', 'pause', 'choose', 'after', 'tags', 'name']);

/** Where a run of theirs begins when the plan does not say so. */
const START = 'start';

/**
 * A `PlanDefinition` of reference 5 (or the `state_machine` of a saved run) as a machine of ours. An action that publishes
 * the id of a tool is answered by that tool; what asks a person is answered by a person.
 */
class Definition {
  private readonly repairs: string[] = [];
  private readonly problems: Diagnostic[] = [];
  private readonly events = new EventNames();
  private readonly responders: Responders;
  private readonly states: readonly (readonly [string, JsonObject])[];
  private readonly ids: ReadonlyMap<string, string>;

  constructor(
    private readonly value: JsonObject,
    catalogue: Catalogue,
  ) {
    this.responders = new Responders(catalogue, this.events);
    this.states = statesIn(own(value, 'states') ?? own(value, 'state_machine'));
    const mint = new IdMint();
    const ids = new Map<string, string>();
    for (const [name] of this.states)
      if (ids.has(name)) this.problems.push(twice(name));
      else ids.set(name, mint.mint(name, 'state'));
    this.ids = ids;
  }

  read(): MachineDraft {
    const { value } = this;
    const name = own(value, 'plan_type') ?? own(value, 'plan_id');
    const states = this.states.map(([key, state]) => this.state(key, state));
    const responders = this.responders.all();
    const initial = this.initial();
    const plan: JsonObject = {
      id: new IdMint().mint(typeof name === 'string' ? name : null, UNNAMED_MACHINE),
      kind: 'state-machine',
      ...(typeof name === 'string' ? { name } : {}),
      ...textOf(value, 'description'),
      ...(initial === null ? {} : { initial }),
      ...kept(value, OURS_OF_PLAN),
      states,
      ...(responders.length === 0 ? {} : { responders }),
      ...sourceOf(leftOf(leftOf(value, OF_PLAN), OURS_OF_PLAN)),
    };
    return {
      plan,
      repairs: [...new Set([...this.repairs, ...this.responders.repairs])],
      problems: this.problems,
    };
  }

  private initial(): string | null {
    const named = own(this.value, 'initial_state') ?? own(this.value, 'initial');
    if (typeof named === 'string') return this.target(named, { field: '/initial_state' });
    const first = this.states[0]?.[0];
    if (this.ids.has(START) || first === undefined) return this.ids.get(START) ?? null;
    this.repairs.push(`Began with the first state, "${first}".`);
    return this.ids.get(first) ?? null;
  }

  private state(key: string, state: JsonObject): JsonObject {
    const id = this.ids.get(key) ?? key;
    const isTerminal = own(state, 'is_terminal') === true;
    const action = own(state, 'action');
    const next = own(state, 'default_next');
    const list = this.transitionsOf(id, state);
    this.mustBe('"action" is an object', action === undefined || action === null || isJsonObject(action), id);
    this.mustBe(
      '"default_next" is a text',
      next === undefined || next === null || typeof next === 'string',
      id,
    );
    return {
      id,
      ...(id === key ? {} : { name: key }),
      ...textOf(state, 'description'),
      ...(isJsonObject(action) ? { action: this.action(id, action) } : {}),
      ...(list.length === 0 || isTerminal ? {} : { on: list.map((one) => this.transition(id, one)) }),
      ...(typeof next === 'string' && !isTerminal ? { defaultNext: this.target(next, { node: id }) } : {}),
      ...(isTerminal ? { type: 'final', isTerminal, outcome: 'completed' } : {}),
      ...kept(state, OURS_OF_STATE),
      ...sourceOf(leftOf(leftOf(state, OF_STATE), OURS_OF_STATE)),
    };
  }

  private transitionsOf(id: string, state: JsonObject): readonly JsonObject[] {
    const transitions = own(state, 'transitions') ?? [];
    const isList = Array.isArray(transitions) && transitions.every((one: Json) => isJsonObject(one));
    this.mustBe('"transitions" is a list of objects', isList, id);
    return objectsIn(transitions);
  }

  /** What cannot be read is told, and never left out in silence. */
  private mustBe(what: string, is: boolean, state: string): void {
    const help =
      'Write {"action": {…}, "transitions": [{"on_event": "…", "to_state": "…"}], "default_next": "…"}.';
    if (!is) this.problems.push(problem('STATE_UNREADABLE', `In a state ${what}.`, help, { node: state }));
  }

  private action(state: string, action: JsonObject): JsonObject {
    const event = own(action, 'event_type');
    if (typeof event !== 'string' || event.trim() === '') {
      const help = 'Give "event_type": the id of the tool that is to be called.';
      this.problems.push(
        problem('BLANK_TOOL', `The action of "${state}" names no tool.`, help, { node: state }),
      );
      return { event: 'event' };
    }
    const data = own(action, 'data');
    return this.responders.answer({
      event,
      data: data === undefined || data === null ? undefined : templateOfReply(data),
      response: wordIn(action, 'response_event'),
      failure: wordIn(action, 'failure_event'),
    });
  }

  private transition(state: string, transition: JsonObject): JsonObject {
    const event = wordIn(transition, 'on_event');
    const to = wordIn(transition, 'to_state');
    const condition = wordIn(transition, 'condition');
    if (event === null) this.problems.push(missing('on_event', 'Name the event.', state));
    if (to === null) this.problems.push(missing('to_state', 'Name the state.', state));
    return {
      event: this.events.mint(event ?? 'event'),
      ...(to === null ? {} : { target: this.target(to, { node: state }) }),
      ...(condition?.trim() ? { when: conditionOfText(condition) ?? condition } : {}),
      ...sourceOf(leftOf(transition, OF_TRANSITION)),
    };
  }

  private target(name: string, where: Where): string {
    const id = this.ids.get(name);
    if (id !== undefined) return id;
    const help = `${didYouMean(name, this.ids.keys())}Name one of ${[...this.ids.keys()].join(', ')}.`;
    this.problems.push(problem('STATE_UNKNOWN', `There is no state "${name}".`, help, where));
    return [...this.ids.values()][0] ?? START;
  }
}

/** States by name: a map, or a list of states that say their names. */
function statesIn(states: Json | undefined): readonly (readonly [string, JsonObject])[] {
  if (isJsonObject(states))
    return Object.entries(states).flatMap(([key, state]) => (isJsonObject(state) ? [[key, state]] : []));
  return objectsIn(states).map((state) => [plainText(own(state, 'state_name') ?? ''), state]);
}

function twice(name: string): Diagnostic {
  const help = 'Give every state a name of its own.';
  return problem('DUPLICATE_ID', `Two states are called "${name}".`, help, { node: name, field: '/states' });
}

function textOf(object: JsonObject, key: string): JsonObject {
  const text = wordIn(object, key);
  return text === null ? {} : { [key]: text };
}

/** What an object says in a field; null where that is no text, or an empty one. */
function wordIn(object: JsonObject, key: string): string | null {
  const text = own(object, key);
  return typeof text === 'string' && text !== '' ? text : null;
}

function kept(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => keys.has(key) && value !== null));
}

/** What there would be ignored is kept here. */
function sourceOf(rest: JsonObject): JsonObject {
  return Object.keys(rest).length === 0 ? {} : { source: { 'state-machine': { rest } } };
}

function missing(field: string, help: string, state: string): Diagnostic {
  return problem('MISSING_FIELD', `A transition of "${state}" has no "${field}".`, help, { node: state });
}

/** An action as a plan names it: its event is the tool's id. */
interface NamedAction {
  readonly event: string;
  readonly data: Json | undefined;
  readonly response: string | null;
  readonly failure: string | null;
}

/** Events by which a person is asked: the capability that planners know, and the event of reference 5. */
const ASK_PERSON: ReadonlySet<string> = new Set(['human.ask', 'notification.human_input']);

/** Where the words stand that a person is to read. */
const SAID_IN = ['message', 'question', 'prompt', 'text'] as const;

/** Who answers the actions of a machine that names its tools (M2): a responder for each tool, in the order of first use. */
class Responders {
  readonly repairs: string[] = [];
  private readonly list: JsonObject[] = [];
  private readonly asked: JsonObject[] = [];
  private readonly known = new Set<string>();
  private readonly ids = new IdMint();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly events: EventNames,
  ) {}

  /** Whether an event is one that a tool or a person answers. */
  knows(event: string): boolean {
    return this.catalogue.has(event) || ASK_PERSON.has(event);
  }

  /** The action as a state of ours has it; whoever answers it is remembered. */
  answer({ event, data, response, failure }: NamedAction): JsonObject {
    const type = this.events.mint(event);
    const isTool = this.catalogue.has(event);
    const isPerson = ASK_PERSON.has(event);
    const answer = response ?? (isTool || isPerson ? `${type}.completed` : null);
    if (response === null && answer !== null)
      this.repairs.push(`Called the response of "${event}" "${answer}".`);
    if (isPerson) this.ask(type, data);
    else if (isTool) this.call(type, event);
    const given = isPerson ? withMessage(data) : data;
    return {
      event: type,
      ...present({ data: given }),
      ...(answer === null ? {} : { response: this.events.mint(answer) }),
      ...(failure === null ? {} : { failure: this.events.mint(failure) }),
    };
  }

  all(): readonly JsonObject[] {
    const [schema, ...others] = this.asked.map((data) => formOf(data));
    const isOne = schema !== undefined && others.every((one) => canonicalJson(one) === canonicalJson(schema));
    const form = isOne && schema !== null ? { schema } : {};
    return this.list.map((one) => (one.capability === undefined ? { ...one, ...form } : one));
  }

  private call(request: string, capability: string): void {
    if (this.known.has(request)) return;
    this.known.add(request);
    this.list.push({ id: this.ids.mint(capability, 'responder'), request, capability });
  }

  private ask(request: string, data: Json | undefined): void {
    this.asked.push(isJsonObject(data) ? data : {});
    if (this.known.has(request)) return;
    this.known.add(request);
    this.list.push({
      id: this.ids.mint('person', 'responder'),
      request,
      message: '{{ event.data.message }}',
    });
  }
}

function withMessage(data: Json | undefined): Json {
  if (typeof data === 'string') return { message: data };
  const given = isJsonObject(data) ? data : {};
  const words = SAID_IN.flatMap((key) => own(given, key) ?? []);
  return { ...given, message: words[0] ?? 'What shall be done?' };
}

/** The form of what is asked: its own schema, or a choice among its decisions. */
function formOf(data: JsonObject): JsonObject | null {
  const schema = own(data, 'schema');
  if (isJsonObject(schema)) return schema;
  const ids = objectsIn(own(data, 'decisions')).flatMap((one) => own(one, 'id') ?? []);
  if (ids.length === 0) return null;
  return { type: 'object', required: ['decision'], properties: { decision: { enum: ids } } };
}

/**
 * A document of ours, as a model or a person writes it: `kind` and `id` may be left out, and an action that names a tool
 * and has no responder is answered by that tool.
 */
function machineOfOurs(value: JsonObject, catalogue: Catalogue): MachineDraft {
  const { id = UNNAMED_MACHINE, kind = 'state-machine' } = value;
  const given = itemsIn(own(value, 'responders'));
  const answered = new Set(given.map((one) => (isJsonObject(one) ? own(one, 'request') : one)));
  const responders = new Responders(catalogue, new EventNames());
  const states = Array.isArray(value.states) ? value.states.map((state) => answer(state)) : value.states;
  const added = responders.all();
  const repairs = value.id === undefined ? [`Called a plan without an id "${UNNAMED_MACHINE}".`] : [];
  return {
    plan: {
      ...value,
      id,
      kind,
      ...present({ states }),
      ...(added.length === 0 ? {} : { responders: [...given, ...added] }),
    },
    repairs: [...repairs, ...responders.repairs],
    problems: [],
  };

  function answer(state: Json): Json {
    if (!isJsonObject(state)) return state;
    const { action, states: inner } = state;
    return {
      ...state,
      ...(isJsonObject(action) ? { action: byTool(action) } : {}),
      ...(Array.isArray(inner) ? { states: inner.map(answer) } : {}),
    };
  }

  function byTool(action: JsonObject): JsonObject {
    const { event, data, response, failure } = action;
    if (typeof event !== 'string' || answered.has(event) || !responders.knows(event)) return action;
    const text = (one: Json | undefined): string | null => (typeof one === 'string' ? one : null);
    return {
      ...action,
      ...responders.answer({ event, data, response: text(response), failure: text(failure) }),
    };
  }
}

/** How many wrappings (`{plan: …}`, JSON in a string) are taken off. */
const MOST_WRAPPINGS = 4;

/**
 * Reads a value as a state machine (P4, M5): a document of ours, or a `PlanDefinition` of reference 5, whose actions name
 * the tools that answer them; null when it is neither.
 *
 * @param catalogue what may be called: an action whose event is the id of one of these is answered by it
 */
export function machineDraftOf(
  value: Json,
  catalogue: Catalogue,
  wrappings = MOST_WRAPPINGS,
): MachineDraft | null {
  if (typeof value === 'string') return inText(value, catalogue, wrappings);
  if (!isJsonObject(value)) return null;
  const states = own(value, 'states') ?? own(value, 'state_machine');
  if (isOurs(value, states)) return machineOfOurs(value, catalogue);
  if (isListOfStates(states) || isMapOfStates(states)) return new Definition(value, catalogue).read();
  const plan = own(value, 'plan') ?? own(value, 'dynamicPlan') ?? own(value, 'machine');
  if (plan === undefined || wrappings === 0) return null;
  const inner = machineDraftOf(plan, catalogue, wrappings - 1);
  return inner && withRepair(inner, 'Read the plan out of the object around it.');
}

function inText(text: string, catalogue: Catalogue, wrappings: number): MachineDraft | null {
  if (wrappings === 0 || !/^\s*[{"]/.test(text)) return null;
  const parsed = parseExactJson(text, LIMITS.jsonDepth);
  const inner = parsed.ok ? machineDraftOf(parsed.value, catalogue, wrappings - 1) : null;
  return inner && withRepair(inner, 'Read the plan out of a JSON string.');
}

function isOurs(value: JsonObject, states: Json | undefined): boolean {
  if (own(value, 'kind') === 'state-machine') return true;
  return Array.isArray(states) && states.length > 0 && states.every((state) => hasText(state, 'id'));
}

function isListOfStates(states: Json | undefined): boolean {
  return Array.isArray(states) && states.length > 0 && states.every((state) => hasText(state, 'state_name'));
}

function isMapOfStates(states: Json | undefined): boolean {
  return isJsonObject(states) && Object.values(states).every(isJsonObject);
}

function hasText(value: Json | undefined, key: string): boolean {
  return isJsonObject(value) && typeof own(value, key) === 'string';
}
