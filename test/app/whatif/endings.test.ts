import { describe, expect, it } from 'vitest';
import { ENDINGS, endingOf, withEnding } from '../../../src/app/whatif/script';

const GIVES = { afterMs: 40, output: { rows: 3 } };

describe('H4 L7 what comes of a call', () => {
  it.each(ENDINGS)('$ending is read back as what was chosen, and takes as long', ({ ending }) => {
    const next = withEnding(GIVES, ending, {});
    expect(endingOf(next)).toBe(ending);
    expect(next.afterMs).toBe(40);
  });

  it('what it gives stays while it succeeds, and is the sample when it stops failing', () => {
    const ends = withEnding(GIVES, 'plan', {});
    expect(withEnding(ends, 'succeeds', {})).toEqual(GIVES);
    expect(withEnding(withEnding(GIVES, 'fails', {}), 'succeeds', { rows: 0 })).toEqual({
      afterMs: 40,
      output: { rows: 0 },
    });
  });

  it('a word that is no ending ends nothing', () => {
    expect(endingOf({ afterMs: 0, output: null, break: 'everything' })).toBe('succeeds');
  });
});
