import { NODE_TYPES, type NodeTypeName } from '#plan';
import type { GraphNode, NodeStatus, StateKind } from '#projection';
import { capabilityOf, isNameless } from '../cardText';
import { ICONS, type IconName } from './icons';

/** The icon that a capability declares, by the capability's id. */
export type DeclaredIcon = (capability: string) => string | undefined;

/** A streamed step that could not be read as a node. */
const GHOST: IconName = 'ghost';

const STATES: Readonly<Record<StateKind, IconName>> = {
  atomic: 'circle',
  compound: 'square-stack',
  parallel: 'columns-2',
  final: 'flag',
  history: 'rotate-ccw-clock',
};

/** D6: every status has its own shape, so that colour is never the only difference; what has not happened needs no mark. */
const STATUSES: Readonly<Record<NodeStatus, IconName | null>> = {
  pending: null,
  planned: 'circle-dashed',
  ready: 'circle',
  running: 'loader',
  waiting: 'hourglass',
  paused: 'circle-pause',
  retrying: 'rotate-cw',
  succeeded: 'circle-check',
  failed: 'circle-x',
  skipped: 'circle-slash',
  cancelled: 'ban',
  uncertain: 'circle-question-mark',
};

/** For capabilities that declare no icon, by the part of their ids before the first separator. */
const FAMILIES: ReadonlyMap<string, IconName> = new Map([
  ['text', 'type'],
  ['data', 'braces'],
  ['table', 'table'],
  ['documents', 'file-search'],
  ['model', 'sparkles'],
  ['human', 'user-round'],
]);

/** The icon of whatever stands on the canvas. */
export function iconOfCard(node: GraphNode, declared: DeclaredIcon): IconName {
  if (node.type === 'STATE') return iconOfState(node.shape.kind, node.status === 'running');
  if (node.mark === 'writing') return 'pencil';
  return iconOfType(isNameless(node) ? 'GHOST' : node.type, capabilityOf(node), declared);
}

/** The icon of a node type, or the one of the capability that a CAPABILITY node calls. */
export function iconOfType(
  type: NodeTypeName | 'GHOST',
  capability: string | undefined,
  declared: DeclaredIcon,
): IconName {
  if (type === 'GHOST') return GHOST;
  return type === 'CAPABILITY' && capability !== undefined
    ? iconOfCapability(capability, declared(capability))
    : NODE_TYPES[type].icon;
}

/** A state that the machine is in has a dot. */
export function iconOfState(kind: StateKind, active: boolean): IconName {
  return active && kind === 'atomic' ? 'circle-dot' : STATES[kind];
}

export function iconOfStatus(status: NodeStatus): IconName | null {
  return STATUSES[status];
}

/** The icon that a capability declares; where it declares none, or none that is here, that of its family, else a tool. */
function iconOfCapability(capability: string, declared: string | undefined): IconName {
  if (declared !== undefined && isIcon(declared)) return declared;
  return FAMILIES.get(capability.split(/[.:/]/, 1)[0] ?? '') ?? 'wrench';
}

/** Whether an icon is here: those are a choice of lucide's 1,600, because every page would carry all of them. */
function isIcon(name: string): name is IconName {
  return Object.hasOwn(ICONS, name);
}
