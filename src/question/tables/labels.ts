import type { Column } from './column';

/** "Match day", "Floor", "Round": whole numbers that say which one it is, and are never added up. "Hours per week" are hours. */
const LABEL =
  /(?:^|(?<!\bper)[\s_-])(?:day|week|round|floor|room|seat|lane|gate|zip|postcode|table|bay|platform|track|pitch|aisle|ward|heat|class)$/i;

/** A column of such numbers. */
export function isLabel(column: Column): boolean {
  return isWhole(column) && LABEL.test(column.name.trim());
}

/** Things that are numbered, and that a head in the plural counts: "Order" is which one it is, "Orders" is how many. */
const NUMBERED =
  /^(?:order|ticket|invoice|booking|reservation|visit|appointment|loan|member|respondent|response|participant|patient|case|incident|delivery|shipment|parcel|receipt|bib|customer|employee|student|game|match|lot|trip|ride|job|batch|sample|race)$/i;

/** A column of whole numbers that says which order or member a row is about. */
export function numbersThings(column: Column): boolean {
  return isWhole(column) && (NUMBERED.test(column.name.trim()) || countsUp(column));
}

/** Each row has the number behind that of another, and its head is no word for what is measured or ranked. */
function countsUp({ consecutive, stems, name }: Column): boolean {
  return consecutive && stems.length === 1 && !/s$/i.test(name.trim()) && !stems.some(isMeasured);
}

const MEASURED = new Set(
  'year month quarter hour minute second age score point size length width height depth weight amount value level number count stock temperature humidity'.split(
    ' ',
  ),
);

function isMeasured(stem: string): boolean {
  return MEASURED.has(stem) || OPEN_HEADS.has(stem);
}

function isWhole({ type, unit, derived, max }: Column): boolean {
  const isWholeNumber = typeof max !== 'number' || Number.isInteger(max);
  return type === 'number' && unit === '' && derived === undefined && isWholeNumber;
}

const BOUND = new Set(
  'level target planned plan budget limit minimum min maximum max goal quota threshold reorder'.split(' '),
);

/** What another number is held against: "Minimum stock", "Reorder level", "Budget". */
export function isBound({ stems }: Column): boolean {
  return stems.some((stem) => BOUND.has(stem));
}

/** Of these more is better for one and worse for another. */
export const OPEN_HEADS = new Set(
  'time pace duration price cost fee rent rank position place delay error'.split(' '),
);

const SUBJECTS = new Set(
  'math maths mathematics algebra geometry english german french spanish italian latin science physics chemistry biology history geography art music sport sports pe computing religion ethics economics reading writing spelling'.split(
    ' ',
  ),
);

/** Whether a head is what is taught at school: marks stand under it. */
export function isSubject(head: string): boolean {
  return SUBJECTS.has(head.trim().toLowerCase());
}
