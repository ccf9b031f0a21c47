import { CircleAlert, TriangleAlert } from 'lucide-react';
import { isOff } from '#picture';
import { type GraphNode, shownStatus } from '#projection';
import { ICON_STROKE } from '../glyphs/iconStroke';
import { StatusGlyph } from '../glyphs/StatusGlyph';

/** The corner that tells how a node is: one icon, the graver one; its tooltip says the word and the reason. */
export function CardState({ node }: { readonly node: GraphNode }) {
  if (node.mark === 'ghost') return <Problem text={node.reason ?? 'refused'} />;
  // A mark of a revision says more, and stands in the same corner.
  if (node.mark !== null) return null;
  if (node.status === null && node.reason === null) return isOff(node) ? <Off /> : null;
  if (node.status === null) return <Problem text={node.reason ?? ''} warned={node.warned === true} />;
  const word = node.unanswered === true ? node.line : node.status;
  const text = node.reason === null ? word : `${word}: ${node.reason}`;
  return (
    <span className="state" title={text}>
      <StatusGlyph status={shownStatus(node) ?? node.status} />
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
