import type { Tree } from './doors';
import { GROUND_FLOOR } from './houseRules';

/** Something that a source text does not say, and what to do instead. */
interface Manner {
  readonly says: RegExp;
  readonly instead: string;
  /** Where it holds: the beginning of the path. */
  readonly only?: string;
  /** Where it does not: the end of the path. */
  readonly except?: RegExp;
}

const GROUND: readonly Manner[] = [
  {
    says: /\bnew Date\b|\bDate\.\w+|\bperformance\.now\b/,
    instead: 'The ground floor has no clock: take the time from the fact.',
  },
  {
    says: /\bMath\.random\b|\bcrypto\.\w+/,
    instead: "The ground floor has no chance: draw from the seed with '#base'.",
  },
  {
    says: /\bIntl\.|\.localeCompare\(|\.toLocale\w+\(/,
    instead: "The ground floor has no locale: compare code units with '#base'.",
  },
  {
    says: /\bset(?:Timeout|Interval)\(|\bqueueMicrotask\(|\brequestAnimationFrame\(/,
    instead: 'The ground floor has no timers: emit a timer command.',
  },
  {
    says: /\bfetch\(|\bnew XMLHttpRequest\b|\bnew WebSocket\b/,
    instead: 'The ground floor has no network: emit a command.',
  },
  {
    says: /\bglobalThis\b|\bwindow\.|\bprocess\.|\bdocument\.(?:body|create|query|get)|\blocalStorage\b/,
    instead: "The ground floor has no host: use a port of '#runtime'.",
  },
];

const EVERYWHERE: readonly Manner[] = [
  {
    says: /(?:[:<,(]|\|\s)\s*any\b(?=\s*[>\])},;=|[])|\bas any\b/,
    instead: 'Say what it is, or `unknown`, and look before you use it.',
  },
  {
    says: /\bas unknown as\b/,
    instead: 'A cast through `unknown` hides a doubt: read the value through a door that checks it.',
  },
  { says: /@ts-(?:ignore|nocheck|expect-error)/, instead: 'Mend the type.' },
  { says: /\beval\(|\bnew Function\(/, instead: 'Nothing makes code from text (T3).' },
  {
    says: /\binnerHTML\b|\bouterHTML\b|\binsertAdjacentHTML\b|\bdocument\.write|dangerouslySetInnerHTML|\bsrcdoc\b/i,
    instead: "Nothing makes markup from text (T5): use React elements, or Markdown of '#canvas'.",
  },
  {
    says: /\b(?:window|self|globalThis|top|parent|opener|document)\.onmessage\b|\bwindow\.opener\b/,
    instead: 'No page may talk to this one (case B6).',
  },
  {
    says: /=\s*\(\w+: KeyboardEvent\b[^)]*\)\s*=>|onKey(?:Down|Up|Press)=\{\(|['"]key(?:down|up)['"],\s*\(?\w*\)?\s*=>/,
    instead:
      "Wrap it in `keyDown` of app/parts: while a text is being composed, a key is the input method's.",
    only: 'app/',
  },
  {
    says: /\baddEventListener\(\s*['"]message['"]/,
    instead: 'No page may talk to this one (case B6); a worker answers through its own `onmessage`.',
    except: /Worker\.ts$/,
  },
];

/** The most lines of one file: what can be read in one go. */
export const MOST_LINES = 500;

/** Checks what the texts of a tree say, and how long they are. Comments may speak of anything but `@ts-…`. */
export function checkManners(tree: Tree): readonly string[] {
  return [...tree].flatMap(([file, text]) => {
    const manners = GROUND_FLOOR.includes(file.split('/')[0] ?? '') ? [...GROUND, ...EVERYWHERE] : EVERYWHERE;
    const here = manners.filter(({ only = '', except }) => file.startsWith(only) && !except?.test(file));
    return [...sizeOf(file, text), ...here.flatMap((manner) => breachesOf(file, text, manner))];
  });
}

function sizeOf(file: string, text: string): readonly string[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= MOST_LINES) return [];
  return [
    `src/${file} has ${lines} lines; at most ${MOST_LINES} are read in one go. Give a part of it a file of its own.`,
  ];
}

function breachesOf(file: string, text: string, { says, instead }: Manner): readonly string[] {
  const lines = (says.source.startsWith('@ts') ? text : blankComments(text)).split('\n');
  return lines.flatMap((line, index) => {
    const found = says.exec(line)?.[0];
    return found ? [`src/${file}:${index + 1} says "${found.trim()}". ${instead}`] : [];
  });
}

/** Takes comments away and leaves every line where it was. */
function blankComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}
