import type { Keyword, Verb } from './meaning';

type Listed = readonly (readonly [string, Keyword])[];

function verb(forms: string, says: Verb): Listed {
  return forms.split('|').map((form) => [form, { kind: 'verb', says }] as const);
}

const PLACES = 'city town village address street postcode district country region location place home';
const ROOMS = 'room location shelf place position storage office building site';
const PRICES = 'price cost amount paid total';

/** Verbs that say what the head of a column says in other words, each with its forms. */
export const VERBS: Listed = [
  ...verb(
    'join|joined|joins|joining|sign up|signed up|enrol|enroll|enrolled|register|registered|subscribed',
    {
      when: 'joined join joining since enrolled registered registration signup subscribed entry start hire hired',
      where: 'team club department class course',
    },
  ),
  ...verb('born', { when: 'birth born dob birthday birthdate', where: 'birthplace birth born' }),
  ...verb('opened|reported|logged|filed|submitted|created', {
    when: 'opened reported logged filed submitted created received',
    who: 'reporter submitter creator opened reported created',
  }),
  ...verb('die|died', { when: 'died death deceased', where: 'deathplace' }),
  ...verb('live|lives|lived|living|reside|resides', { where: PLACES }),
  ...verb('work|works|worked|working|employed', {
    where: `department office team company employer branch site project client location ${PLACES}`,
    amount: 'hour',
  }),
  ...verb('buy|buys|bought|buying|purchase|purchased|get|got', {
    when: 'bought purchase purchased order ordered date',
    where: 'shop store vendor seller supplier retailer',
    who: 'buyer bought purchaser customer paid',
    amount: PRICES,
  }),
  ...verb('pay|pays|paid|paying', { when: 'paid payment', who: 'paid payer', amount: `fee ${PRICES}` }),
  ...verb('sell|sells|sold|selling', {
    when: 'sold sale date',
    where: 'shop store branch',
    who: 'seller sold salesperson agent rep',
    amount: PRICES,
  }),
  ...verb('owe|owes|owed|owing', { amount: 'owe owed owing debt arrear outstanding balance unpaid' }),
  ...verb('wait|waits|waited|waiting|wait time|waiting time', { amount: 'waited wait waiting' }),
  ...verb('weigh|weighs|weighed|weighing', { amount: 'weight' }),
  ...verb('earn|earns|earned|earning', { amount: 'salary wage pay income earnings earned' }),
  ...verb('write|wrote|written|writes', { when: 'written published year', who: 'author writer written' }),
  ...verb('direct|directed', { who: 'director directed' }),
  ...verb('hire|hires|hired|hiring|new hire|new hires|recruit|recruited', {
    when: 'hired hire start started',
  }),
  ...verb('start|starts|started|starting|begin|begins|began|begun', {
    when: 'start started begin began begins hire hired from',
  }),
  ...verb('finish|finishes|finished|end|ends|ended|complete|completed', {
    when: 'end ended finish finished completed completion until',
  }),
  ...verb('expire|expires|expired|run out|runs out|ran out|running out|last|lasts', {
    when: 'expiry expires expire expiration until valid best',
  }),
  ...verb('leave|leaves|left|leaving', { when: 'left leave leaving leaver exit end' }),
  ...verb('return|returned|returns|give back|gave back|given back|bring back|brought back', {
    when: 'returned return',
  }),
  ...verb('borrow|borrowed|borrows|borrowing|lend|lent', {
    when: 'borrowed lent loan',
    who: 'borrowed borrower lent',
  }),
  ...verb('arrive|arrives|arrived', { when: 'arrival arrived arrives delivered' }),
  ...verb('deliver|delivered', { when: 'delivered delivery' }),
  ...verb('publish|published|release|released|come out|came out|appeared', {
    when: 'published publication release released year',
    who: 'publisher',
  }),
  ...verb('build|built', { when: 'built construction year', who: 'builder' }),
  ...verb('teach|teaches|taught', { who: 'teacher instructor tutor trainer' }),
  ...verb('own|owns|owned', { who: 'owner' }),
  ...verb('report to|reports to|reported to|reporting to', { who: 'manager supervisor boss superior lead' }),
  ...verb('drive|drives|drove|driven', { who: 'driver', amount: 'distance mileage' }),
  ...verb('run|runs|ran|walk|walked|cycle|cycled|ride|rode|swim|swam', { amount: 'distance' }),
  ...verb('play|plays|played', { where: 'team club position', amount: 'game match minute hour set round' }),
  ...verb('score|scores|scored|scoring', { amount: 'goal point score mark' }),
  ...verb('stand|stands|stood|sit|sits|located|kept|stored|stay|stays|put|find|lie|lies', { where: ROOMS }),
  ...verb('visit|visited|visits', { when: 'visit visited date', where: PLACES }),
  ...verb('made|make|makes', {
    who: 'maker manufacturer brand producer',
    when: 'made year',
    amount: 'serving portion',
  }),
  ...verb('come|comes|came|attend|attends|attended|show up|showed up|turn up|turned up', {
    when: 'visit visited attended attendance arrival arrived date',
  }),
  ...verb('take part|takes part|took part|taken part|participate|participated', {
    when: 'attended attendance date',
  }),
  ...verb('treat|treats|treated|examine|examined|operate on|operated on', {
    who: 'doctor physician surgeon therapist dentist vet nurse',
  }),
  ...verb('supply|supplies|supplied', { who: 'supplier vendor' }),
  ...verb('see|sees|saw|seen', { who: 'doctor seen therapist stylist hairdresser vet dentist nurse' }),
  ...verb('use|uses|used|using', { where: 'how method via channel mode tool machine equipment vehicle' }),
  ...verb('fly|flies|flew|flown|travel|travels|travelled|traveled', {
    when: 'departure departed flight travel date',
    where: 'destination to',
  }),
  ...verb('raise|raises|raised|collect|collects|collected|bring in|brings in|charge|charges|charged', {
    amount: 'raised collected amount charge revenue',
  }),
  ...verb('produce|produces|produced|generate|generates|generated', {
    amount: 'yield production output generation',
  }),
  ...verb('send|sends|sent', { when: 'sent', who: 'sender sent raised from' }),
  ...verb('sponsor|sponsors|sponsored', { who: 'sponsor' }),
];

const FORMS: ReadonlyMap<string, Verb> = new Map(
  VERBS.flatMap(([form, keyword]) => (keyword.kind === 'verb' ? [[form, keyword.says] as const] : [])),
);

/** What a form of a verb says; null where it is none of these. */
export function verbOf(text: string): Verb | null {
  return FORMS.get(text.toLowerCase()) ?? null;
}

/** Whether a verb says that money comes together, whatever its column is called. */
export function earns(text: string): boolean {
  return EARNING.test(text);
}

const EARNING = /^(?:earn|raise|collect|charge|bring)(?:s|ed|d)?(?: in)?$/i;

/** Whether a word is a form of one of these verbs. */
export function isVerb(text: string): boolean {
  return verbOf(text) !== null;
}
