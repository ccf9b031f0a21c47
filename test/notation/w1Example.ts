import type { JsonObject } from '#base';

/** The workspace that rule W1 shows, word for word: a contract with everyone who writes such files. */
export const W1_EXAMPLE: JsonObject = {
  format: 'planloom/workspace',
  version: 1,
  id: 'demo',
  name: 'Demo',
  plans: [
    {
      id: 'main',
      kind: 'capability',
      name: 'Main',
      variables: [
        {
          id: 'question',
          scope: 'IN',
          schema: {
            type: 'string',
          },
        },
        {
          id: 'answer',
          scope: 'OUT',
          schema: {
            type: 'string',
          },
        },
      ],
      result: {
        answer: '{{ answer }}',
      },
      nodes: [
        {
          id: 'look',
          type: 'CAPABILITY',
          name: 'Look it up',
          params: {
            capability: 'documents.search',
          },
          input: {
            query: '{{ question }}',
            limit: 3,
          },
          output: {
            answer: 'result.text',
          },
          timeoutMs: 10000,
          retry: {
            maxAttempts: 3,
            initialIntervalMs: 200,
            backoffCoefficient: 2,
          },
          onError: 'route',
        },
        {
          id: 'both',
          type: 'GROUP',
          params: {
            mode: 'ASYNC',
            completion: 'FIRST_SUCCESS',
            rest: 'cancel',
            merge: 'LAST_WINS',
          },
          body: {
            nodes: [
              {
                id: 'a',
                type: 'CAPABILITY',
                params: {
                  capability: 'echo',
                },
                input: {
                  text: 'Nothing found.',
                },
                output: {
                  answer: 'result.text',
                },
              },
            ],
            edges: [],
          },
        },
      ],
      edges: [
        {
          from: 'look',
          port: 'error',
          to: 'both',
        },
      ],
    },
    {
      id: 'flow',
      kind: 'state-machine',
      name: 'Flow',
      variables: [
        {
          id: 'score',
          scope: 'IN',
          schema: {
            type: 'number',
          },
        },
      ],
      initial: 'start',
      states: [
        {
          id: 'start',
          on: [
            {
              event: 'go',
              target: 'end',
              when: 'score > 1',
            },
          ],
        },
        {
          id: 'end',
          type: 'final',
        },
      ],
    },
  ],
  prompts: [],
  capabilities: [],
  models: [],
  connections: [],
  policies: [],
  planners: [],
  parsers: [],
  features: [],
  documents: [],
  sessions: [],
  layout: {
    main: {
      look: {
        x: 0,
        y: 0,
      },
    },
  },
};
