import { inCanonicalOrder, type Json } from '#base';
import type { Outcome, PlainFeature, PlainPlan, Script, ScriptEvent } from '../reference/language';
import { type Feature, SHARED_FEATURES } from './features';
import { Nodes } from './nodes';
import type { BodySketch, RunSketch } from './sketch';

/** Plans and the outside that they run against. */
export interface Case {
  readonly plans: readonly PlainPlan[];
  readonly script: Script;
  /** Of the workspace (L4). */
  readonly features: readonly PlainFeature[];
}

const VARIABLES: PlainPlan['variables'] = [
  { id: 'a', scope: 'INTERNAL' },
  { id: 'b', scope: 'OUT' },
  { id: 'c', scope: 'INTERNAL', default: 1 },
  { id: 'e', scope: 'INTERNAL' },
  { id: 'dynamicPlan', scope: 'INTERNAL' },
];

/** Makes of a sketch a plan that passes `check`, with its outside. */
export function build(sketch: RunSketch, features: ReadonlySet<Feature>): Case {
  const script: Record<string, readonly Outcome[]> = {};
  const asked: string[] = [];
  const main = planOf('main', sketch.main, sketch.hasResult, new Nodes('n', script, asked, features));
  const sub = planOf('sub', sketch.sub, !sketch.hasResult, new Nodes('s', script, [], features));
  const plans = JSON.stringify(main).includes('"SUB_PLAN"') ? [main, sub] : [main];
  const events = sketch.events.flatMap((event) => eventOf(event, features, asked));
  // A ledger holds canonical JSON, so whatever looks at keys in turn meets the same order live (K4).
  return inCanonicalOrder({ plans, script: { nodes: script, events }, features: SHARED_FEATURES });
}

function planOf(id: string, sketch: BodySketch, hasResult: boolean, nodes: Nodes): PlainPlan {
  const { nodes: drawn, edges } = nodes.body(sketch, { path: '', locals: [], isSequence: false, inPlan: id });
  const input = id === 'sub' ? [{ id: 'p', scope: 'IN', default: 2 } as const] : [];
  return {
    id,
    kind: 'capability',
    variables: [...VARIABLES, ...input],
    ...(hasResult ? { result: { b: '{{ b }}', both: 'c is {{ c }}' } } : {}),
    nodes: drawn,
    edges,
  };
}

/** Between the times of outcomes and timers, so that nothing happens in the same millisecond. */
const BETWEEN = 3;

function eventOf(
  { at, what, choice }: RunSketch['events'][number],
  features: ReadonlySet<Feature>,
  asked: readonly string[],
): ScriptEvent[] {
  const atMs = at * 10 + BETWEEN;
  if (what < 40 && asked.length > 0) {
    return [{ atMs, answer: { address: asked[choice % asked.length] ?? '', value: answerOf(choice) } }];
  }
  if (what < 60 && features.has('signal')) {
    // What is no number cannot be read by a wait that compares it (R16).
    const data = choice % 4 === 0 ? { n: choice } : choice;
    return [{ atMs, signal: ['go', 'stop', 'halt'][choice % 3] ?? 'go', data }];
  }
  if (what < 85 && features.has('pause')) {
    return [
      { atMs, command: 'pause' },
      { atMs: atMs + choice * 10, command: 'resume' },
    ];
  }
  return what >= 95 && features.has('cancel') ? [{ atMs, command: 'cancel' }] : [];
}

function answerOf(choice: number): Json {
  return (
    (['approve', 'yes', 'no', 'reject', 'yes'] as const).map((decision) => ({ decision }))[choice % 5] ?? null
  );
}
