import {
  type Diagnostic,
  hasErrors,
  IdMint,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  objectsIn,
  own,
  present,
  problem,
  utf8Length,
} from '#base';
import {
  assembleSteps,
  type Body,
  checkBody,
  checkProposedMachine,
  compileTemplate,
  isStep,
  machineDraftOf,
  outlineOfSteps,
  type PlanNode,
  readBody,
  readMachine,
  type State,
  type StateMachinePlan,
  type StepTools,
  streamLineOf,
} from '#plan';
import { checkContext } from '../choose/judge';
import { type ReplyEnd, type ReplyReading, readReply } from '../choose/readReply';
import type { PlannerState } from '../contracts';
import { callOfTool, isDecline } from '../extract/candidatesOf';
import { parseBlock } from '../extract/parseBlock';
import {
  areStates,
  areSteps,
  areStepsOfObject,
  type Element,
  type Open,
  type Piece,
  StreamScanner,
} from './scanner';

/**
 * A step that was read: a node of ours, or a ghost with its reasons (D4). `step` counts from 0. Of a machine (M5) it is a
 * state, which is a ghost where a problem is an error.
 */
export interface StreamedStep {
  readonly step: number;
  readonly node: PlanNode | null;
  readonly state?: State;
  /** The machine that it is of, as far as that had said who it is. */
  readonly machine?: { readonly id: string; readonly initial?: string };
  /** The text that it was read from: what a ghost shows. */
  readonly text: string;
  readonly problems: readonly Diagnostic[];
}

/** A reply that is read while it arrives (P2 `stream`). */
export interface PlanStream {
  /** Takes the next piece of the reply and gives the steps that it completes, in order, each once. */
  push(chunk: string): readonly StreamedStep[];
  /** Judges the whole reply as P3 does, as `readReply` would. */
  end(ended?: ReplyEnd): ReplyReading;
}

/**
 * Reads a streamed plan: NDJSON lines in the forms of P2, and also one object written over several lines, whose steps
 * are drawn one by one all the same. Each step is validated alone, with the earlier ones known; a line that is no step
 * becomes a ghost. Nothing is accepted before `end` has judged the plan whole.
 *
 * @example
 * const stream = planStream(state);
 * stream.push('{"type":"step","step":{"id":"a","toolId":"echo","input":{"text":"Hi"}}}'); // one step, its node "a"
 * stream.end().verdict; // 'accepted'
 */
export function planStream(state: PlannerState): PlanStream {
  return new Stream(state, LINES);
}

/**
 * Reads a plan that is asked for as one object (P2 `llm`) while it arrives: a step is handed over with its last bracket. What
 * stands around the plan is no ghost, and neither is a step that names one that has not come yet: the whole reply is
 * judged at the end.
 *
 * @example
 * const stream = objectStream(state);
 * stream.push('{"steps":[{"id":"a","toolId":"echo","input":{"text":"Hi"}}'); // one step, its node "a"
 */
export function objectStream(state: PlannerState): PlanStream {
  return new Stream(state, OBJECT);
}

/** How a reply is asked for, which says what of it is a step and what can be judged before its end. */
interface Form {
  readonly areParts: (open: readonly Open[]) => boolean;
  /** Whether what stands beside the steps is told as a step that cannot be read. */
  readonly isStepsOnly: boolean;
  /** Codes of problems of what may arrive yet. */
  readonly early: ReadonlySet<string>;
}

const LINES: Form = { areParts: areSteps, isStepsOnly: true, early: new Set(['PLACEHOLDER_UNKNOWN']) };
const OBJECT: Form = {
  areParts: areStepsOfObject,
  isStepsOnly: false,
  early: new Set(['PLACEHOLDER_UNKNOWN', 'UNKNOWN_STEP', 'STEP_REFERENCE', 'STEP_NUMBER_AMBIGUOUS']),
};

/** Takes a reply in pieces, as much of it as one may have, and reads it whole at its end. */
abstract class ReplyStream implements PlanStream {
  readonly #chunks: string[] = [];
  #bytes = 0;

  constructor(
    protected readonly state: PlannerState,
    private readonly scanner: StreamScanner,
  ) {}

  push(chunk: string): readonly StreamedStep[] {
    this.#chunks.push(chunk);
    this.#bytes += utf8Length(chunk);
    if (this.#bytes > LIMITS.plannerReplyBytes) return [];
    return this.scanner.push(chunk).flatMap((piece) => this.read(piece));
  }

  end(ended?: ReplyEnd): ReplyReading {
    return readReply(this.#chunks.join(''), this.state, ended);
  }

  /** The steps that a piece is. */
  protected abstract read(piece: Piece): readonly StreamedStep[];
}

class Stream extends ReplyStream {
  readonly #nodes = new Map<string, PlanNode>();
  readonly #ids: IdMint;
  readonly #tools: StepTools;
  #steps = 0;
  /** Steps that are nodes of the plan. */
  #count: number;

  constructor(
    state: PlannerState,
    private readonly form: Form,
  ) {
    super(state, new StreamScanner(form.areParts));
    this.#tools = { ...state, placeholders: true };
    const there = state.soFar?.body.nodes ?? [];
    for (const node of there) this.#nodes.set(node.id, node);
    this.#ids = new IdMint(
      there.map(({ id }) => id),
      state.soFar?.revision?.named,
    );
    this.#count = there.length;
  }

  protected override read(piece: Piece): readonly StreamedStep[] {
    if (piece.kind === 'garbage') return this.#beside(piece.text, notAStep());
    // Its steps were handed over while it was open.
    if (piece.kind === 'value' && piece.elements > 0) return [];
    const parsed = parseBlock({ start: 0, text: piece.text });
    if (!parsed.ok) return this.#beside(piece.text, parsed.problem, piece.kind === 'element');
    const { value } = parsed.value;
    if (piece.kind === 'value' && piece.tool !== null)
      return [this.#step(callOfTool(piece.tool, value), piece.text)];
    // That there is no plan is no step of one.
    if (isJsonObject(value) && isDecline(value)) return [];
    if (piece.kind === 'element') return [this.#step(value, piece.text, piece.key || null)];
    const line = streamLineOf(value);
    if (line === null)
      return this.form.isStepsOnly || (isJsonObject(value) && isStep(value))
        ? [this.#step(value, piece.text)]
        : [];
    if (line.kind === 'step') return [this.#step(line.step, piece.text)];
    if (line.kind === 'reasoning' || line.result === undefined) return [];
    return [this.#step({ type: 'finish', result: line.result }, piece.text)];
  }

  /** @param isStep whether it stands where a step does */
  #beside(text: string, found: Diagnostic, isStep = false): readonly StreamedStep[] {
    return isStep || this.form.isStepsOnly ? [this.#ghost(text, [found])] : [];
  }

  /** @param key its name in a map of steps */
  #step(value: Json, text: string, key: string | null = null): StreamedStep {
    const entry = { key, value, field: '' };
    const draft = assembleSteps(outlineOfSteps([entry]), this.#tools, this.#ids);
    const problems = [...draft.problems.filter(({ code }) => !this.form.early.has(code)), ...this.#tooMany()];
    const read = readBody({ nodes: draft.body.nodes ?? [], edges: [] });
    const node = read.ok ? read.value.nodes[0] : undefined;
    if (node === undefined) return this.#ghost(text, read.ok ? problems : [...problems, ...read.problem]);
    problems.push(...this.#checked(node));
    this.#count++;
    if (hasErrors(problems)) return this.#ghost(text, problems);
    this.#nodes.set(node.id, node);
    return { step: this.#steps++, node, text, problems };
  }

  /** What the plan's own rules say of this node, with the steps that it reads before it. */
  #checked(node: PlanNode): readonly Diagnostic[] {
    const template = compileTemplate(node.input ?? null);
    const read = template.ok ? [...template.value.references.steps] : [];
    const earlier = read.flatMap((id) => this.#nodes.get(id) ?? []);
    const body: Body = {
      nodes: [...earlier, node],
      edges: earlier.map(({ id }) => ({ from: id, port: 'out', to: node.id })),
    };
    return checkBody(body, checkContext(this.state)).filter(
      ({ where, code }) => where.node === node.id && !this.form.early.has(code),
    );
  }

  #tooMany(): readonly Diagnostic[] {
    const { maxSteps } = this.state.limits;
    if (this.#count < maxSteps) return [];
    return [problem('PLAN_TOO_LONG', `The plan has more than ${maxSteps} steps.`, 'Propose fewer steps.')];
  }

  #ghost(text: string, problems: readonly Diagnostic[]): StreamedStep {
    return { step: this.#steps++, node: null, text, problems };
  }
}

function notAStep(): Diagnostic {
  return problem(
    'LINE_NOT_A_STEP',
    'This line is no JSON object.',
    'Write every step as one JSON object on a line of its own.',
  );
}

/**
 * Reads a state machine while it arrives (M5, D4): a state is handed over with its last bracket, read with those before
 * it. Where it leads to what has not come yet is no problem of it; the whole reply is judged at the end like any other.
 *
 * @example
 * const stream = machineStream(state);
 * stream.push('{"initial_state": "a", "states": {"a": {"action": {"event_type": "echo"}, "default_next": "b"}'); // the state "a"
 */
export function machineStream(state: PlannerState): PlanStream {
  return new MachineStream(state);
}

/** Problems of what has not arrived yet. */
const EARLY = new Set(['TARGET_UNKNOWN', 'STATE_UNREACHABLE']);

class MachineStream extends ReplyStream {
  /** States that could be read, as they were written. */
  readonly #states: (readonly [string, JsonObject])[] = [];
  #steps = 0;

  constructor(state: PlannerState) {
    super(state, new StreamScanner(areStates));
  }

  protected override read(piece: Piece): readonly StreamedStep[] {
    return piece.kind === 'element'
      ? [{ step: this.#steps++, node: null, text: piece.text, ...this.#state(piece) }]
      : [];
  }

  #state({ text, key, before }: Element): Pick<StreamedStep, 'state' | 'machine' | 'problems'> {
    const parsed = parseBlock({ start: 0, text });
    if (!parsed.ok) return { problems: [parsed.problem] };
    const { value } = parsed.value;
    if (!isJsonObject(value)) return { problems: [] };
    const said: readonly (readonly [string, JsonObject])[] = [...this.#states, [key, value]];
    const draft = machineDraftOf(soFar(headOf(before), said), this.state.catalogue);
    const read = draft && readMachine(draft.plan);
    if (draft === null || read === null) return { problems: [] };
    if (!read.ok) return { problems: read.problem };
    const machine = read.value;
    const state = machine.states[this.#states.length];
    if (state === undefined) return { problems: [] };
    this.#states.push([key, value]);
    const problems = [...draft.problems, ...checkProposedMachine(machine, checkContext(this.state))];
    const ofState = problems.filter(({ where, code }) => where.node === state.id && !EARLY.has(code));
    return { state, machine: nameOf(machine), problems: ofState };
  }
}

function nameOf({ id, initial }: StateMachinePlan): NonNullable<StreamedStep['machine']> {
  return { id, ...present({ initial }) };
}

/** What stands before the states, as an object of its own. */
function headOf(before: string): JsonObject {
  const parsed = parseBlock({ start: 0, text: `${withoutLastKey(before)}}` });
  return parsed.ok && isJsonObject(parsed.value.value) ? parsed.value.value : {};
}

/** Without the key that it ends with, and the comma before: `{"id": "m", "states":` becomes `{"id": "m"`. */
function withoutLastKey(text: string): string {
  const end = text.trimEnd();
  const key = end.endsWith(':') ? end.slice(0, -1).trimEnd() : '';
  const open = key.endsWith('"') ? key.lastIndexOf('"', key.length - 2) : -1;
  if (open < 0) return text;
  const rest = key.slice(0, open).trimEnd();
  return rest.endsWith(',') ? rest.slice(0, -1) : rest;
}

/** The machine as far as it has come. In reference 5 a state that is named and not there yet stands for itself. */
function soFar(head: JsonObject, states: readonly (readonly [string, JsonObject])[]): JsonObject {
  const isMap = states.every(([key]) => key !== '');
  if (!isMap && states.every(([, state]) => typeof own(state, 'id') === 'string'))
    return { ...head, states: states.map(([, state]) => state) };
  const named = states.map(
    ([key, state]) => [key === '' ? String(own(state, 'state_name') ?? '') : key, state] as const,
  );
  const there = new Set(named.map(([name]) => name));
  const coming = [own(head, 'initial_state'), ...named.flatMap(([, state]) => leadsTo(state))].filter(
    (name) => typeof name === 'string' && name !== '' && !there.has(name),
  );
  const places = [...new Set(coming)].map((name) => [name, { is_terminal: true }]);
  return { ...head, states: Object.fromEntries([...named, ...places]) };
}

function leadsTo(state: JsonObject): readonly (Json | undefined)[] {
  const transitions = objectsIn(own(state, 'transitions'));
  return [own(state, 'default_next'), ...transitions.map((one) => own(one, 'to_state'))];
}
