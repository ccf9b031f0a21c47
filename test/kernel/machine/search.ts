import type { Responder } from '#plan';
import { machine } from '../../notation/machine';

/** The research machine of reference 5, with the responders that a test gives it. */
export function search(responders: readonly Partial<Responder>[] = [], more: object = {}) {
  return machine(
    {
      variables: ['in topic'],
      initial: 'start',
      ...(responders.length === 0 ? {} : { responders: responders as Responder[] }),
      ...more,
      states: [
        { id: 'start', defaultNext: 'searching' },
        {
          id: 'searching',
          action: {
            event: 'web.search.requested',
            response: 'web.search.completed',
            data: { query: '{{ goal_data.topic }}' },
          },
          on: [
            { event: 'web.search.completed', target: 'analyzing' },
            { event: 'web.search.failed', target: 'retry_search' },
            { event: 'web.search.no_results', target: 'ask_user' },
          ],
        },
        {
          id: 'retry_search',
          action: {
            event: 'web.search.requested',
            response: 'web.search.completed',
            data: { query: '{{ goal_data.topic }}', broad: true },
          },
          on: [
            { event: 'web.search.completed', target: 'analyzing' },
            { event: 'web.search.failed', target: 'failed' },
          ],
        },
        {
          id: 'ask_user',
          action: {
            event: 'notification.human_input',
            response: 'user.clarification.provided',
            data: { question: 'Can you provide more details?' },
          },
          on: [{ event: 'user.clarification.provided', target: 'searching' }],
        },
        {
          id: 'analyzing',
          action: { event: 'content.analyze.requested', response: 'content.analyze.completed' },
          defaultNext: 'done',
        },
        { id: 'done', isTerminal: true, output: '{{ results.analyzing }}' },
        { id: 'failed', isTerminal: true, outcome: 'failed' },
      ],
    },
    'research',
  );
}

export const SEARCH: Partial<Responder> = {
  id: 'searcher',
  request: 'web.search.requested',
  response: 'web.search.completed',
  capability: 'web.search',
};
