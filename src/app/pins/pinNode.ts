import { jsonOf, reservedAt, withoutAttempt } from '#base';
import type { Pin, PinnedEnd } from '#kernel';
import type { GraphNode, NodeCard, NodeRecord, RunView } from '#projection';
import { say } from '../parts/Toasts';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { capabilityOf, isPinnable, keepPin, pinOf, planOf, readPins, removePin } from './pinOf';

/** D10, key P: pins what came out of the chosen node; where nothing has, or it is pinned already, asks for it. */
export async function pinChosen(session: Session): Promise<void> {
  const { editor } = session;
  const { focus } = editor.selection.getState();
  const card = editor.scene.getState().graph.nodes.find(({ key }) => key === focus);
  if (card === undefined || !isPinnable(card)) {
    say({ tone: 'info', text: 'Choose a step that calls something: its result can be pinned.' });
    return;
  }
  await pinCard(session, card);
}

/** The same of a card. */
export async function pinCard(session: Session, card: NodeCard): Promise<void> {
  const { plan } = session.editor.scene.getState();
  const place = { node: card.node.id, plan: planOf(card, plan?.id ?? '') };
  const pins = await readPins(session);
  if (pins === null) return;
  const known = pinOf(pins, card, place.plan);
  const end = known === null ? endInRun(session, card) : null;
  if (end === null) openDialog({ kind: 'pin', place, title: card.title });
  else if (isStoredApart(end))
    say({
      tone: 'bad',
      text: `The result of “${card.title}” is a table stored apart from the run; it cannot be pinned.`,
      help: 'Pin a step after it, whose result is small.',
    });
  else if (await keepPin(session, { ...place, ...end })) sayPinned(session, { ...place, ...end }, card.title);
}

/** D10, key Shift+P: asks what comes of every call of what the chosen card calls. */
export function pinCallsOfChosen(session: Session): void {
  const { graph, machine } = session.editor.scene.getState();
  const { focus } = session.editor.selection.getState();
  const card = graph.nodes.find(({ key }) => key === focus);
  const capability = card === undefined ? null : capabilityOf(card, machine);
  if (card !== undefined && capability !== null) pinCalls(session, card, capability);
  else say({ tone: 'info', text: 'Choose a step that calls a capability: every call of it can be pinned.' });
}

/** D10: asks what comes of every call of a capability; it begins with what came of a card that calls it. */
export function pinCalls(session: Session, card: GraphNode, capability: string): void {
  const end = endInRun(session, card);
  openDialog({
    ...{ kind: 'pin', place: { capability }, title: capability },
    ...(end === null || isStoredApart(end) ? {} : { begins: end }),
  });
}

function isStoredApart(end: PinnedEnd): boolean {
  return 'output' in end && reservedAt(end.output) !== null;
}

/** What came of a card in the run that is shown; null where nothing has. */
function endInRun({ editor }: Session, card: GraphNode): PinnedEnd | null {
  const { view } = editor.scene.getState();
  const record = view?.nodes.get(withoutAttempt(card.address));
  const isOver = record !== undefined && record.endedAt !== null;
  return isOver && view !== null ? endOf(card, record, view) : null;
}

/** What came of a node; what a PLANNER that runs its plan itself came to is that plan, and not what came of it. */
function endOf(card: GraphNode, record: NodeRecord, view: RunView): PinnedEnd | null {
  const { error, result, status } = record;
  if (error !== null) return { error: { code: error.code, message: error.message } };
  if (card.type === 'PLANNER' && card.node.type === 'PLANNER' && card.node.params?.execute === 'inline') {
    const opened = view.opened.get(record.address);
    return opened === undefined ? null : { output: jsonOf(opened.machine ?? opened.plan) };
  }
  return status === 'succeeded' && result !== undefined ? { output: result } : null;
}

export function sayPinned(session: Session, pin: Pin, title: string): void {
  say({
    tone: 'info',
    text:
      'capability' in pin
        ? `Every call of “${title}” is pinned: it is not called.`
        : `“${title}” is pinned: it is not called.`,
    action: { label: 'Undo', run: () => void removePin(session, pin) },
    until: session.closed,
  });
}

/** Removes a pin; it can be put back, and says so. @param title what its node is called */
export async function unpin(session: Session, pin: Pin, title: string): Promise<void> {
  if (!(await removePin(session, pin))) return;
  say({
    tone: 'info',
    text:
      'capability' in pin
        ? `Calls of “${pin.capability}” are no longer pinned.`
        : `“${title}” is no longer pinned.`,
    action: { label: 'Undo', run: () => void keepPin(session, pin) },
    until: session.closed,
  });
}
