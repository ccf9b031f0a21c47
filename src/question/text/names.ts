/** A column's name as a person would write it. */
export function readable(name: string): string {
  return name.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

/** The plural of a name's last word, for "Top 3 products". */
export function plural(name: string): string {
  const words = readable(name);
  if (/(?:s|x|ch|sh)$/i.test(words)) return /s$/i.test(words) && !/ss$/i.test(words) ? words : `${words}es`;
  return /[^aeiou]y$/i.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`;
}
