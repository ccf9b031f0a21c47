import {
  canonicalJson,
  EventNames,
  filled,
  IdMint,
  isId,
  isJsonArray,
  isJsonObject,
  isVariableName,
  itemsIn,
  type Json,
  type JsonObject,
  own,
  present,
} from '#base';
import { compileExpression, conditionOfText, holesIn, isReservedName, templateOfPlaceholders } from '#plan';
import type { Importer, ImportOutcome } from '../common/codec';
import { Fields, picked } from '../common/fields';
import { keeping } from '../common/kept';
import { below, type ImportReport, importing, isTooMany, type Path } from '../common/report';

/**
 * Reads a plan of reference 5: a `PlanDefinition`, its registration `{plan}`, or a saved run (`PlanContext`), whose
 * state machine becomes the plan.
 *
 * @example importStateMachine({ plan_type: 'tea', description: 'Make tea', states: { start: { … } } })
 */
export const importStateMachine: Importer = (input) =>
  importing(input, (value, report) => {
    const plan = isJsonObject(value) ? own(value, 'plan') : undefined;
    if (isJsonObject(plan)) return imported(new Fields(plan, '/plan', report), report);
    if (isJsonObject(value)) return imported(new Fields(value, '', report), report);
    return report.refuse(
      'NOT_A_PLAN',
      'A plan of this format is a JSON object.',
      'Give a PlanDefinition with "states".',
      '',
    );
  });

interface Reading {
  readonly report: ImportReport;
  readonly planId: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly events: EventNames;
}

function imported(fields: Fields, report: ImportReport): ImportOutcome {
  const type = fields.word('plan_type') ?? fields.word('plan_id');
  const isRun = fields.peek('state_machine') !== undefined;
  const ofStates = isRun ? 'state_machine' : 'states';
  const states = fields.members(ofStates);
  const planId = new IdMint().mint(type ?? null, 'machine');
  if (type === undefined && !isRun)
    missing(fields, 'plan_type', 'The plan has no "plan_type".', 'Give it a name.');
  if (isTooMany(states.length, 'states', fields.path, report)) return report.refused();
  const mint = new IdMint();
  const ids = new Map(states.map(([key]) => [key, mint.mint(key, 'state')]));
  const reading: Reading = { report, planId, ids, events: new EventNames() };
  const initial = initialOf(fields, states, isRun);
  if (states.length === 0) missing(fields, ofStates, 'The plan has no states.', 'Give it "states".');
  else if (!ids.has(initial))
    report.error(
      'STATE_UNKNOWN',
      `The initial state "${initial}" is not there.`,
      'Name one of the states, or call one "start".',
      below(fields.path, 'initial_state'),
    );
  const description = fields.text('description');
  const goal = fields.word('goal_event');
  const run = isRun ? runOf(fields) : {};
  const drafts = states.map(([key, state]) => stateDraft(reading, key, state, initial));
  const variables = goalVariables(drafts, run.goal_data);
  sayInputs(report, planId, variables);
  report.recognised('plan', 'state machine plan');
  report.recognised('states', 'states', states.length);
  const draft = {
    id: planId,
    kind: 'state-machine',
    ...present({ name: type, description }),
    ...filled({ variables }),
    initial: ids.get(initial) ?? 'start',
    ...(goal === undefined ? {} : { onGoal: reading.events.mint(goal) }),
    states: drafts,
    ...keeping('state-machine', {
      ...filled({ run }),
      ...present({ events: reading.events.renamed() ?? undefined }),
      ...besides(reading, fields, planId),
    }),
  };
  return report.finish({ id: planId, name: (type ?? planId).slice(0, 200), plans: [draft] });
}

/** A key that their plans cannot do without. */
function missing(fields: Fields, key: string, message: string, help: string): void {
  fields.report.error('MISSING_FIELD', message, help, below(fields.path, key));
}

function stateDraft(reading: Reading, key: string, fields: Fields, initial: string): JsonObject {
  const id = reading.ids.get(key) ?? key;
  const name = fields.text('state_name');
  const description = fields.text('description');
  const isTerminal = fields.flag('is_terminal') === true;
  const action = fields.object('action');
  const next = fields.word('default_next');
  const transitions = isTerminal
    ? []
    : fields.objects('transitions').map((one) => transitionDraft(reading, one));
  if (name === undefined)
    reading.report.warn(
      'MISSING_FIELD',
      `The state "${key}" has no "state_name".`,
      'Its key is taken for it.',
      fields.path,
    );
  if (key === initial && action !== undefined)
    reading.report.warn(
      'INITIAL_ACTION',
      `The action of the initial state "${key}" would never run there.`,
      'It runs here: move it into a state of its own if that is not meant.',
      below(fields.path, 'action'),
    );
  if (isTerminal && /fail|error|abort/i.test(key))
    reading.report.info(
      'OUTCOME',
      `"${key}" ends the plan as completed, as it does there.`,
      'Give it the outcome failed if that is what its name says.',
      fields.path,
    );
  const theirs = { key: key === id ? undefined : key, state_name: name === key ? undefined : name };
  return {
    id,
    ...present({ description }),
    ...(action === undefined
      ? {}
      : actionDraft(reading, new Fields(action, below(fields.path, 'action'), reading.report))),
    ...filled({ on: transitions }),
    ...(next === undefined || isTerminal
      ? {}
      : { defaultNext: targetOf(reading, next, below(fields.path, 'default_next')) }),
    ...(isTerminal ? { type: 'final', isTerminal, outcome: 'completed' } : {}),
    ...keeping('state-machine', {
      ...present({ ...theirs, default_next: isTerminal ? next : undefined }),
      ...besides(reading, fields, id),
    }),
  };
}

function actionDraft(reading: Reading, fields: Fields): JsonObject {
  const event = fields.word('event_type');
  const response = fields.word('response_event');
  const data = fields.take('data');
  for (const [key, value] of Object.entries({ event_type: event, response_event: response }))
    if (value === undefined) missing(fields, key, `An action needs "${key}".`, 'Name the event.');
  reading.report.recognised('actions', 'actions that publish');
  return {
    action: present({
      event: reading.events.mint(event ?? 'event'),
      data: data === undefined ? undefined : templateOfPlaceholders(data),
      response: response === undefined ? undefined : reading.events.mint(response),
    }),
    ...filled({ meta: filled({ 'state-machine': besides(reading, fields, reading.planId) }) }),
  };
}

function transitionDraft(reading: Reading, fields: Fields): JsonObject {
  const event = fields.word('on_event');
  const to = fields.word('to_state');
  const condition = fields.word('condition');
  if (event === undefined) missing(fields, 'on_event', 'A transition needs "on_event".', 'Name the event.');
  if (to === undefined) missing(fields, 'to_state', 'A transition needs "to_state".', 'Name the state.');
  reading.report.recognised('transitions', 'transitions');
  const when = condition === undefined ? null : conditionOfText(condition);
  if (condition !== undefined && when === null)
    reading.report.warn(
      'CONDITION_UNREAD',
      `The condition "${condition.slice(0, 80)}" is not an expression that can be read.`,
      'The transition is taken without it, as their code takes it; write the condition in CEL.',
      below(fields.path, 'condition'),
    );
  return {
    event: reading.events.mint(event ?? 'event'),
    ...(to === undefined ? {} : { target: targetOf(reading, to, below(fields.path, 'to_state')) }),
    ...(when === null ? {} : { when }),
    ...keeping('state-machine', {
      ...(condition === undefined || condition === when ? {} : { condition, when }),
      ...besides(reading, fields, reading.planId),
    }),
  };
}

function targetOf(reading: Reading, name: string, path: Path): string {
  const id = reading.ids.get(name);
  if (id === undefined)
    reading.report.error('STATE_UNKNOWN', `There is no state "${name}".`, 'Name one of the states.', path);
  return id ?? (isId(name) ? name : 'unknown');
}

/**
 * What is kept besides: what nobody asked for, which there would be ignored, and keys that are written out with what they would
 * say anyway, so that an export writes them again.
 */
function besides(reading: Reading, fields: Fields, at: string): JsonObject {
  const rest = fields.leftovers();
  reading.report.keptEach(
    rest,
    fields.path,
    (key) => `${at}.source.state-machine.rest.${key}`,
    (key) => `"${key}" has no counterpart here.`,
  );
  const said = Object.entries(fields.whole()).filter(([key, value]) => {
    const usual = own(DEFAULTS, key);
    return usual !== undefined && canonicalJson(value) === canonicalJson(usual);
  });
  return filled({ defaults: Object.fromEntries(said), rest });
}

/** What their keys say when they are left out (reference 6, 5). */
const DEFAULTS: JsonObject = {
  initial_state: 'start',
  action: null,
  data: null,
  transitions: [],
  default_next: null,
  is_terminal: false,
  condition: null,
};

/** Fields of a saved run that say where it stood; the plan is made of its states. */
const OF_RUN = [
  'plan_id',
  'goal_data',
  'response_event',
  'correlation_id',
  'status',
  'current_state',
  'results',
  'parent_plan_id',
  'session_id',
  'user_id',
  'tenant_id',
];

/** Where a saved run stood is kept for the reader; a run of ours begins at the initial state. */
function runOf(fields: Fields): JsonObject {
  const run = picked(fields.whole(), OF_RUN);
  for (const key of Object.keys(run)) fields.take(key);
  return run;
}

/**
 * Where the plan begins. A saved run does not say it: there it is "start", else the one state that no other leads to, else the
 * first.
 */
export function initialOf(
  fields: Fields,
  states: readonly (readonly [string, Fields])[],
  isRun: boolean,
): string {
  const given = fields.word('initial_state');
  if (given !== undefined || !isRun || states.some(([key]) => key === 'start')) return given ?? 'start';
  const entered = new Set(states.flatMap(([, state]) => targetsIn(state)));
  const sources = states.filter(([key]) => !entered.has(key));
  const [chosen] = (sources.length === 1 ? sources : states)[0] ?? ['start'];
  fields.report.info(
    'INITIAL_ASSUMED',
    `A saved run does not say where its plan begins: "${chosen}" is taken for it.`,
    'Choose another initial state if that is not so.',
    below(fields.path, 'state_machine'),
  );
  return chosen;
}

/** Every state that a state leads to, without a word about what cannot be read. */
function targetsIn(state: Fields): readonly string[] {
  const { transitions, default_next: next } = state.whole();
  const named: readonly Json[] = itemsIn(transitions);
  const targets = named.map((one) => (isJsonObject(one) ? own(one, 'to_state') : undefined));
  return [...targets, next].filter((target) => typeof target === 'string');
}

/** What reads the goal's data in a text of ours. */
const GOAL_DATA = /\bgoal_data\.([A-Za-z_][A-Za-z0-9_]*)/g;

/**
 * The inputs of a machine that came from a plan of theirs, by what its texts read of the goal's data: there nobody declares
 * it, here a run asks for what is declared (V1).
 *
 * @param saved the goal's data of a saved run, whose values are the defaults
 */
export function goalVariables(states: readonly JsonObject[], saved: Json | undefined): readonly JsonObject[] {
  const names = new Set<string>();
  read(states, names);
  const given = isJsonObject(saved) ? saved : {};
  return [...names]
    .filter((name) => isVariableName(name) && !isReservedName(name))
    .map((id) => ({ id, scope: 'IN', ...present({ default: own(given, id) }) }));
}

/** Templates are read by their holes, conditions whole; what is kept of theirs is neither. */
function read(value: Json | readonly Json[], names: Set<string>, key = ''): void {
  if (typeof value === 'string') for (const source of sourcesIn(value, key)) note(source, names);
  else if (isJsonArray(value)) for (const item of value) read(item, names, key);
  else if (isJsonObject(value as Json))
    for (const [name, item] of Object.entries(value as JsonObject))
      if (name !== 'source') read(item, names, name);
}

function sourcesIn(text: string, key: string): readonly string[] {
  if (key === 'when') return compileExpression(text).ok ? [text] : [];
  const holes = holesIn(text);
  return holes.ok ? holes.value.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.source])) : [];
}

function note(source: string, names: Set<string>): void {
  for (const [, name] of source.matchAll(GOAL_DATA)) if (name !== undefined) names.add(name);
}

/** There nobody declares what a goal brings, and what is absent reads as an empty text. */
function sayInputs(report: ImportReport, plan: string, variables: readonly JsonObject[]): void {
  if (variables.length === 0) return;
  report.recognised('names in goal_data', 'inputs', variables.length);
  const required = variables.flatMap(({ id, default: given }) =>
    given === undefined && typeof id === 'string' ? [`"${id}"`] : [],
  );
  if (required.length === 0) return;
  report.info(
    'GOAL_DATA_REQUIRED',
    `${required.join(', ')} of the goal's data ${required.length === 1 ? 'is an input' : 'are inputs'} that a run must be given here; there, what is absent is an empty text.`,
    'Give an input a default if a run may go without it.',
    '',
    { plan },
  );
}
