import type { JsonObject } from '#base';

/** A workspace around machines. */
export function chartsJson(...plans: readonly JsonObject[]): JsonObject {
  return { format: 'planloom/workspace', version: 1, id: 'charts', name: 'Charts', plans: [...plans] };
}

/** An order: a machine with something of everything that a state machine's forms hold (M1 to M5). */
export const ORDER: JsonObject = {
  id: 'order',
  kind: 'state-machine',
  name: 'Order',
  variables: [
    { id: 'items', scope: 'IN', default: 2, schema: { type: 'integer' } },
    { id: 'tries', scope: 'INTERNAL', default: 0 },
    { id: 'receipt', scope: 'OUT' },
  ],
  result: { receipt: '{{ receipt }}' },
  guards: [{ name: 'hasItems', when: 'items > 0' }],
  delays: [{ name: 'patience', ms: 'tries * 1000 + 60000' }],
  responders: [{ id: 'cashier', request: 'payment.requested', response: 'payment.done', message: 'Paid?' }],
  on: [{ event: 'order.cancelled', target: 'cancelled', description: 'At any time' }],
  states: [
    {
      id: 'cart',
      name: 'Cart',
      on: [
        { event: 'item.added', actions: [{ type: 'assign', values: { items: 'items + 1' } }] },
        { event: 'order.submitted', target: 'handling', when: 'guard("hasItems")' },
      ],
      after: [{ delay: 'patience', target: 'cancelled' }],
    },
    {
      id: 'handling',
      name: 'Handling',
      type: 'parallel',
      tags: ['busy'],
      onDone: [{ target: 'done' }],
      on: [{ event: 'order.held', target: 'held' }],
      states: [
        {
          id: 'payment',
          name: 'Payment',
          initial: 'asking',
          states: [
            {
              id: 'asking',
              name: 'Asking',
              action: { event: 'payment.requested', response: 'payment.done', data: { of: '{{ items }}' } },
              on: [{ event: 'payment.done', target: 'paid' }],
              after: [{ delayMs: 90_000, target: 'asking', reenter: true }],
            },
            { id: 'paid', name: 'Paid', type: 'final', output: '{{ items }}' },
            { id: 'payment-before', name: 'As before', type: 'history', history: 'deep', target: 'asking' },
          ],
        },
        {
          id: 'packing',
          name: 'Packing',
          states: [
            {
              id: 'picking',
              name: 'Picking',
              invoke: [
                {
                  id: 'say',
                  capability: 'echo',
                  input: { text: 'picked' },
                  output: { receipt: 'result' },
                  onDone: [{ target: 'packed' }],
                },
              ],
              entry: [{ type: 'log', message: 'Picking {{ items }}' }],
              exit: [{ type: 'raise', event: 'picked', id: 'later', delayMs: 10 }],
            },
            { id: 'packed', name: 'Packed', type: 'final' },
          ],
        },
      ],
    },
    {
      id: 'held',
      name: 'Held',
      pause: { reason: 'Somebody has to look', resumeOn: 'order.released' },
      on: [{ event: 'order.released', target: 'payment-before' }],
    },
    { id: 'done', name: 'Done', type: 'final', outcome: 'completed' },
    { id: 'cancelled', name: 'Cancelled', type: 'final', outcome: 'failed' },
  ],
};

/** Counts to a number by itself, a turn at a time: its log is as long. */
export function counter(turns: number): JsonObject {
  return {
    id: 'counter',
    kind: 'state-machine',
    name: 'Counter',
    variables: [{ id: 'n', scope: 'OUT', default: 0 }],
    states: [
      {
        id: 'counting',
        name: 'Counting',
        after: [
          {
            delayMs: 1,
            target: 'counting',
            reenter: true,
            when: `n < ${turns}`,
            actions: [{ type: 'assign', values: { n: 'n + 1' } }],
          },
          { delayMs: 1, target: 'counted', when: `n >= ${turns}` },
        ],
        on: [{ event: 'once.more', actions: [{ type: 'assign', values: { n: 'n + 1' } }] }],
      },
      { id: 'counted', name: 'Counted', type: 'final' },
    ],
  };
}
