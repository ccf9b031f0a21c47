import type { Diagnostic, Json, JsonObject, Result } from '#base';
import {
  check,
  checkBody,
  compileExpression,
  compileTemplate,
  evaluate,
  fill,
  type HtnPlanner,
  readNode,
  validateJson,
} from '#plan';
import { boundedModels, CallError, type ModelEvent, SimulatedClock } from '#runtime';
import { evaluateJsonata } from '../../src/runtime/jsonata/evaluate';
import { compiled, Walk } from '../compile/statechart/notation';
import { catalogue } from '../notation/catalogue';
import { body, plan, workspace } from '../notation/plan';
import { runOf, type TestRun } from '../notation/run';
import { simulated as simulation } from '../notation/simulation';

/** What is said to something of a size; null where it is taken. */
export interface Said {
  readonly code: string;
  readonly message: string;
}

export function problemOf(result: Result<unknown, Said>): Said | null {
  return result.ok ? null : result.problem;
}

export const firstOf = (list: readonly Diagnostic[]): Said | null => list[0] ?? null;
export const lastOf = (list: readonly Diagnostic[]): Said | null => list.at(-1) ?? null;

/** What the door of nodes says (W3): the bounds of a field stand in its help. */
export function nodeSays(node: JsonObject): Said | null {
  const read = readNode(node);
  const [found] = read.ok ? [] : read.problem;
  return found ? { code: found.code, message: `${found.message} ${found.help}` } : null;
}

export function notes(count: number): string {
  return lines(count, (index) => `n${index}: NOTE x`);
}

/** Each is a step of the kernel, and so is the end of the plan. */
export function forks(count: number): string {
  return lines(count, (index) => `n${index}: FORK`);
}

export function nested(levels: number): string {
  return `${lines(levels, (level) => `${'  '.repeat(level)}g${level}: GROUP ASYNC`)}\n${'  '.repeat(levels)}a: CAPABILITY echo`;
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

/** What is said to a plan that a planner proposes, by default limits. */
export function proposed(text: string, { plannerDepth = 1 } = {}): readonly Diagnostic[] {
  return checkBody(body(text), {
    variables: new Set(),
    catalogue: catalogue('echo'),
    tools: new Set(['echo']),
    maxSteps: 50,
    plannerDepth,
    maxPlannerDepth: 3,
  });
}

/** A planner may propose as many steps as its author says; the run counts them all. */
export function afterPlans(steps: number): Said | null {
  const run = runOf(
    plan(
      'p: PLANNER {planner: rules, goal: "x", limits: {maxSteps: 1000}}\nd: PLAN_EXECUTOR {limits: {maxSteps: 1000}}\np -> d',
    ),
  );
  run.proposes('/p!1', body(lines(steps, (index) => `n${index}: CAPABILITY echo`)));
  return run.state?.error ?? null;
}

/** A machine that takes so many steps before it rests: it begins, and goes on by eventless transitions. */
export function machineOf(steps: number): Said | null {
  const states = Array.from({ length: steps }, (_, index) => ({
    id: `s${index}`,
    ...(index < steps - 1 ? { always: [{ target: `s${index + 1}` }] } : {}),
  }));
  return new Walk(compiled({ variables: [], initial: 's0', states })).turn.error;
}

/** What comes of a model that says a word after each of these silences, in milliseconds. */
export async function afterSilence(silences: readonly number[]): Promise<Said | null> {
  const clock = new SimulatedClock();
  const said = async function* (): AsyncGenerator<ModelEvent> {
    for (const ms of silences) {
      await new Promise<void>((resolve) => {
        clock.after(ms, resolve);
      });
      yield { type: 'text', text: '.' };
    }
    yield { type: 'done', usage: {}, finishReason: 'stop' };
  };
  const models = boundedModels({ list: [], stream: said }, clock);
  const answer = whatCameOf(models.stream({ model: 'main', messages: [] }, new AbortController().signal));
  for (const ms of silences) {
    await settled();
    clock.advance(ms);
  }
  return answer;
}

async function whatCameOf(events: AsyncIterable<ModelEvent>): Promise<Said | null> {
  try {
    for await (const _ of events);
    return null;
  } catch (thrown) {
    if (thrown instanceof CallError) return thrown.error;
    throw thrown;
  }
}

/** Lets everything that is ready happen. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

export function celSays(source: string, variables: JsonObject): Said | null {
  const expression = compileExpression(source);
  return problemOf(expression.ok ? evaluate(expression.value, variables) : expression);
}

/** What filling a list of so many equal templates says. */
export function templateSays(hole: string, count: number, variables: JsonObject): Said | null {
  const template = compileTemplate(Array.from({ length: count }, () => hole));
  if (!template.ok) throw new Error('The template cannot be read.');
  return problemOf(fill(template.value, variables));
}

export function schemaSays(schema: JsonObject, value: Json): Said | null {
  const [found] = validateJson(schema, value);
  return found ? { code: 'SCHEMA', message: found.message } : null;
}

/** What a check says of a variable with a default. */
export function defaultSays(schema: JsonObject, byDefault: Json): Said | null {
  const of = {
    ...plan(''),
    variables: [{ id: 'v', scope: 'INTERNAL' as const, schema, default: byDefault }],
  };
  return firstOf(check(workspace([of]), catalogue()).filter(({ code }) => code === 'DEFAULT_INVALID'));
}

/** A pattern whose automaton has so many states: two for each round of a letter, one for another letter, and the end. */
export function patternOf(states: number): string {
  return `x{${Math.floor((states - 1) / 2)}}${'y'.repeat((states - 1) % 2)}`;
}

export function manyNames(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, []]));
}

/** So many schemas inside each other. */
export function chainOfSchemas(depth: number): JsonObject {
  let schema: JsonObject = {};
  for (let level = 1; level < depth; level++) schema = { allOf: [schema] };
  return schema;
}

/** So many lists, each in the one before. */
export function listsIn(depth: number): Json {
  let list: Json = [];
  for (let level = 1; level < depth; level++) list = [list];
  return list;
}

export function sumOf(terms: number): string {
  return Array.from({ length: terms }, () => '1').join('+');
}

export async function jsonataSays(source: string, variables: JsonObject): Promise<Said | null> {
  try {
    await evaluateJsonata(source, variables);
    return null;
  } catch (thrown) {
    if (thrown instanceof CallError) return thrown.error;
    throw thrown;
  }
}

/** A task that is taken apart so many times before a step is found. */
export function chainOf(depth: number): HtnPlanner {
  const tasks = Array.from({ length: depth }, (_, index) => `t${index}`);
  return {
    id: 'deep',
    kind: 'htn',
    tasks,
    operators: [{ id: 'say', capability: 'echo', input: { text: 'x' } }],
    methods: tasks.map((task, index) => ({ id: `m${index}`, task, subtasks: [tasks[index + 1] ?? 'say'] })),
  };
}

/** A simulation of so many commits: its start, and the end of each wait. */
export async function simulated(commits: number): Promise<Said | null> {
  try {
    await simulation(
      `l: LOOP {maxIterations: 100000, until: "i == ${commits - 2}", indexVariable: i}\n  d: DELAY {forMs: 1}`,
    );
    return null;
  } catch (thrown) {
    const [code = '', ...message] = String(thrown instanceof Error ? thrown.message : thrown).split(' ');
    return { code, message: message.join(' ') };
  }
}

/** So many signals that nobody takes; the one that is refused changes nothing. */
export function signalled(count: number): Said | null {
  const run = runOf(plan('a: CAPABILITY echo'));
  for (let sent = 0; sent < count; sent++) {
    const before = run.state;
    run.signal('ready', sent);
    const refused = refusalIn(run);
    if (refused === null) continue;
    if (run.state !== before) throw new Error('A signal that was refused has changed the run.');
    return refused;
  }
  return null;
}

function refusalIn({ commits }: TestRun): Said | null {
  for (const entry of commits.at(-1)?.entries ?? []) if (entry.kind === 'refused') return entry.data.problem;
  return null;
}
