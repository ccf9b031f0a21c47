import type { Token } from '../text/words';

/** Words of questions in German, French, Spanish, Italian, Portuguese and Dutch that are none in English: one is enough. */
const ASKING = new Set(
  `wieviel wieviele welche welcher welches welchen warum durchschnitt durchschnittlich durchschnittliche zeige
  combien quel quelle quels quelles moyenne pourquoi chaque
  cuántos cuántas cuánto cuánta cuantos cuantas cuanto cuanta cuál cuáles cual cuales quién quien cuándo cuando dónde promedio
  quanti quante quanto quanta quale quali ogni
  quantos quantas qual quais quem média
  hoeveel welke gemiddelde`.split(/\s+/),
);
/** Small words that could be a name or a value in English as well: it takes two. */
const SMALL = new Set(
  `wie viele viel der das den dem ist sind wurde wurden wird werden hatte hatten im zum zur und oder nicht für mit nach von wer wo
  alle gibt eine einen einer pro aus bei je summe
  le les des du de et pour par est sont dans avec une sur où sans somme
  qué el los las por para con es son del una hay cada media suma sin según en
  il gli di che sono della dei nel nella somma più chi
  os dos da em na nas nos com sem soma
  het een van voor zijn`.split(/\s+/),
);
const ENGLISH = new Set(
  'the of and to is are was were how many much what which who when show list by per for with from than each every total average number'.split(
    ' ',
  ),
);

/** Whether a question is plainly in another language: its small words are not those of English. */
export function isForeign(tokens: readonly Token[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text.toLowerCase()] : []));
  const asking = words.filter((word) => ASKING.has(word)).length;
  const small = words.filter((word) => SMALL.has(word)).length;
  const english = words.filter((word) => ENGLISH.has(word)).length;
  return (asking > 0 || small > 1) && 2 * asking + small > english;
}
