/** The research machine of reference 5 in its own format, in our own words and with both kinds of placeholders. */
export const RESEARCH = {
  plan_type: 'research',
  description: 'Searches, asks where nothing is found, and analyses',
  states: {
    start: { state_name: 'start', description: 'Initial state', default_next: 'searching' },
    searching: {
      state_name: 'searching',
      description: 'Searching for information',
      action: {
        event_type: 'web.search.requested',
        response_event: 'web.search.completed',
        data: { query: '{goal_data.topic}' },
      },
      transitions: [
        { on_event: 'web.search.completed', to_state: 'analyzing' },
        { on_event: 'web.search.failed', to_state: 'retry_search' },
        { on_event: 'web.search.no_results', to_state: 'ask_user' },
      ],
    },
    retry_search: {
      state_name: 'retry_search',
      description: 'Retry with a broader query',
      action: {
        event_type: 'web.search.requested',
        response_event: 'web.search.completed',
        data: { query: '{{goal_data.topic}}', broad: true },
      },
      transitions: [
        { on_event: 'web.search.completed', to_state: 'analyzing' },
        { on_event: 'web.search.failed', to_state: 'failed' },
      ],
    },
    ask_user: {
      state_name: 'ask_user',
      description: 'Ask the user for clarification',
      action: {
        event_type: 'notification.human_input',
        response_event: 'user.clarification.provided',
        data: { question: 'No results found. Can you provide more details?' },
      },
      transitions: [{ on_event: 'user.clarification.provided', to_state: 'searching' }],
    },
    analyzing: {
      state_name: 'analyzing',
      description: 'Analysing what was found',
      action: { event_type: 'content.analyze.requested', response_event: 'content.analyze.completed' },
      transitions: [{ on_event: 'content.analyze.completed', to_state: 'done' }],
    },
    done: { state_name: 'done', description: 'Plan completed successfully', is_terminal: true },
    failed: { state_name: 'failed', description: 'Plan failed', is_terminal: true },
  },
};
