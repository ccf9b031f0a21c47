import type { Json } from '#base';
import type { Outcome, Params, PlainBody, PlainEdge, PlainNode } from '../reference/language';
import { type Feature, SHARED_FEATURES } from './features';
import type { BodySketch, NodeSketch } from './sketch';

/** Where a body stands. */
export interface Place {
  /** What the addresses of its nodes begin with, in the first round of everything. */
  readonly path: string;
  /** Names of rounds and items that expressions may read. */
  readonly locals: readonly string[];
  readonly isSequence: boolean;
  readonly inPlan: string;
  readonly hasMutex?: boolean;
  readonly isDynamic?: boolean;
}

const WITHOUT_OUT: ReadonlySet<string> = new Set(['IF', 'SWITCH', 'EVENT_WAIT', 'END']);
const RETRIED: ReadonlySet<string> = new Set([
  'CAPABILITY',
  'GROUP',
  'ITERATOR',
  'LOOP',
  'TRY_CATCH',
  'SUB_PLAN',
]);
const LEAVES_WITH_MUTEX: ReadonlySet<string> = new Set(['CAPABILITY', 'TRANSFORM', 'HUMAN_INPUT', 'DELAY']);
const DECISIONS = ['yes', 'no'].map((id) => ({ id, label: id }));

/** Makes nodes of sketches; ids are counted, outcomes go to the script under them. */
export class Nodes {
  readonly #prefix: string;
  readonly #script: Record<string, readonly Outcome[]>;
  readonly #asked: string[];
  readonly #features: ReadonlySet<Feature>;
  #count = 0;

  constructor(
    prefix: string,
    script: Record<string, readonly Outcome[]>,
    asked: string[],
    features: ReadonlySet<Feature>,
  ) {
    this.#prefix = prefix;
    this.#script = script;
    this.#asked = asked;
    this.#features = features;
  }

  body(sketch: BodySketch, place: Place): PlainBody {
    const ids = sketch.nodes.map(() => `${this.#prefix}${++this.#count}`);
    const kinds = sketch.nodes.map(({ type }, index) => kindOf(type, index, ids.length));
    const drawn = sketch.nodes.map((node, index) => this.#node(node, kinds[index] ?? '', ids, index, place));
    const edges = place.isSequence ? [] : edgesOf(sketch, drawn);
    return { nodes: drawn.map((node) => withHandling(node, edges, place.isSequence)), edges };
  }

  #node(sketch: NodeSketch, type: string, ids: readonly string[], index: number, place: Place): PlainNode {
    const id = ids[index] ?? '';
    const { choice, retry, timeoutMs, disabled } = sketch;
    const isWait = type === 'HUMAN_INPUT' || type === 'EVENT_WAIT';
    const isPlain = ['START', 'END', 'FORK', 'JOIN', 'IF', 'SWITCH', 'CANCEL'].includes(type);
    const hasOut = place.isSequence || !hasNoOut(type, choice);
    const marks = this.#marks(sketch, type, hasOut, place);
    const holdsMutex = place.hasMutex || marks.mutex !== undefined;
    return {
      id,
      type,
      ...this.#params(sketch, type, id, ids, place),
      ...inputOf(type, choice),
      ...outputOf(type, sketch.writes),
      ...(sketch.onError === 'fail' ? {} : { onError: sketch.onError }),
      ...(retry && RETRIED.has(type) ? { retry } : {}),
      ...(timeoutMs && !isWait && !isPlain && type !== 'FILL_TEMPLATE' && !place.isDynamic
        ? { timeoutMs }
        : {}),
      ...(type !== 'START' && (disabled === 'skip' || (disabled === 'pass' && hasOut)) ? { disabled } : {}),
      ...marks,
      ...this.#featuresOf(sketch, type, id, place),
      ...this.#bodies(sketch, type, id, { ...place, hasMutex: holdsMutex }),
    };
  }

  /** A dynamic step has none of its own (L4). Guards count from 1, whatever observers stand between them. */
  #featuresOf({ features, choice }: NodeSketch, type: string, id: string, place: Place): Partial<PlainNode> {
    if (place.isDynamic || features.length === 0 || ['START', 'END'].includes(type)) return {};
    const isGuard = (name: string): boolean =>
      SHARED_FEATURES.some((one) => one.id === name && one.kind === 'guard');
    const guards = features.filter((feature) => isGuard(feature.id));
    for (const [index, { outcome }] of guards.entries()) {
      if (this.#features.has('silence') && (choice + index) % 3 === 0) continue;
      this.#script[`${id}!pre-${index + 1}`] = [outcome];
    }
    return { features: features.map((feature) => ({ feature: feature.id })) };
  }

  #marks({ marks, choice }: NodeSketch, type: string, hasOut: boolean, place: Place): Partial<PlainNode> {
    const isPlain = ['START', 'END', 'FORK', 'JOIN'].includes(type);
    if (isPlain || place.isDynamic) return {};
    const [mark] = marks;
    // A container holds one only where nothing inside does, sub-plans included.
    const mayHold = LEAVES_WITH_MUTEX.has(type) || !this.#features.has('SUB_PLAN');
    if (mark === 'mutex' && mayHold && !place.hasMutex) return { mutex: 'lock' };
    if (mark === 'cancelOn') return { cancelOn: choice % 2 ? 'stop' : 'halt' };
    const works = !['CANCEL', 'FILL_TEMPLATE', 'PLAN_EXECUTOR', 'IF', 'SWITCH'].includes(type);
    // What a PLANNER in the background writes is dropped, so its inline half has nothing to carry out.
    const isInline = type === 'PLANNER' && choice % 2 === 1;
    return mark === 'background' && hasOut && works && !isInline ? { background: true } : {};
  }

  #params(
    sketch: NodeSketch,
    type: string,
    id: string,
    ids: readonly string[],
    place: Place,
  ): { params?: Params } {
    const { choice, outcomes } = sketch;
    const condition = conditionOf(choice, place.locals);
    switch (type) {
      case 'CAPABILITY':
        this.#script[id] = outcomes;
        return { params: { capability: 'echo' } };
      case 'END':
        return { params: endParams(choice, this.#features.has('leaving')) };
      case 'IF':
        return { params: { condition } };
      case 'SWITCH': {
        const cases = [
          { id: 'one', when: condition },
          { id: 'two', when: conditionOf(choice + 1, place.locals) },
        ];
        return { params: { cases, ...(choice % 3 === 0 ? { all: true } : {}) } };
      }
      case 'TRANSFORM':
        return { params: { expression: 'c' } };
      case 'FILL_TEMPLATE':
        return { params: { template: 'c is {{ c }}' } };
      case 'HUMAN_INPUT':
        return this.#humanInput(id, choice, place);
      case 'PLANNER':
        return this.#planner(sketch, id, place);
      case 'PLAN_EXECUTOR':
        if (choice % 3 > 0) return {};
        this.#asked.push(`${place.path}/${id}!approve`);
        return { params: { approve: 'always' } };
      case 'JOIN':
        return { params: { need: ['ALL', 'N_OF(1)', 'N_OF(2)'][choice % 3] ?? 'ALL', ...restOf(choice, 5) } };
      case 'CANCEL': {
        const others = ids.filter((other) => other !== id);
        const named = others.filter((_, at) => (choice >> at) % 2 === 1);
        return { params: { nodes: named.length > 0 ? named : others.slice(0, 1) } };
      }
      case 'DELAY':
        return { params: { forMs: 10 * (1 + (choice % 5)) } };
      case 'EVENT_WAIT':
        return { params: waitParams(choice) };
      case 'SUB_PLAN':
        return { params: { plan: 'sub', maxDepth: 1 + (choice % 2) } };
      case 'GROUP':
        return { params: this.#merged(id, this.#groupParams(choice), outcomes) };
      case 'ITERATOR':
        return { params: this.#merged(id, this.#iteratorParams(id, choice), outcomes) };
      case 'LOOP':
        return { params: loopParams(id, choice) };
      case 'RETRY':
        return { params: { maxAttempts: 1 + (choice % 3), initialIntervalMs: 10 } };
      case 'TRY_CATCH':
        return choice % 2 ? { params: { errorVariable: 'e' } } : {};
      default:
        return {};
    }
  }

  #humanInput(id: string, choice: number, place: Place): { params: Params } {
    this.#asked.push(`${place.path}/${id}`);
    const timeoutMs = choice % 3 === 0 ? 50 : null;
    return { params: { message: 'Well?', timeoutMs, ...(choice % 2 ? { decisions: DECISIONS } : {}) } };
  }

  /** Its plan is of calls and choices alone. */
  #planner(sketch: NodeSketch, id: string, place: Place): { params: Params } {
    const { outcomes, choice } = sketch;
    const steps = { ...sketch, type: 'CAPABILITY', bodies: [], features: [] };
    const kinds = ['CAPABILITY', choice % 2 ? 'IF' : 'CAPABILITY', choice % 3 === 0 ? 'END' : 'CAPABILITY'];
    this.#script[id] = outcomes.map(({ afterMs, error }) => {
      if (error) return { afterMs, error: { code: 'CANNOT_PLAN', message: 'No.' } };
      const nodes = kinds.map((type) => ({ ...steps, type }));
      const links = [
        { from: 0, to: 1, port: 0 },
        { from: 1, to: 2, port: 0 },
      ];
      const { nodes: drawn, edges } = this.body(
        { nodes, links },
        { ...place, path: `${place.path}/${id}@1`, isSequence: false, isDynamic: true },
      );
      return { afterMs, output: JSON.parse(JSON.stringify({ nodes: drawn, edges })) };
    });
    return { params: { planner: 'rules', goal: 'Do it.', ...(choice % 2 ? { execute: 'inline' } : {}) } };
  }

  #groupParams(choice: number): Params {
    if (choice % 3 === 0) return { mode: 'SYNC' };
    const merges = this.#features.has('merge')
      ? ['LAST_WINS', 'FIRST_WINS', 'COLLECT', 'PREFIX_BY_ACTIVITY', 'CAPABILITY(echo)']
      : ['LAST_WINS', 'COLLECT'];
    return {
      mode: 'ASYNC',
      merge: merges[choice % merges.length] ?? 'LAST_WINS',
      ...(choice % 4 === 1 ? { maxConcurrency: 1 + (choice % 2) } : {}),
      ...this.#ending(choice),
    };
  }

  /** R21: a merge that is a call has outcomes of its own. */
  #merged(id: string, params: Params, outcomes: readonly Outcome[]): Params {
    if (params.merge?.startsWith('CAPABILITY')) this.#script[`${id}!merge`] = outcomes;
    return params;
  }

  #ending(choice: number): Params {
    if (!this.#features.has('completion')) return {};
    const completions = ['ALL', 'FIRST_FAILURE', 'ALL_SETTLED', 'FIRST_SUCCESS', 'N_OF(2)', 'N_OF(4)'];
    // By another digit than what decides about mode and concurrency: late branches are only where several are open.
    const rest = this.#features.has('rest') ? restOf(Math.floor(choice / 7), 3) : {};
    return { completion: completions[Math.floor(choice / 5) % 6] ?? 'ALL', ...rest };
  }

  #iteratorParams(id: string, choice: number): Params {
    const merge = [undefined, undefined, 'LAST_WINS', 'FIRST_WINS', 'SHARED', 'CAPABILITY(echo)'][choice % 6];
    return {
      items: ['[1, 2, 3]', '[2]', '[]', 'a'][Math.floor(choice / 6) % 4] ?? '[]',
      itemVariable: `item_${id}`,
      ...(choice % 2 ? { indexVariable: `at_${id}` } : {}),
      ...(merge === 'SHARED' || choice % 3 === 0 ? {} : { concurrency: 2 }),
      ...(merge === undefined ? {} : { merge }),
      ...(merge === undefined && choice % 4 === 0 ? { collectInto: 'a' } : {}),
      ...this.#ending(choice),
    };
  }

  #bodies(sketch: NodeSketch, type: string, id: string, place: Place): Partial<PlainNode> {
    const [first = EMPTY, ...others] = sketch.bodies;
    // One more body is a catch, or a finally without one.
    const [second, third] = others.length === 1 && sketch.choice % 3 > 0 ? [undefined, ...others] : others;
    const path = `${place.path}/${id}`;
    switch (type) {
      case 'GROUP': {
        const isSequence = sketch.choice % 3 === 0;
        return { body: this.body(first, { ...place, path, isSequence }) };
      }
      case 'ITERATOR': {
        const index = sketch.choice % 2 ? [`at_${id}`] : [];
        const locals = [...place.locals, `item_${id}`, ...index];
        return { body: this.body(first, { ...place, path: `${path}[0]`, locals, isSequence: false }) };
      }
      case 'LOOP':
        return {
          body: this.body(first, {
            ...place,
            path: `${path}[0]`,
            locals: [...place.locals, `at_${id}`],
            isSequence: false,
          }),
        };
      case 'RETRY':
        return { body: this.body(first, { ...place, path: `${path}[0]`, isSequence: false }) };
      case 'TRY_CATCH':
        return {
          try: this.body(first, { ...place, path: `${path}.try`, isSequence: false }),
          ...(second
            ? { catch: this.body(second, { ...place, path: `${path}.catch`, isSequence: false }) }
            : {}),
          ...(third
            ? { finally: this.body(third, { ...place, path: `${path}.finally`, isSequence: false }) }
            : {}),
        };
      default:
        return {};
    }
  }
}

const EMPTY: BodySketch = { nodes: [], links: [] };

/** A START stands first in its scope, a CANCEL has something to cancel. */
function kindOf(type: string, index: number, count: number): string {
  if (type === 'START' && index > 0) return 'CAPABILITY';
  if (type === 'CANCEL' && count === 1) return 'CAPABILITY';
  return type;
}

function hasNoOut(type: string, choice: number): boolean {
  return WITHOUT_OUT.has(type) || (type === 'HUMAN_INPUT' && choice % 2 === 1);
}

function restOf(choice: number, times: number): Params {
  return choice % times === 0 ? { rest: 'ignore' } : choice % times === 1 ? { rest: 'cancel' } : {};
}

function conditionOf(choice: number, locals: readonly string[]): string {
  const texts = ['true', 'c == 1', 'a == null', 'false', 'b != null', 'c > 1'];
  for (const name of locals) texts.push(`${name} == 1`, `${name} != 0`);
  return texts[choice % texts.length] ?? 'true';
}

function endParams(choice: number, leaves: boolean): Params {
  const ends = (['scope', 'scope', 'plan', 'run'] as const)[choice % 4] ?? 'scope';
  return {
    ...(ends === 'scope' || leaves ? { ends } : {}),
    ...(choice % 3 === 0 ? {} : { result: { b: 'ended', c: '{{ c }}' } }),
  };
}

function waitParams(choice: number): Params {
  const events = [
    { id: 'gone', event: 'go' },
    { id: 'stopped', event: 'stop', when: 'event.data > 2' },
  ];
  return {
    events: choice % 2 ? events : events.slice(0, 1),
    ...(choice % 3 === 0 ? { mode: 'transient' } : {}),
    ...(choice % 4 === 0 ? { timeoutMs: 60 } : {}),
    ...(choice % 5 === 0 ? { resultVariable: 'a' } : {}),
  } as Params;
}

function loopParams(id: string, choice: number): Params {
  const index = `at_${id}`;
  const tests: Params[] = [
    { while: `${index} < 2` },
    { until: `${index} == 1` },
    { while: 'c == 1' },
    { until: 'a != null' },
    { while: `${index} < 2`, until: 'b != null' },
  ];
  return { ...tests[choice % 5], maxIterations: 1 + (choice % 3), indexVariable: index };
}

function inputOf(type: string, choice: number): { input?: Json } {
  if (type === 'SUB_PLAN') return choice % 2 ? { input: { p: '{{ c }}' } } : {};
  if (type !== 'CAPABILITY') return {};
  return choice % 2 ? { input: { text: 'a is {{ a }}', c: '{{ c }}' } } : {};
}

const WRITERS: ReadonlySet<string> = new Set([
  'CAPABILITY',
  'FILL_TEMPLATE',
  'TRANSFORM',
  'GROUP',
  'ITERATOR',
  'LOOP',
  'RETRY',
  'TRY_CATCH',
  'SUB_PLAN',
  'HUMAN_INPUT',
]);

function outputOf(type: string, writes: number): { output?: Readonly<Record<string, string>> } {
  if (!WRITERS.has(type)) return {};
  const all = [
    { a: 'result' },
    { b: 'result' },
    { c: 'result' },
    { c: 'result', a: '[result]' },
    { b: 'result + 1' },
  ];
  const output = all[writes];
  return output === undefined ? {} : { output };
}

/** Edges go forward in the document, from ports that are there. */
function edgesOf({ links }: BodySketch, nodes: readonly PlainNode[]): PlainEdge[] {
  const edges = new Map<string, PlainEdge>();
  for (const link of links) {
    const ends = [link.from % nodes.length, link.to % nodes.length].sort((a, b) => a - b);
    const from = nodes[ends[0] ?? 0];
    const to = nodes[ends[1] ?? 0];
    if (from === undefined || to === undefined || from === to || to.type === 'START') continue;
    const ports = portsOf(from);
    const port = ports[link.port % ports.length];
    if (port !== undefined) edges.set(`${from.id}.${port}.${to.id}`, { from: from.id, port, to: to.id });
  }
  return [...edges.values()];
}

function portsOf({ type, params, onError }: PlainNode): string[] {
  const error = onError === 'route' && type !== 'START' && type !== 'END' ? ['error'] : [];
  const timeout = params?.timeoutMs ? ['timeout'] : [];
  switch (type) {
    case 'END':
      return [];
    case 'IF':
      return ['then', 'else', ...error];
    case 'SWITCH':
      return ['one', 'two', 'default', ...error];
    case 'HUMAN_INPUT':
      return [...(params?.decisions?.map(({ id }) => id) ?? ['out']), ...timeout, ...error];
    case 'EVENT_WAIT':
      return [...(params?.events?.map(({ id }) => id) ?? []), ...timeout, ...error];
    case 'START':
    case 'FORK':
    case 'JOIN':
    case 'CANCEL':
      return ['out'];
    default:
      return ['out', ...error];
  }
}

/** L2: `route` has an edge to follow, `continue` a port `out`. */
function withHandling(node: PlainNode, edges: readonly PlainEdge[], isSequence: boolean): PlainNode {
  const { onError, ...rest } = node;
  if (onError === undefined) return node;
  const hasEdge = edges.some(({ from, port }) => from === node.id && port === 'error');
  const hasOut = isSequence || portsOf(node).includes('out');
  const isPlain = ['START', 'END', 'FORK', 'CANCEL'].includes(node.type);
  if (onError === 'route' ? hasEdge : hasOut && !isPlain) return node;
  return rest;
}
