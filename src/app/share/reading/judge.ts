import { type Diagnostic, problem, type Result, type Severity } from '#base';
import type { FormatId } from '#formats';
import { check } from '#plan';
import { catalogueOf } from '#runtime';
import { decodeLink, recogniseFile } from '#share';
import { receiveForeign } from './foreign';
import { insideOf, readGiven } from './readGiven';
import { type Foreign, type Received, receive } from './receive';

/** What is to be looked at: a file as it was given, a text that was pasted, or a link. */
export type Source =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  /** The fragment of an address. */
  | { readonly kind: 'link'; readonly fragment: string };

/** What came of it. Plain data, so that it can come from a worker. */
export interface Judged {
  readonly received: Received | Foreign;
  /** The text, to be seen and changed; null where there is none, or it is too long for a field. */
  readonly text: string | null;
  /** What keeps it from running when it is open (E4): errors of the rules. */
  readonly blocks: readonly Diagnostic[];
  /** Whether a person may say what it is: not of what could not be read as text at all. */
  readonly isText: boolean;
}

/** In a field, a text longer than this would only make the page slow. */
export const SHOWN = 200_000;

/**
 * Reads what was given and tells what it is, changing nothing (W3): ours first, else of another system.
 *
 * @param format what a person says that it is; null: it is recognised
 * @param say hears what is being done
 */
export async function judge(
  source: Source,
  format: FormatId | null,
  say: (doing: string) => void = () => undefined,
): Promise<Judged> {
  const given = await textIn(source);
  if (!given.ok) return refusal([given.problem]);
  const text = given.value;
  say('Reading it');
  const received = bounded(await receivedFrom(text, format));
  say('Checking the rules');
  const blocks = await blocksOf(received);
  return { received, text: text.length > SHOWN ? null : text, blocks, isText: true };
}

function textIn(source: Source): Promise<Result<string, Diagnostic>> | Result<string, Diagnostic> {
  switch (source.kind) {
    case 'file':
      return readGiven(source.file);
    case 'text':
      return insideOf(source.text);
    case 'link':
      return decodeLink(source.fragment);
  }
}

/** What could not be read at all. */
export function refusal(
  diagnostics: readonly Diagnostic[],
): Judged & { readonly received: { readonly kind: 'refused' } } {
  return { received: { kind: 'refused', diagnostics }, text: null, blocks: [], isText: false };
}

/** Names that nothing answers to are listed by themselves: a person chooses what stands in for them. */
async function blocksOf(received: Received | Foreign): Promise<readonly Diagnostic[]> {
  if (received.kind !== 'workspace' && received.kind !== 'foreign') return [];
  const { workspace } = received;
  const { builtInCapabilities, withMade } = await import('#capabilities');
  const catalogue = catalogueOf(workspace, withMade(builtInCapabilities(), workspace));
  return check(workspace, catalogue)
    .filter(({ severity, code }) => severity === 'error' && code !== 'CAPABILITY_UNKNOWN')
    .slice(0, MOST_LISTED);
}

async function receivedFrom(text: string, format: FormatId | null): Promise<Received | Foreign> {
  const ours = format === null ? receive(text) : null;
  if (ours !== null && (ours.kind !== 'refused' || recogniseFile(text) === 'ledger')) return ours;
  return (await receiveForeign(text, format)) ?? ours ?? { kind: 'refused', diagnostics: [] };
}

/** As many as the readers of other systems list: nobody mends more in one go. */
const MOST_LISTED = 1_000;

/** What keeps it from being opened comes first, and what is not listed last. */
function bounded(received: Received | Foreign): Received | Foreign {
  if (received.kind === 'ledger') return received;
  const { diagnostics } = received;
  const ofWeight = (...weights: readonly Severity[]) =>
    diagnostics.filter(({ severity, code }) => code !== MORE && weights.includes(severity));
  const listed = [...ofWeight('error'), ...ofWeight('warning'), ...ofWeight('info')];
  const last = diagnostics.filter(({ code }) => code === MORE);
  const unlisted = listed.length - MOST_LISTED;
  const more = unlisted > 0 ? [andMore(unlisted)] : [];
  return { ...received, diagnostics: [...listed.slice(0, MOST_LISTED), ...more, ...last] };
}

const MORE = 'MORE_PROBLEMS';

function andMore(unlisted: number): Diagnostic {
  return problem(
    MORE,
    `${unlisted} more problems are not listed: the list ends at ${MOST_LISTED}.`,
    'Fix those that are listed and import again.',
  );
}
