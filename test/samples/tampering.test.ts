import { expect, test } from 'vitest';
import { type JsonObject, seededRandom } from '#base';
import { readLedger, replay, writeLedger } from '#kernel';
import { SAMPLES } from '#samples';
import { runToRest, sample } from './hosting';

const CHANGES = 120;

test.each(SAMPLES.map(({ id }) => id))(
  'K3 one changed byte anywhere in a ledger of %s is refused, with its commit',
  async (id) => {
    const { run } = await runToRest(sample(id));
    const bytes = new TextEncoder().encode(writeLedger(run.commits));
    const whole = readLedger(new TextDecoder().decode(bytes));
    expect(whole.ok && replay(whole.value)).toMatchObject({ ok: true, effects: 0 });
    const { below } = seededRandom(11);
    for (let change = 0; change < CHANGES; change++) {
      const place = below(bytes.length);
      const changed = bytes.with(place, (bytes[place] ?? 0) ^ (1 << below(7)));
      const seq = bytes.subarray(0, place).filter((byte) => byte === 0x0a).length;
      const read = readLedger(new TextDecoder().decode(changed));
      const where = read.ok ? null : read.problem[0]?.where;
      expect(where, `byte ${place} of ${id}`).toMatchObject({ line: seq + 1 } satisfies JsonObject);
    }
  },
);
