import { describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import { conversationIn } from '../../src/kernel/planning/request';

describe('P14 the messages of a planner', () => {
  it('the last ones are told, each shortened, and those after the question are left out', () => {
    const long = 'x'.repeat(LIMITS.conversationCharacters + 5);
    const many = Array.from({ length: LIMITS.conversationMessages + 3 }, (_, index) => ({
      role: index % 2 === 0 ? 'assistant' : 'tool',
      content: index === LIMITS.conversationMessages + 2 ? long : `${index}`,
    }));
    const read = conversationIn([
      ...many,
      { role: 'user', content: 'And now?' },
      { role: 'assistant', content: 'Later.' },
    ]);
    if (!read.ok) throw new Error(read.problem.message);
    const { before, query } = read.value;
    expect(query).toBe('And now?');
    expect(before).toHaveLength(LIMITS.conversationMessages);
    expect(before[0]).toEqual({ role: 'tool', text: '3' });
    expect(before.at(-1)?.text).toBe(
      `${'x'.repeat(LIMITS.conversationCharacters)}… (${long.length} characters)`,
    );
  });

  it('without a message of the user there is no question', () => {
    expect(conversationIn([{ role: 'assistant', content: 'Hello.' }])).toMatchObject({
      ok: true,
      value: { query: '', before: [] },
    });
  });
});
