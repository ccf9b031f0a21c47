import fc from 'fast-check';

/** Texts of few letters, so that patterns of the same letters meet them often. */
export const TEXTS = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'A',
      'K',
      '1',
      ' ',
      '-',
      '_',
      '\n',
      '\u2028',
      'é',
      'É',
      'ſ',
      '\u212a',
      '😀',
      '\ud83d',
    ),
    { maxLength: 9 },
  )
  .map((letters) => letters.join(''));

const ATOMS = fc.constantFrom(
  ...[
    'a',
    'b',
    'c',
    'A',
    '1',
    '-',
    ' ',
    '.',
    'é',
    '😀',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\n',
    '\\t',
  ],
  ...[
    '\\x61',
    '\\u0061',
    '\\u{61}',
    '\\ud83d\\ude00',
    '\\cJ',
    '\\0',
    '\\/',
    '\\.',
    '\\-',
    '\\_',
    '\\c',
    '\\p{L}',
  ],
  ...['\\P{Lu}', '{', '}', ']', '\\a', '\\x6', '\\u6', '\\141', '\\08'],
);

const PLACES = fc.constantFrom('^', '$', '\\b', '\\B');

const CLASSES = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.array(
      fc.constantFrom(
        ...[
          'a',
          'b-c',
          'a-z',
          'A-Z',
          '0-9',
          '\\d',
          '\\W',
          '\\s',
          '-',
          '^',
          '\\]',
          '\\b',
          '\\-',
          '[',
          '.',
          '$',
          '😀',
        ],
        ...['\\w-a', 'a-\\d', '\\u0061-c', '\\p{Ll}', '\\c1', '\\141', 'é', '\\k', 'z-a', '\\S'],
      ),
      { maxLength: 4 },
    ),
  )
  .map(([sign, members]) => `[${sign}${members.join('')}]`);

const REPETITIONS = fc.constantFrom(
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '{2}',
  '{1,2}',
  '{0,3}',
  '{2,}',
  '{0}',
  '{1,999}',
);

const GROUPS = fc.constantFrom('', '', '?:', '?:', '?=', '?!', '?<=', '?<!', '?<n>');

/** Regular expressions of all that the language knows, most of them well formed. */
export const PATTERNS: fc.Arbitrary<string> = fc.letrec<{ choice: string; sequence: string; term: string }>(
  (tie) => ({
    choice: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      { weight: 4, arbitrary: tie('sequence') },
      fc.tuple(tie('sequence'), tie('choice')).map((two) => two.join('|')),
    ),
    sequence: fc.array(tie('term'), { maxLength: 4 }).map((terms) => terms.join('')),
    term: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      { weight: 4, arbitrary: repeated(ATOMS) },
      { weight: 2, arbitrary: repeated(CLASSES) },
      PLACES,
      {
        weight: 2,
        arbitrary: repeated(fc.tuple(GROUPS, tie('choice')).map(([sign, inner]) => `(${sign}${inner})`)),
      },
    ),
  }),
).choice;

function repeated(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(part, REPETITIONS, fc.constantFrom('', '', '?'))
    .map(([what, times, lazy]) => (times === '' ? what : `${what}${times}${lazy}`));
}
