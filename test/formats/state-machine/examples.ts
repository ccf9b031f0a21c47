import type { Json } from '#base';

const SURVEY: Json = {
  plan_type: 'x.y',
  description: 'd',
  states: {
    start: { state_name: 'start', description: '', default_next: 'ask' },
    ask: {
      state_name: 'ask',
      description: '',
      action: { event_type: 'a.b', response_event: 'a.c', data: { q: '{goal_data.q}', n: 1 } },
      transitions: [{ on_event: 'a.c', to_state: 'end', condition: 'data.ok' }],
    },
    end: { state_name: 'end', description: '', is_terminal: true },
  },
};

export const EXAMPLES: readonly Json[] = [SURVEY, { plan: SURVEY }];
