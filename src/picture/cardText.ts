import type { AgentCard, GraphNode, NodeCard, StateCard } from '#projection';

/** U: the accessible name of a node: "«name», «TYPE»" and, during a run, ", «status»"; where it is pinned it says so (D10). */
export function accessibleName(node: GraphNode, pinned = false): string {
  const ghost = node.mark === 'ghost' ? ', refused' : '';
  const name = `${node.title}, ${isNameless(node) ? 'STEP' : node.type}${ghost}`;
  const status = node.status === null ? '' : `, ${node.status}`;
  return `${name}${status}${pinned ? ', pinned' : ''}`;
}

/** A step that is no node, refused or still being written: it stands in the graph as a NOTE. */
export function isNameless(node: GraphNode): boolean {
  return (node.mark === 'ghost' || node.mark === 'writing') && node.type === 'NOTE';
}

/** The one line of a card. A skipped node says that it was not needed, or not yet; a ghost why it was refused. */
export function lineOf(node: GraphNode): string {
  if (node.mark === 'ghost') return node.reason ?? 'refused';
  if (node.status === 'skipped' && node.unanswered !== true) return 'not needed';
  return node.line;
}

/** How many of a box's nodes have settled. */
export function progressOf({ progress }: GraphNode): string | null {
  return progress === null || progress.total === 0 ? null : `${progress.done} of ${progress.total}`;
}

/** L2: switched off by its author. */
export function isOff(node: GraphNode): boolean {
  return node.type !== 'STATE' && node.node.disabled !== undefined;
}

/** The id of the capability that a node calls. */
export function capabilityOf(node: GraphNode): string | undefined {
  return node.node.type === 'CAPABILITY' ? node.node.params.capability : undefined;
}

const KINDS: Readonly<Record<StateCard['shape']['kind'], string>> = {
  atomic: 'state',
  compound: 'compound state',
  parallel: 'parallel state',
  final: 'final state',
  history: 'history, one level',
};

/**
 * What the shape of a state and its place say to those who see them: "region, compound state, in Handling".
 *
 * @param holder what the state around it is called
 */
export function describeState({ shape, node }: StateCard, holder: string | undefined): string {
  const kind = shape.kind === 'history' && shape.deep ? 'history, all levels' : KINDS[shape.kind];
  const ends = node.isTerminal === true && shape.kind !== 'final' ? 'ends the plan' : '';
  const place = holder === undefined ? '' : `in ${holder}`;
  return [shape.region ? 'region' : '', kind, ends, place].filter((words) => words !== '').join(', ');
}

/** How far an agent is, for those who do not see its segments: "turn 3 of 8, 2 of 3 criteria met". */
export function describeAgent({ agent }: NodeCard): string {
  if (agent === undefined) return '';
  const { had, most } = agent.turns;
  const turn = `turn ${had} of ${most}`;
  return agent.criteria.length === 0 ? turn : `${turn}, ${criteriaWords(agent, 'criteria met')}`;
}

/** "2 of 3 met" */
export function criteriaWords({ criteria }: AgentCard, word = 'met'): string {
  const met = criteria.filter(({ since }) => since !== null).length;
  return `${met} of ${criteria.length} ${word}`;
}
