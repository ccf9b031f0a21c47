/** Signs and names that stand for exactly one currency (ISO 4217); `$`, `¥` and `kr` are several, and stay as written. */
const CURRENCY_NAMES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  '₩': 'KRW',
  '₪': 'ILS',
  '₴': 'UAH',
  zł: 'PLN',
  kč: 'CZK',
  us$: 'USD',
  r$: 'BRL',
};

const CURRENCY_CODES = new Set(
  'EUR USD GBP CHF JPY CNY SEK NOK DKK ISK PLN CZK HUF RON BGN TRY RUB UAH INR BRL CAD AUD NZD MXN ZAR SGD HKD KRW ILS AED SAR THB IDR MYR PHP VND ARS CLP COP EGP'.split(
    ' ',
  ),
);

/** Units that are written close to their number: `300km`. Other words need a space, since `12a` is the number of a house. */
const KNOWN_UNITS = new Set(
  '% ‰ ° °C °F mm cm m km mi ft in mm² cm² m² km² m2 m³ m3 ha mg g kg t lb oz ml cl l L hl W kW MW GW Wh kWh MWh GWh TWh J kJ MJ cal kcal V kV A mA Hz kHz MHz GHz B kB KB MB GB TB PB KiB MiB GiB s ms min h d Pa hPa kPa bar mbar dB ppm px pt pcs pc Stk hrs hr lbs gal km/h m/s mph l/h m³/h mg/l g/l Mbit/s Gbit/s €/h €/m² €/kWh'.split(
    ' ',
  ),
);

/** Words behind a number that make something else of it: a time of day, an ordinal, a magnitude. */
const NOT_A_UNIT =
  /^(?:[ap]\.?m\.?|uhr|st|nd|rd|th|bc|ad|jan\p{L}*|feb\p{L}*|m[aä]r\p{L}*|apr\p{L}*|ma[iy]|june?|juni|jul[iy]?|aug\p{L}*|sept?\p{L}*|o[ck]t\p{L}*|nov\p{L}*|de[cz]\p{L}*)$/iu;

const WORD = /^\p{L}[\p{L}/]{1,15}$/u;

/**
 * A unit in its usual writing, null where the text is none.
 *
 * @param isClose whether it touches the number
 * @example unitOf('€', true) // 'EUR'
 */
export function unitOf(text: string, isClose: boolean): string | null {
  const currency = currencyOf(text);
  if (currency !== null) return currency;
  if (KNOWN_UNITS.has(text)) return text;
  return !isClose && WORD.test(text) && !NOT_A_UNIT.test(text) ? text : null;
}

/** A currency in its usual writing, null where the text is none. */
export function currencyOf(text: string): string | null {
  const name = CURRENCY_NAMES[text.toLowerCase()];
  if (name !== undefined) return name;
  const code = text.toUpperCase();
  if (CURRENCY_CODES.has(code)) return code;
  return text === '$' || text === '¥' || code === 'KR' ? text : null;
}
