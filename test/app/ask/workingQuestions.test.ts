import { describe, expect, test } from 'vitest';
import type { WorkspaceDocument } from '#plan';
import { cheapTrials } from '../../../src/app/ask/questions';

function file(bytes: number): WorkspaceDocument {
  return {
    id: `f${bytes}`,
    kind: 'csv',
    file: { name: 'orders.csv', type: 'text/csv', hash: 'a'.repeat(64), bytes },
  };
}

describe('questions that carry on are tried as long as that is cheap', () => {
  test('eight where little is read, whether it lies in files or in the workspace', () => {
    expect(cheapTrials([])).toBe(8);
    expect(cheapTrials([{ id: 'a', kind: 'csv', text: 'a,b\n1,2' }, file(2_000)])).toBe(8);
    expect(cheapTrials([file(2_000_000)])).toBe(8);
  });

  test('fewer of more, and none of what is large', () => {
    expect(cheapTrials([file(3_000_000), file(3_000_000)])).toBe(2);
    expect(cheapTrials([file(17_000_000)])).toBe(0);
  });
});
