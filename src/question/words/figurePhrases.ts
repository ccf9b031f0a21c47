import type { Keyword } from './keyword';

/** Phrases that ask for a figure of figures, for how often something is there, or for how far values reach. */
export const FIGURE_PHRASES: readonly (readonly [phrases: string, keyword: Keyword])[] = [
  ['typical|usual', { kind: 'typical' }],
  ['typically|usually|normally|on an average', { kind: 'function', function: 'average' }],
  [
    'most common|favorite|favourite|most frequent|most popular|commonest|most often|most frequently|most commonly|busiest|the most times|most times|most regularly',
    { kind: 'frequent', order: 'desc' },
  ],
  [
    'least common|least frequent|least popular|rarest|least often|least frequently|most rarely|most seldom|quietest',
    { kind: 'frequent', order: 'asc' },
  ],
  [
    'running total|running total of|running sum|running sum of|cumulative|cumulative total|cumulative total of|cumulative sum|cumulative sum of|cumulated|accumulated',
    { kind: 'running' },
  ],
  ['range of|range|spread|spread of', { kind: 'function', function: 'range' }],
  ['first half|first half of the year|1st half', { kind: 'half', half: 1 }],
  ['second half|second half of the year|2nd half|last half', { kind: 'half', half: 2 }],
  ['once|one time', { kind: 'times', value: 1 }],
  ['twice|two times', { kind: 'times', value: 2 }],
  ['thrice|three times', { kind: 'times', value: 3 }],
];
