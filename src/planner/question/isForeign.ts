import type { Token } from './words';

/** Small words of German, French, Spanish, Italian, Portuguese and Dutch that English has not. */
const FOREIGN = new Set(
  `wie viele viel welche welcher welches welchen der das den dem ist sind wurde wurden wird werden hatte hatten im zum zur und
  oder nicht für mit nach von wer wo zeige alle gibt eine einen einer pro aus bei
  combien quel quelle quels quelles le les des du de et pour par est sont dans avec une sur où
  cuántos cuántas cuánto cuál cuáles qué el los las por para con es son del una
  quanti quante quanto quale quali il gli di che sono della dei
  quantos quantas qual os dos da
  hoeveel welke het een van voor zijn`.split(/\s+/),
);
const ENGLISH = new Set(
  'the of and to is are was were how many much what which who when show list by per for with from than each every total average number'.split(
    ' ',
  ),
);

/** Whether a question is plainly in another language: its small words are not those of English. */
export function isForeign(tokens: readonly Token[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text.toLowerCase()] : []));
  const foreign = words.filter((word) => FOREIGN.has(word)).length;
  return foreign >= 2 && foreign > words.filter((word) => ENGLISH.has(word)).length;
}
