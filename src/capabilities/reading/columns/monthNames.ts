/** Beginnings of the names of months that tell them apart, in English, German, French, Spanish, Italian and Portuguese. */
const BEGINNINGS: readonly string[] = [
  'jan gen ene',
  'feb fév fev',
  'mar mär mrz',
  'apr avr abr',
  'may mai mayo mag maggio maio',
  'jun juin giu',
  'jul juil lug',
  'aug aoû aou ago',
  'sep set',
  'oct okt ott out',
  'nov',
  'dec dez déc dic',
];

/** What may follow: a name is a whole word, and `Marker 3, 2025` is not a day in March. */
const WHOLE =
  /^(?:jan(?:uary|uar|v|vier|eiro)?|gen(?:naio)?|ene(?:ro)?|feb(?:ruary|ruar|rero|braio)?|f[ée]v(?:r|rier|ereiro)?|mar(?:ch|s|zo|ço)?|märz?|mrz|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|ma[iy]|mayo|mag(?:gio)?|maio|june?|juni|junio|junho|juin|giu(?:gno)?|july?|juli|julio|julho|juil(?:let)?|lug(?:lio)?|aug(?:ust)?|ao[ûu]t?|ago(?:sto)?|sept?(?:ember|embre|iembre)?|set(?:embro|tembre|iembre)?|o[ck]t(?:ober|obre|ubre)?|ott(?:obre)?|out(?:ubro)?|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embro)?|déc(?:embre)?|dic(?:embre|iembre)?)$/;

/** The month of a name, counted from 1; null where it is the name of none. */
export function monthNamed(name: string): number | null {
  const lower = name.normalize('NFC').toLowerCase();
  if (!WHOLE.test(lower)) return null;
  const month = BEGINNINGS.findIndex((starts) => starts.split(' ').some((start) => lower.startsWith(start)));
  return month < 0 ? null : month + 1;
}
