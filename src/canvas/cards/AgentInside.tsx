import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { durationText } from '#base';
import { agentParts, criteriaWords, criterionWords, lineIcon, mostSegments } from '#picture';
import type { AgentCard, AgentCriterion, AgentMeter, GraphNode, TranscriptLine } from '#projection';
import { Glyph } from '../glyphs/glyphs';
import { Elapsed, useElapsed } from './CardState';

/** An agent at work: its limits, its goal, its turns in an area that scrolls, and its criteria, which stay in view (L11). */
export function AgentInside({
  node,
  card,
  height,
}: {
  readonly node: GraphNode;
  readonly card: AgentCard;
  readonly height: number;
}) {
  const parts = agentParts(card, height);
  return (
    <div className="inside agent">
      {parts.meters && (
        <div className="limits">
          <ul className="meters" aria-label={`Limits of ${node.title}`}>
            {card.meters.map((meter) => (
              <Meter key={meter.name} meter={meter} />
            ))}
          </ul>
          {card.atLimit !== null && <p className="follows">{card.atLimit}</p>}
        </div>
      )}
      {parts.goal && (
        <p className="goal" title={card.goal}>
          <Glyph icon="target" size={14} />
          <span>{card.goal}</span>
        </p>
      )}
      <Turns title={node.title} card={card} />
      {parts.criteria !== 'none' && <Criteria card={card} listed={parts.criteria === 'list'} />}
    </div>
  );
}

function Meter({ meter }: { readonly meter: AgentMeter }) {
  return meter.name === 'Time' ? (
    <TimeMeter meter={meter} />
  ) : (
    <MeterBar name={meter.name} limit={meter.limit} share={meter.share}>
      {meter.used}
    </MeterBar>
  );
}

function TimeMeter({
  meter: { name, span, limitMs },
}: {
  readonly meter: Extract<AgentMeter, { name: 'Time' }>;
}) {
  const spent = useElapsed(span);
  return (
    <MeterBar
      name={name}
      limit={limitMs === null ? null : durationText(limitMs)}
      share={limitMs === null ? 0 : spent / limitMs}
    >
      <Elapsed span={span} />
    </MeterBar>
  );
}

interface MeterBarProps {
  readonly name: string;
  readonly limit: string | null;
  readonly share: number;
  readonly children: ReactNode;
}

/** What has no limit is a number; a limit that is reached is told in amber. */
function MeterBar({ name, limit, share, children }: MeterBarProps) {
  return (
    <li data-reached={(limit !== null && share >= 1) || undefined}>
      <span className="figure">
        <span className="what">{name}</span> <span className="used">{children}</span>
        {limit !== null && <span className="most"> of {limit}</span>}
      </span>
      {limit !== null && (
        <span className="gauge" aria-hidden>
          <span style={{ width: `${100 * Math.min(1, share)}%` }} />
        </span>
      )}
    </li>
  );
}

/** What its turns have come to; the inspector tells each of them whole. The newest is followed until somebody scrolls up. */
function Turns({ title, card: { lines, lit } }: { readonly title: string; readonly card: AgentCard }) {
  const area = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is scrolled to.
  useLayoutEffect(() => {
    if (area.current !== null && follows.current) area.current.scrollTop = area.current.scrollHeight;
  }, [lines]);
  return (
    <div
      ref={area}
      role="log"
      aria-label={`Turns of ${title}`}
      className="turns nowheel"
      tabIndex={-1}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        follows.current = scrollTop + clientHeight >= scrollHeight - 1;
      }}
    >
      {lines.map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place.
          key={index}
          line={line}
          first={lines[index - 1]?.turn !== line.turn}
          isLit={line.turn === lit}
        />
      ))}
    </div>
  );
}

function Line({
  line: { turn, kind, text },
  first,
  isLit,
}: {
  readonly line: TranscriptLine;
  readonly first: boolean;
  readonly isLit: boolean;
}) {
  const icon = lineIcon(kind);
  return (
    <p data-kind={kind} data-lit={isLit || undefined} title={text}>
      <span className="turn">{first && <span className="turn-number">{turn}</span>}</span>
      <span className="said">
        {icon !== null && <Glyph icon={icon} size={12} />}
        <span className="words">{text}</span>
      </span>
    </p>
  );
}

function Criteria({ card, listed }: { readonly card: AgentCard; readonly listed: boolean }) {
  return (
    <div className="criteria">
      <p className="head">
        <b>Criteria</b> <span className="how">judged after each observation</span>
        <span className="met">{criteriaWords(card)}</span>
      </p>
      {listed && (
        <ul aria-label="Criteria">
          {card.criteria.map((criterion, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an author may write one twice.
            <Criterion key={index} criterion={criterion} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Criterion({ criterion }: { readonly criterion: AgentCriterion }) {
  const { text, since, isLost } = criterion;
  return (
    <li data-met={since !== null || undefined} data-lost={isLost || undefined}>
      <Glyph icon={since === null ? 'circle' : 'circle-check'} size={14} />
      <span className="what" title={text}>
        {text}
      </span>{' '}
      <span className="since">{criterionWords(criterion)}</span>
    </li>
  );
}

/** On a small card: a segment for each turn that it may have, those filled that it has had. */
export function TurnSegments({ card: { turns, atLimit } }: { readonly card: AgentCard }) {
  if (turns.most > mostSegments) return null;
  return (
    <span className="segments" data-reached={atLimit !== null || undefined} aria-hidden>
      {Array.from({ length: turns.most }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a turn is its place.
        <span key={index} className="segment" data-had={index < turns.had || undefined} />
      ))}
    </span>
  );
}
