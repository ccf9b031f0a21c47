import { CircleAlert, History, TriangleAlert } from 'lucide-react';
import { isOff } from '#picture';
import { type GraphNode, shownStatus } from '#projection';
import { ICON_STROKE, StatusGlyph } from '../glyphs/glyphs';

import { useResult } from '../state/canvasStore';
import type { CardResult } from '../state/cardResult';

/** The corner that tells how a node is: one icon, the graver one; its tooltip says the word and the reason. */
export function CardState({ node }: { readonly node: GraphNode }) {
  const result = useResult(node.key);
  if (node.mark === 'ghost') return <Problem text={node.reason ?? 'refused'} />;
  // It is not there yet, or no more.
  if (node.mark === 'writing' || node.mark === 'dropped') return null;
  if (node.status === null && node.reason === null && isOff(node)) return <Off />;
  if (result !== undefined && isKept(node, result)) return <Kept result={result} />;
  if (node.status === null && node.reason === null) return null;
  if (node.status === null) return <Problem text={node.reason ?? ''} warned={node.warned === true} />;
  const word = node.unanswered === true ? node.line : node.status;
  const text = node.reason === null ? word : `${word}: ${node.reason}`;
  return (
    <span className="state" title={text}>
      <StatusGlyph status={shownStatus(node) ?? node.status} />
    </span>
  );
}

/** What failed, or has problems, is graver than what is stale. */
function isKept({ status, reason }: GraphNode, { stale }: CardResult): boolean {
  return status === null ? reason === null : status === 'succeeded' && stale !== null;
}

/** What the node came to in the last run; where that is stale, the shape says so. */
function Kept({ result: { status, stale } }: { readonly result: CardResult }) {
  if (stale !== null)
    return (
      <span className="state stale-shape" title={`${stale.word}: ${stale.reason}`}>
        <History size={16} strokeWidth={ICON_STROKE} aria-hidden />
      </span>
    );
  if (status === null) return null;
  return (
    <span className="state" title={`${status} in the last run`}>
      <StatusGlyph status={status} />
    </span>
  );
}

/** Switched off by its author (L2): told before it runs, with the shape that it will have then. */
function Off() {
  return (
    <span className="state" title="switched off">
      <StatusGlyph status="skipped" />
    </span>
  );
}

function Problem({ text, warned = false }: { readonly text: string; readonly warned?: boolean }) {
  const Icon = warned ? TriangleAlert : CircleAlert;
  return (
    <span className={`state problem${warned ? ' warned' : ''}`} title={text}>
      <Icon size={16} strokeWidth={ICON_STROKE} aria-hidden />
    </span>
  );
}
