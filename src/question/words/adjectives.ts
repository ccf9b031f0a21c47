import type { Keyword, Quality } from './keyword';

type Listed = readonly (readonly [string, Keyword])[];

/** The adjective that says much of a quality, and the one that says little, each as superlative and as comparative. */
function adjective(quality: Quality, order: 'asc' | 'desc', most: string, more = ''): Listed {
  const operator = order === 'desc' ? '>' : '<';
  const superlative: Keyword = { kind: 'adjective', order, quality };
  const comparative: Keyword = { kind: 'compare', operator, of: quality };
  const atLeast: Keyword = { kind: 'orCompare', operator: `${operator}=`, of: quality };
  const comparatives = more === '' ? [] : more.split('|');
  return [
    ...most.split('|').map((phrase) => [phrase, superlative] as const),
    ...comparatives.flatMap((phrase) => [
      [`${phrase} than`, comparative] as const,
      [`or ${phrase}`, atLeast] as const,
      [`and ${phrase}`, atLeast] as const,
    ]),
  ];
}

/** Superlatives and comparatives of which each says what is compared: "cheapest", "older than". */
export const ADJECTIVES: Listed = [
  ...adjective('price', 'desc', 'most expensive|priciest|costliest|dearest', 'more expensive|dearer|pricier'),
  ...adjective('price', 'asc', 'cheapest|least expensive|most affordable', 'cheaper|less expensive'),
  ...adjective('date', 'desc', 'latest|newest|most recent|most recently|last|last time', 'newer|more recent'),
  ...adjective('date', 'asc', 'earliest|least recently|first time'),
  ...adjective('age', 'desc', 'oldest|eldest', 'older'),
  ...adjective('age', 'asc', 'youngest', 'younger'),
  ...adjective('weight', 'desc', 'heaviest', 'heavier'),
  ...adjective('weight', 'asc', 'lightest', 'lighter'),
  ...adjective('height', 'desc', 'tallest', 'taller'),
  ...adjective('length', 'desc', 'longest', 'longer'),
  ...adjective('stature', 'asc', 'shortest', 'shorter'),
  ...adjective('speed', 'desc', 'fastest|quickest', 'faster|quicker'),
  ...adjective('speed', 'asc', 'slowest', 'slower'),
  ...adjective('temperature', 'desc', 'hottest|warmest', 'hotter|warmer'),
  ...adjective('temperature', 'asc', 'coldest|coolest', 'colder|cooler'),
  ...adjective('rating', 'desc', 'best rated|highest rated|top rated'),
  ...adjective('rating', 'asc', 'worst rated|lowest rated'),
  ...adjective('quantity', 'desc', 'best selling|bestselling|top selling|most sold|bestseller'),
  ...adjective('pay', 'desc', 'best paid|highest paid|top paid|highest earning|top earning|best earning'),
  ...adjective('pay', 'asc', 'worst paid|lowest paid|least paid|lowest earning'),
];
