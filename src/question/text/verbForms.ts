import { wordSet } from './words';

/** Forms of verbs that no rule gives, each line one verb. */
const IRREGULAR = [
  'owe owed owing',
  'win won winning',
  'lose lost losing',
  'pay paid paying payment',
  'sell sold selling',
  'buy bought buying',
  'spend spent spending',
  'send sent sending',
  'give gave given giving',
  'ship shipped shipping shipment',
  'deliver delivered delivery',
  'approve approved approval',
  'cancel cancelled canceled cancelling canceling cancellation',
  'begin began begun beginning',
  'write wrote written writing',
  'borrow borrowed borrower',
  'see saw seen',
  'break broke broken',
  'leave left leaving',
  'lead leads led leading',
  'lend lent lending loan loaned loaning',
  'build built building',
  'run ran running runner',
  'teach taught teaching teacher',
  'drive drove driven driver',
  'hire hired hiring',
  'expire expires expired expiry expiration',
  'arrive arrived arrival',
  'join joined joining',
  'register registered registration',
  'publish published publication publisher',
  'direct directed director',
];

const BASES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.flatMap((line) => line.split(' ').map((form, _, forms) => [form, forms[0] ?? form] as const)),
);

/** "open" is what something is, "opened" what was done to it: those two never stand for each other. */
const APART = /^open/;

/**
 * What all forms of an English verb share: `worked`, `work` and `working` are one. A comparison of two words, never a word
 * to show.
 *
 * @example verbBase('approved') === verbBase('approve') // true
 */
export function verbBase(word: string): string {
  const known = BASES.get(word);
  if (known !== undefined) return known;
  if (APART.test(word) || word.length < 4) return word;
  const bare = word.replace(/(?:ed|ing|e)$/, '');
  if (bare.length < 3) return word;
  // "planned" and "plan": a doubled consonant is not part of the verb.
  return bare !== word && /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
}

const DONE = wordSet(
  'paid sold sent bought made done seen read written won lost given taken left gone kept built met found lent spent shown broken begun held known grown born shut',
);

/** Whether a word is a verb that says what was done: "returned", "paid". */
export function isDone(word: string): boolean {
  const [plain = ''] = word.toLowerCase().split(' ');
  return (/[a-z]{2}[^e]?ed$/.test(plain) && !/eed$/.test(plain)) || DONE.has(plain);
}
