import type { Citation, CitedAnswer } from '#projection';

/** An answer as text, its citations as numbers in brackets. */
export function textWithNumbers(cited: CitedAnswer): string {
  return joined(cited, ({ number }) => `[${number}]`);
}

/** The same with the cited steps below it, for whoever reads it elsewhere. */
export function textWithSteps(cited: CitedAnswer): string {
  const steps = cited.citations.map(({ number, title }) => `${number}. ${title}`);
  return `${textWithNumbers(cited)}\n\nSteps\n\n${steps.join('\n')}`;
}

/** An answer as Markdown, each citation a link within it to its number. */
export function markdownWithMarks(cited: CitedAnswer): string {
  return joined(cited, ({ number }) => `[${number}](#${number})`);
}

function joined({ pieces }: CitedAnswer, shown: (citation: Citation) => string): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : shown(piece))).join('');
}
