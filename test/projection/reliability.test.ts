import { describe, expect, it } from 'vitest';
import { ROOT, seededRandom, withCall, within } from '#base';
import { orderByReliability } from '#kernel';
import { measuresFor, type RecordedAttempt, reliabilityOf } from '#projection';

const PLAN = within(ROOT, 'plan');
const MODELS = [
  { id: 'small', model: 'tiny-1', name: 'Small' },
  { id: 'large', model: 'huge-1' },
  { id: 'other', model: 'other-1' },
];

function attempt(
  runId: string,
  call: number,
  model: string,
  over: Partial<RecordedAttempt> = {},
): RecordedAttempt {
  const spec = MODELS.find(({ id }) => id === model);
  return {
    ...{ runId, workspace: 'here', call: withCall(PLAN, call), model },
    madeBy: spec?.name ?? spec?.model ?? model,
    ...{ flavour: 'llm', verdict: 'accepted', codes: [], tokens: 10, microUnits: 2, latencyMs: 100 },
    ...over,
  } as RecordedAttempt;
}

describe('P7 reliability over recorded attempts', () => {
  it('counts first replies; repairs and models asked after them are told apart', () => {
    const refused = { verdict: 'refused', codes: ['UNKNOWN_TOOL'] } as const;
    const rows = reliabilityOf([
      // The newest first, as storage has them.
      attempt('run-1', 3, 'large'),
      attempt('run-1', 2, 'small', refused),
      attempt('run-1', 1, 'small', { ...refused, codes: ['NO_PLAN_IN_REPLY'] }),
      attempt('run-2', 1, 'small', { latencyMs: 400 }),
      // Asked again after a step: a first reply once more (P2).
      attempt('run-2', 2, 'small', refused),
    ]);
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ model: 'small', name: 'Small', tried: 3, accepted: 1, unreadable: 1, refused: 1, failed: 0 },
        ...{ calls: 4, repairs: 1, tokens: 30, microUnits: 6, latencyMs: 175 },
      }),
      expect.objectContaining({ model: 'large', name: 'huge-1', tried: 1, accepted: 1, repairs: 0 }),
    ]);
  });

  it('what lies between a person and a model is not counted, what the model does not answer is', () => {
    const failed = (code: string) => ({ verdict: 'failed', codes: [code] }) as const;
    const rows = reliabilityOf([
      attempt('run-1', 1, 'small', failed('MODEL_UNAUTHORIZED')),
      attempt('run-2', 1, 'small', failed('MODEL_PASSED_OVER')),
      attempt('run-3', 1, 'small', failed('MODEL_EMPTY')),
      attempt('run-4', 1, 'rules', { model: null }),
    ]);
    expect(rows).toMatchObject([{ model: 'small', tried: 1, accepted: 0, failed: 1 }]);
  });

  it('a price that is not known of one attempt is not known of all', () => {
    const [row] = reliabilityOf([
      attempt('run-1', 1, 'small'),
      attempt('run-2', 1, 'small', { microUnits: undefined }),
    ]);
    expect(row).not.toHaveProperty('microUnits');
  });

  it('a run is given those of its workspace, of its models under their names of now', () => {
    const lines = [
      attempt('run-1', 1, 'small'),
      attempt('run-2', 1, 'small', { workspace: 'elsewhere' }),
      attempt('run-3', 1, 'small', { madeBy: 'Another model of before' }),
    ];
    expect(measuresFor(lines, 'here', MODELS)).toEqual([
      { model: 'small', flavour: 'llm', tried: 1, accepted: 1, tokens: 10, microUnits: 2 },
    ]);
  });

  it('of 10,000 recorded attempts the choice is that of the formula', () => {
    const random = seededRandom(17);
    const skill: Readonly<Record<string, number>> = { small: 0.55, large: 0.8, other: 0.7 };
    const lines: RecordedAttempt[] = [];
    const first: Record<string, { tried: number; accepted: number }> = {};
    for (let run = 0; lines.length < 10_000; run++) {
      const model = MODELS[run % MODELS.length]?.id ?? '';
      const tally = first[model] ?? { tried: 0, accepted: 0 };
      first[model] = tally;
      const isAccepted = random.next() < (skill[model] ?? 0);
      tally.tried++;
      if (isAccepted) tally.accepted++;
      const refused = { verdict: 'refused', codes: ['UNKNOWN_TOOL'] } as const;
      lines.push(attempt(`run-${run}`, 1, model, isAccepted ? {} : refused));
      if (!isAccepted) lines.push(attempt(`run-${run}`, 2, model));
    }
    const z = 1.6448536269514722;
    const lowest = ({ tried, accepted }: { tried: number; accepted: number }) => {
      const share = accepted / tried;
      const reach = z * Math.sqrt((share * (1 - share)) / tried + (z * z) / (4 * tried * tried));
      return (share + (z * z) / (2 * tried) - reach) / (1 + (z * z) / tried);
    };
    const best = Object.entries(first)
      .toSorted(([, one], [, other]) => lowest(other) - lowest(one))
      .map(([model]) => model);
    const ids = MODELS.map(({ id }) => id);
    const { order, isChanged } = orderByReliability(
      ids,
      'llm',
      measuresFor(lines.toReversed(), 'here', MODELS),
    );
    expect(order.map(({ model }) => model)).toEqual(best);
    expect(best[0]).toBe('large');
    expect(isChanged).toBe(true);
    for (const { model, tried, accepted, atLeast } of order) {
      expect({ tried, accepted }).toEqual(first[model]);
      expect(atLeast).toBeCloseTo(lowest(first[model] ?? { tried: 1, accepted: 0 }), 12);
    }
  });
});
