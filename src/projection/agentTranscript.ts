import { isJsonObject, type Json } from '#base';
import type { AgentTurn } from './agentTurns';
import { cutText, shortValue } from './shortValue';

/** One line of what an agent's card tells while it goes on (L11). */
export interface TranscriptLine {
  readonly turn: number;
  readonly kind: 'thought' | 'call' | 'seen' | 'trouble' | 'answer' | 'verdict';
  readonly text: string;
}

const LONGEST = 160;

/** The turns of an agent as lines: what it thought, called, saw, answered, and what was said of it. */
export function agentTranscript(turns: readonly AgentTurn[]): readonly TranscriptLine[] {
  return turns.flatMap((turn) =>
    linesOf(turn).map(({ kind, text }) => ({ turn: turn.number, kind, text: cutText(text, LONGEST) })),
  );
}

type Line = Pick<TranscriptLine, 'kind' | 'text'>;

function linesOf(turn: AgentTurn): readonly Line[] {
  const { wanted, action, answer, verdict, met, reason } = turn;
  const lines: (Line | null)[] = [
    thoughtOf(turn),
    wanted === null ? null : { kind: 'call', text: callText(wanted.tool, wanted.input) },
    action === null ? null : seenOf(action),
    answer === undefined ? null : { kind: 'answer', text: shortValue(answer) },
    verdict === null || met === null
      ? null
      : { kind: 'verdict', text: [met ? 'met' : 'not met yet', reason].filter(Boolean).join(': ') },
  ];
  return lines.filter((line) => line !== null);
}

function thoughtOf({ thought, words }: AgentTurn): Line | null {
  if (thought === null) return null;
  if (words !== null) return { kind: 'thought', text: words };
  if (thought.error !== null) return { kind: 'trouble', text: thought.error.message };
  return thought.result === undefined ? { kind: 'thought', text: 'thinking…' } : null;
}

function seenOf({ error, result, status }: NonNullable<AgentTurn['action']>): Line {
  if (error !== null) return { kind: 'trouble', text: error.message };
  if (result !== undefined) return { kind: 'seen', text: shortValue(result) };
  return { kind: 'seen', text: status === 'waiting' ? 'waits for you' : 'running…' };
}

/** `table.filter column: "Year", equals: 2026` */
function callText(tool: string, input: Json): string {
  if (!isJsonObject(input)) return `${tool} ${shortValue(input)}`;
  const fields = Object.entries(input).map(([name, value]) => `${name}: ${shortValue(value)}`);
  return [tool, fields.join(', ')].filter((part) => part !== '').join(' ');
}

/** Whether two transcripts say the same. */
export function sameTranscript(
  one: readonly TranscriptLine[] | undefined,
  other: readonly TranscriptLine[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.length === other.length &&
    one.every(({ turn, kind, text }, index) => {
      const line = other[index];
      return line?.turn === turn && line.kind === kind && line.text === text;
    })
  );
}
