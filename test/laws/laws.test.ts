import { expect, test } from 'vitest';
import { inCanonicalOrder, seededRandom } from '#base';
import { isFinished, openCommands, readLedger, replay, writeLedger } from '#kernel';
import { holdsFor } from './agreement';
import { firstDifference, lawTimeout } from './law';
import type { PlainBody, PlainNode, PlainPlan } from './reference/language';
import { virtualRun } from './virtualRun';

test(
  'K1 state put through JSON at every step changes nothing',
  () => {
    holdsFor((drawn) => {
      const plain = virtualRun(drawn).run;
      const viaJson = virtualRun(drawn, { viaJson: true }).run;
      return firstDifference(inCanonicalOrder(plain.commits), inCanonicalOrder(viaJson.commits));
    });
  },
  lawTimeout(),
);

test(
  'K4 a ledger that was written and read replays to the same hash, status and outputs, with no effect',
  () => {
    holdsFor((drawn) => {
      const { run } = virtualRun(drawn);
      const read = readLedger(writeLedger(run.commits));
      if (!read.ok) return JSON.stringify(read.problem);
      const { status, state, commits } = run;
      const hash = commits.at(-1)?.hash;
      const whole = { ok: true, commits: commits.length, hash, status, outputs: state?.outputs, effects: 0 };
      return firstDifference([replay(read.value)], [whole]);
    });
  },
  lawTimeout(),
);

test(
  'R23 every run ends, or waits for something named; nothing starts twice',
  () => {
    holdsFor((drawn) => {
      const { run, lines } = virtualRun(drawn);
      const starts = lines.flatMap((line) => /^\d+ start (\S+)/.exec(line)?.[1] ?? []);
      const twice = starts.find((address, index) => starts.indexOf(address) !== index);
      if (twice !== undefined) return `${twice} started twice`;
      if (run.state === null || isFinished(run.state)) return null;
      const waits = openCommands(run.state).some(({ kind }) => ['wait', 'listen'].includes(kind));
      const isPaused = run.status === 'paused';
      return waits || isPaused ? null : `it stands still:\n${lines.join('\n')}`;
    });
  },
  lawTimeout(),
);

test(
  'R17 R23 no effect leaves after its scope closed, and none is left out when the run ends',
  () => {
    holdsFor((drawn) => {
      const { run } = virtualRun(drawn);
      const goesOn = drawn.plans.flatMap((plan) => goingOn(plan));
      const late = effectsInClosedScopes(run.history, new Set(goesOn));
      if (late !== null) return `${late} left after its scope closed`;
      const { state } = run;
      return state && isFinished(state) && openCommands(state).length > 0 ? 'an effect is left out' : null;
    });
  },
  lawTimeout(),
);

/** Containers that settle while something inside goes on: `rest: ignore` and `background` (R11, L2). */
function goingOn(body: PlainBody): string[] {
  return body.nodes.flatMap((node) => [
    ...(node.params?.rest === 'ignore' || node.background ? [node.id] : []),
    ...bodiesIn(node).flatMap(goingOn),
  ]);
}

function bodiesIn(node: PlainNode): PlainBody[] {
  return [node.body, node.try, node.catch, node.finally].filter((body) => body !== undefined);
}

function idsIn(address: string): readonly string[] {
  return address.split(/[/[\]@.#!]/);
}

const SETTLED = /^(?:ok|fail|handled|cancel) (\S+)/;
const LEFT = /^(?:call|evaluate|plan|wait|listen|approval) (\S+)/;

function effectsInClosedScopes(history: readonly string[], goesOn: ReadonlySet<string>): string | null {
  const closed: string[] = [];
  for (const line of history) {
    const left = LEFT.exec(line)?.[1];
    const scope =
      left &&
      !idsIn(left).some((id) => goesOn.has(id)) &&
      closed.find((one) => left.startsWith(one) && '/[@.'.includes(left[one.length] ?? ' '));
    if (left !== undefined && scope) return `${left} (in ${scope})`;
    const settled = SETTLED.exec(line)?.[1];
    if (settled !== undefined && !idsIn(settled).some((id) => goesOn.has(id))) closed.push(settled);
  }
  return null;
}

test(
  'R20 no variable of a dropped layer leaks: what a failed or cancelled container wrote is nowhere',
  () => {
    holdsFor((drawn) => {
      const { run, variables } = virtualRun(drawn, { output: (address) => `by ${address}` });
      const layered = new Set((drawn.plans[0]?.nodes ?? []).filter(hasLayers).map(({ id }) => `/${id}`));
      const dropped = run.history.flatMap((line) => {
        const [, address = ''] = /^(?:fail|handled|cancel) ([^#\s]+)/.exec(line) ?? [];
        return layered.has(address) ? [address] : [];
      });
      const text = JSON.stringify(variables);
      const leak = dropped.find((address) =>
        ['/', '['].some((next) => text.includes(`by ${address}${next}`)),
      );
      return leak === undefined ? null : `${leak} failed, and yet: ${text}`;
    });
  },
  lawTimeout(),
);

function hasLayers({ type, params, background }: PlainNode): boolean {
  if (background || params?.merge === 'SHARED') return false;
  return type === 'RETRY' || type === 'ITERATOR' || (type === 'GROUP' && params?.mode === 'ASYNC');
}

test(
  'C1 R22 shuffling edges changes nothing',
  () => {
    holdsFor((drawn) => {
      const random = seededRandom(drawn.plans[0]?.nodes.length ?? 0);
      const below = (bound: number): number => random.below(bound);
      const plain = virtualRun(drawn).lines;
      return firstDifference(plain, virtualRun(drawn, { plan: (plan) => shuffled(plan, below) }).lines);
    });
  },
  lawTimeout(),
);

function shuffled<Part extends PlainPlan | PlainBody>(body: Part, below: (bound: number) => number): Part {
  const edges = body.edges
    .map((edge) => ({ edge, place: below(1000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ edge }) => edge);
  return { ...body, edges, nodes: body.nodes.map((node) => shuffledInside(node, below)) };
}

function shuffledInside(node: PlainNode, below: (bound: number) => number): PlainNode {
  const parts = { body: node.body, try: node.try, catch: node.catch, finally: node.finally };
  const mixed = Object.entries(parts).flatMap(([name, part]) =>
    part ? [[name, shuffled(part, below)]] : [],
  );
  return { ...node, ...Object.fromEntries(mixed) };
}

test('a law that is broken is told with its smallest plan', () => {
  const broken = (): void =>
    holdsFor(({ plans }) => (JSON.stringify(plans[0]).includes('"IF"') ? 'an IF' : null));
  expect(broken).toThrow(/plan main\n {2}n1: IF \{"condition":"[^"]*"\}\noutside\n\nan IF$/);
});
