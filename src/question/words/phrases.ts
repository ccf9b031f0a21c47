import { MONTHS } from '../text/names';
import { stemsOf } from '../text/words';
import type { CompareOperator, Keyword, Quality } from './meaning';
import { VERBS } from './verbs';

/** Phrases, and what each says. */
type Listed = readonly (readonly [string, Keyword])[];

/** Phrases that ask for a figure of figures, for how often something is there, or for how far values reach. */
const FIGURE_PHRASES: readonly (readonly [phrases: string, keyword: Keyword])[] = [
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
const ADJECTIVES: Listed = [
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

function all(keyword: Keyword, phrases: string): Listed {
  return phrases.split('|').map((phrase) => [phrase.trim(), keyword] as const);
}

function compare(operator: CompareOperator, phrases: string): Listed {
  return all({ kind: 'compare', operator }, phrases);
}

/**
 * Words that are read and change nothing, whatever stands beside them. These two lists are the only things in a question
 * that are ever passed over: any other word that nothing understands makes the question unplannable. A word that can
 * change what is asked ("only", "together", "up", "than", "again") is never one of them.
 */
const STOP_WORDS = [
  'a|an|the|this|that|these|those|it|its|them|they|their|our|my|your|we|i|me|us|you',
  'is|are|was|were|be|been|being|do|does|did|done|can|could|would|should|shall|may i',
  'of|in|on|at|for|within|during|among|amongst|about|from|out of|out of all',
  'please|pls|plz|kindly|all|any|also|too|then|so|hey|hi|hello|thanks|ok|okay|exactly how',
  'tell|tell me|need|want|would like|like to know|id like to know|know|wonder|let|calculate|compute|work out|figure out',
  'determine|report|provide|summarize|summarise|group|make me a list of|there|there are|there is|here is|here are',
  'do i have|do we have|did we have|do they have|do you have|we have|i have|still|yet|ever|single|individual|individually|im|ive|asked|whole|the whole of|hold|held|look like|looked like',
  'goes to|go to|went to',
  'came through|come through|came via|come via|via',
  'took|take|exist|belong|belonging|happen|happened|occur|occurred|recorded|come from|came from|coming from|contained',
  'at all|so far|with us|for us|to us|the account|our account|gave|given|marked as|marked|counted as|overall all|i e|ie|that is to say|in other words',
  'have to|has to',
  'took place|taken place|down as|already|in one go|at one go',
  'how big|how large|how high|how did|how do|how does|how has|how have|how was|how were|achieved|achieve|got|gotten|appear',
];
const STOP_NOUNS = [
  'table|dataset|data set|data|csv|file|sheet|spreadsheet|column|field|database|value|figure|amount|level',
  'answer|question|number|list of',
];

/** What shops do: says nothing more of a table of orders, and much of any other. */
const TRADE =
  'sell|sold|selling|make|made|earn|earned|generate|generated|bring|brought|brought in|bring in|buy|bought|placed|place|purchased|produce|produced';

const QUARTERS = [
  'q1|first quarter|1st quarter',
  'q2|second quarter|2nd quarter',
  'q3|third quarter|3rd quarter',
  'q4|fourth quarter|4th quarter|last quarter of',
];
const AMOUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Every phrase and what it says; of two that are equal the first counts. */
const PHRASES: Listed = [
  ...FIGURE_PHRASES.flatMap(([phrases, keyword]) => all(keyword, phrases)),
  ...all(
    { kind: 'function', function: 'sum' },
    'total|sum|sum of|sum up|add up|overall|combined|altogether|in total|how much|total of',
  ),
  ...all({ kind: 'function', function: 'average' }, 'average|avg|mean|on average|average of|mean of'),
  ...all(
    { kind: 'function', function: 'count' },
    'count|count of|number of|how many|the number of|how often|how many times|tally',
  ),
  ...all({ kind: 'function', function: 'median' }, 'median|median of|the median'),
  ...all({ kind: 'function', function: 'min' }, 'minimum|min'),
  ...all({ kind: 'function', function: 'max' }, 'maximum|max'),
  ...compare(
    '>',
    'over|above|more than|greater than|higher than|larger than|bigger than|exceeding|exceed|in excess of|after|later than|upwards of|beyond|>',
  ),
  ...compare(
    '>=',
    'at least|no less than|not less than|no fewer than|not under|not below|a minimum of|since|starting from|since the beginning of|since the start of|from the beginning of|from the start of|>=|≥|greater than or equal to|more than or equal to',
  ),
  ...compare('<', 'under|below|less than|fewer than|lower than|smaller than|before|earlier than|<'),
  ...compare(
    '<=',
    'at most|no more than|not more than|not over|not above|up to|a maximum of|until|until the end of|till the end of|up to the end of|by the end of|<=|≤|less than or equal to|no higher than|no greater than',
  ),
  ...compare('=', 'equal to|equal|is equal to|exactly|=|is exactly|named|called'),
  ...compare('!=', 'is not equal to|not equal to|does not equal|!=|<>|≠'),
  ...all(
    { kind: 'orCompare', operator: '>=' },
    'or more|or above|or higher|or greater|or over|or larger|and above|and up|and over|and more|or later|or up|upwards',
  ),
  ...all(
    { kind: 'orCompare', operator: '<=' },
    'or less|or below|or lower|or under|or fewer|or smaller|and below|and under|and less|or earlier',
  ),
  ...all({ kind: 'counting', quality: 'age' }, 'years old|years of age'),
  ...all(
    { kind: 'between' },
    'between|from between|ranging from|in the range|in the range of|in the range from',
  ),
  ...all({ kind: 'to' }, 'to|through|till'),
  ...all(
    { kind: 'contains' },
    'mention|mentioning|containing|contain|includes the text|including the text|that include the word',
  ),
  ...all(
    { kind: 'rank', order: 'desc' },
    'top|best|highest|peak|largest|biggest|greatest|most|leading|strongest|best performing|top performing|rank|ranking of',
  ),
  ...all(
    { kind: 'rank', order: 'asc' },
    'bottom|worst|lowest|smallest|least|fewest|weakest|worst performing',
  ),
  ...ADJECTIVES,
  ...all({ kind: 'first' }, 'first'),
  ...all(
    { kind: 'by', each: false },
    'by|grouped by|group by|broken down by|breakdown by|split by|organized by|summarized by|summed by|averaged by|counted by|based on|in terms of|according to|ranked by|rank by|measured by',
  ),
  ...all(
    { kind: 'by', each: true },
    'per|for each|for every|each|every|in each|in every|of each|of every|across|by each|within each|from each',
  ),
  ...all(
    { kind: 'sort' },
    'sort by|sorted by|ordered by|order by|sort|sorted|ordered|arranged by|in order of|sort them by|sort it by|order the|order them|order all|arrange|arranged',
  ),
  ...all(
    { kind: 'order', order: 'desc' },
    'descending|desc|highest first|largest first|biggest first|from highest to lowest|from high to low|from largest to smallest|in descending order|newest first|latest first|high to low|most first|best first|longest first|most expensive first|decreasing|from most to least',
  ),
  ...all(
    { kind: 'order', order: 'asc' },
    'ascending|asc|lowest first|smallest first|from lowest to highest|from low to high|from smallest to largest|in ascending order|oldest first|earliest first|low to high|worst first|shortest first|cheapest first|alphabetically|increasing|least first',
  ),
  ...all({ kind: 'which' }, 'which|what|who'),
  ...all(
    { kind: 'list' },
    'show|list|display|give|find|get|filter|select|return|fetch|pick|print|narrow down|show only|look up|see|view|keep|keep only',
  ),
  ...all(
    { kind: 'not' },
    'not|excluding|exclude|except|ignore|omit|omitting|disregard|disregarding|skip|skipping|setting aside|except for|other than|but not|besides|apart from|leaving out|leave out|ignoring|outside|outside of|non|not from|not in|that are not|which are not|is not|are not|not counting|was not|were not|neither|nor|still has to|still have to|still had to|has yet to|have yet to|still needs to|still need to|yet to',
  ),
  ...all({ kind: 'and' }, 'and|plus|as well as|but|&'),
  ...all({ kind: 'or' }, 'or'),
  ...all(
    { kind: 'with' },
    'with|where|whose|having|that have|that has|which have|which has|have|has|had|that had|when|if',
  ),
  ...all({ kind: 'distinct' }, 'distinct|different|unique'),
  ...all(
    { kind: 'share' },
    'share|share of|percentage|percentage of|percent|percent of|proportion|proportion of|fraction of|what share of|what percentage of|what percent of',
  ),
  ...all({ kind: 'versus' }, 'compare|versus|vs|compared to|compared with|comparison of'),
  ...all(
    { kind: 'leftOut' },
    'not included|not counted|excluded|left out|do not count|does not count|ignored|are ignored|not considered|set aside|put aside',
  ),
  ...all({ kind: 'open' }, 'open|outstanding|unresolved|unfinished|pending|ongoing|in progress'),
  ...all({ kind: 'here' }, 'here|still here|still in|still in the shop|still with us|not out yet'),
  ...all({ kind: 'sign', operator: '<', of: null }, 'negative|in the negative|in the minus'),
  ...all({ kind: 'sign', operator: '>', of: null }, 'positive'),
  ...all({ kind: 'sign', operator: '<', of: 'balance' }, 'overdrawn|in the red'),
  ...all({ kind: 'sign', operator: '=', of: 'stock' }, 'out of stock|sold out'),
  ...all({ kind: 'new' }, 'new'),
  ...all({ kind: 'never' }, 'never|have never|has never|had never|not once|not ever|no longer ever'),
  ...all(
    { kind: 'flow', direction: 'in' },
    'came in|come in|coming in|received|receive|incoming|income|deposit|deposited|money in',
  ),
  ...all(
    { kind: 'flow', direction: 'out' },
    'spend|spent|spending|paid out|pay out|went out|go out|goes out|outgoing|payment|expense|expenditure|paid|pay|money out|cost|costs|cost us|costs us|charge us|charged us',
  ),
  ...all({ kind: 'more', direction: 'up' }, 'more|higher|greater|bigger|larger'),
  ...all({ kind: 'more', direction: 'down' }, 'less|fewer|lower|smaller'),
  ...all({ kind: 'than' }, 'than'),
  ...all({ kind: 'leave' }, 'left|leave'),
  ...all({ kind: 'same' }, 'same|an identical|identical'),
  ...all({ kind: 'true' }, 'true|yes'),
  ...all({ kind: 'false' }, 'false'),
  ...MONTHS.map((name, index) => [name, { kind: 'month', month: index + 1 }] as const),
  ...AMOUNTS.map((name, index) => [name, { kind: 'amount', value: index }] as const),
  ...all(
    { kind: 'row' },
    'row|record|entry|line|item|data point|datapoint|observation|case|sample|transaction|result|reading|measurement|row of data|everything|thing|something|anything|someone|somebody|anyone|anybody|everyone|everybody',
  ),
  ...all({ kind: 'period' }, 'year|quarter|month|week|day|weekday|hour|minute|mins|date|time'),
  ...all({ kind: 'periodic', period: 'year' }, 'yearly|annual|annually'),
  ...all({ kind: 'periodic', period: 'quarter' }, 'quarterly'),
  ...all({ kind: 'periodic', period: 'month' }, 'monthly|month by month'),
  ...all({ kind: 'periodic', period: 'week' }, 'weekly|week by week'),
  ...all({ kind: 'periodic', period: 'day' }, 'daily|day by day'),
  ...all({ kind: 'periodic', period: 'hour' }, 'hour by hour'),
  ...all({ kind: 'periodic', period: null }, 'over time|trend|trend of|by time|by date|timeline|development'),
  ...QUARTERS.flatMap((phrases, index) => all({ kind: 'quarter', quarter: index + 1 }, phrases)),
  ...all(
    { kind: 'growth', direction: 'up' },
    'go up|goes up|went up|gone up|going up|growth|growth of|growth in|grow|grew|grown|growing|increase|increased|increase in|rise|rose|risen|gain|gained|improve|improved|improvement',
  ),
  ...all(
    { kind: 'growth', direction: 'down' },
    'go down|goes down|went down|gone down|going down|decline|declined|decline in|decrease|decreased|fall|fell|fallen|drop|dropped|shrink|shrank|lose|lost|loss of',
  ),
  ...all(
    { kind: 'growth', direction: null },
    'change|change in|change of|changed|difference|difference in|develop|developed|evolve|evolved|year over year|year on year|yoy|compared to the year before|than the year before|against the year before|against the previous year|over the previous year',
  ),
  ...all(
    { kind: 'beyond', what: 'a statistic beyond sum, average, count, minimum and maximum' },
    'variance|standard deviation|deviation|correlation|correlate|regression|percentile|quartile|mode',
  ),
  ...all(
    { kind: 'beyond', what: 'the future' },
    'predict|forecast|next year|next month|next week|next quarter|tomorrow|will|future|projection|extrapolate',
  ),
  ...all(
    {
      kind: 'beyond',
      what: 'what day it is now: name the month or the dates instead',
    },
    'today|yesterday|last year|last month|last week|last quarter|this year|this month|this week|this quarter|recently|nowadays',
  ),
  ...all(
    {
      kind: 'beyond',
      what: 'what is overdue, as that depends on what day it is now: say by which date, such as “due before 1 March 2026 and not paid”',
    },
    'overdue|past due|past their due date|past its due date',
  ),
  ...all({ kind: 'beyond', what: 'what was on time' }, 'on time'),
  ...all(
    {
      kind: 'beyond',
      what: 'the change from each month to the next: ask for the totals by month',
    },
    'month over month|month on month|month to month|from month to month|week over week|week to week|from week to week',
  ),
  ...all({ kind: 'operation' }, 'minus|multiplied by|divided by'),
  ...all(
    { kind: 'empty', isFilled: false, stands: 'before' },
    'without|with no|without any|not get|not got|not receive|not received|not have any|has no|have no|had no|having no|no|missing|lacking|lack|nobody has|no one has|nobody|with empty|with blank|with missing|that have no|that has no|which have no|which has no|where there is no|not have|not having|do not have|does not have',
  ),
  ...all(
    { kind: 'empty', isFilled: false, stands: 'after' },
    'is empty|are empty|is missing|are missing|is blank|are blank|empty|blank|is not set|not set|is not filled in|not filled in|left blank|left empty|not given|not known|unknown|nothing',
  ),
  ...all(
    { kind: 'empty', isFilled: true, stands: 'after' },
    'is not empty|not empty|is filled|filled in|is set|is not missing|not missing|is known|is given',
  ),
  ...all(
    { kind: 'once' },
    'without duplicates|without repeats|without duplicate rows|without repeated rows|ignoring duplicates|ignoring duplicate rows|leave out duplicate rows|leaving out duplicate rows|excluding duplicates|excluding duplicate rows|leave out duplicates|leaving out duplicates|leave out repeated rows|count duplicate rows only once|count duplicates only once|count duplicate rows once|count repeated rows once|count repeated rows only once|repeated rows should count once|with repeated rows counted once|with duplicates counted once|repeated rows counted once|duplicates counted once|duplicate rows counted once|with duplicate rows counted once|repeated rows count once|duplicates count once|no duplicates',
  ),
  ...all({ kind: 'only' }, 'only|just|solely|purely|exclusively'),
  ...all({ kind: 'both' }, 'both'),
  ...all({ kind: 'late' }, 'late'),
  ...all({ kind: 'either' }, 'either'),
  ...all({ kind: 'together' }, 'together|taken together|put together|in all|across all|all together'),
  ...all({ kind: 'trade' }, TRADE),
  ...STOP_WORDS.flatMap((phrases) => all({ kind: 'stop', noun: false }, phrases)),
  ...STOP_NOUNS.flatMap((phrases) => all({ kind: 'stop', noun: true }, phrases)),
];

/** The phrases by their first stem, longest first. */
export const KEYWORDS: ReadonlyMap<
  string,
  readonly { readonly stems: readonly string[]; readonly keyword: Keyword }[]
> = indexed();

function indexed() {
  const index = new Map<string, { stems: readonly string[]; keyword: Keyword }[]>();
  for (const [phrase, keyword] of [...PHRASES, ...VERBS]) {
    const stems = stemsOf(phrase);
    const [first] = stems;
    if (first === undefined) continue;
    const list = index.get(first) ?? [];
    if (!list.some((known) => isSame(known, { stems, keyword }))) list.push({ stems, keyword });
    index.set(first, list);
  }
  for (const list of index.values()) list.sort((left, right) => right.stems.length - left.stems.length);
  return index;
}

/** Of two phrases that are equal the first counts; a verb may be something else as well, which the table tells. */
function isSame(known: { stems: readonly string[]; keyword: Keyword }, other: typeof known): boolean {
  const isVerb = other.keyword.kind === 'verb' && known.keyword.kind !== 'verb';
  return !isVerb && known.stems.join(' ') === other.stems.join(' ');
}
