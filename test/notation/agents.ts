import type { AgentCard } from '#projection';

/** An agent at work that has nothing to tell but what is given. */
export function agentCard(more: Partial<AgentCard> = {}): AgentCard {
  return {
    goal: 'Look',
    model: null,
    asks: false,
    turns: { had: 1, most: 10 },
    meters: [],
    atLimit: null,
    lit: 1,
    lines: [],
    criteria: [],
    ...more,
  };
}
