import { Download, House } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { DeclaredIcons } from '#canvas';
import { type CommandContext, type Editor, handleKey, retrace } from '#editor';
import { inNames, namesOf, type RunView } from '#projection';
import { give } from '../commands/give';
import { standingOf } from '../machine/simulation';
import { whileOpening } from '../opening/OpeningDialog';
import { type Opened, openSession } from '../opening/openSession';
import { Button } from '../parts/Button';
import { keyDown, saveFile } from '../parts/browser';
import { lazily } from '../parts/lazily';
import { say } from '../parts/Toasts';
import { hasUnkeptEdits, useOpenProposal, useProposalAtDesk } from '../proposal/editedProposal';
import { KeptResults } from '../run/KeptResults';
import { useOpeningRun } from '../run/openRun';
import { useShownRun } from '../run/runStore';
import { machineAround } from '../run/waiting';
import { adjustPlace, goTo, placeStore, usePlace } from '../state/address';
import { isDialogOpen } from '../state/dialogs';
import { keyBindings } from '../state/keyBindings';
import { PHONE, useMedia } from '../state/layout';
import { SessionContext, useCatalogue, useDocument, useScene, useSession } from '../state/session';
import { AppBar } from '../surfaces/AppPage';
import { Surface } from '../surfaces/Surface';
import { ProblemList } from '../ui/ProblemList';
import { isUnkept } from '../whatif/whatIfStore';
import { Dialogs } from './Dialogs';
import { offerFeatures } from './offerFeatures';
import { Workbench } from './Workbench';
import styles from './Workspace.module.css';

const ProposalScreen = lazily(() => import('./ProposalScreen'));
const Phone = lazily(() => import('./phone/Phone'));
const AskScreen = lazily(() => import('../ask/AskScreen'));
const ProvingScreen = lazily(() => import('../proving/ProvingScreen'));

offerFeatures();

interface Failed {
  readonly kind: 'failed';
  readonly thrown: unknown;
}

/** A workspace of this browser, opened by its id. */
export default function Workspace({ id }: { readonly id: string }) {
  const [opened, setOpened] = useState<Opened | Failed | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let close: (() => void) | null = null;
    const open = (cancelled: AbortSignal, say: (doing: string) => void) =>
      openSession(id, AbortSignal.any([cancelled, leaving.signal]), say);
    whileOpening('the workspace', open, () => goTo({})).then(
      (result) => {
        close = result?.kind === 'open' ? result.session.close : null;
        if (leaving.signal.aborted) close?.();
        else if (result !== null) setOpened(result);
      },
      (thrown: unknown) => {
        if (!leaving.signal.aborted) setOpened({ kind: 'failed', thrown });
      },
    );
    return () => {
      leaving.abort();
      close?.();
    };
  }, [id]);
  if (opened === null) return null;
  // The boundary around says it, and tries again.
  if (opened.kind === 'failed') throw opened.thrown;
  if (opened.kind !== 'open') return <NotOpened id={id} opened={opened} />;
  return (
    <SessionContext value={opened.session}>
      <CatalogueIcons>
        <OpenWorkspace />
      </CatalogueIcons>
    </SessionContext>
  );
}

/** What goes on outlives what shows it: runs and address stay when the screen of the workspace throws. */
function OpenWorkspace() {
  useAddressBar();
  useOpeningRun();
  useRefusals();
  useGuardedExit();
  useProposalAtDesk();
  return (
    <>
      <Proposed>
        <Surface of="workspace">
          <Screen />
        </Surface>
        <Dialogs />
      </Proposed>
      <Surface of="announcer">
        <Announcer />
      </Surface>
      <KeptResults />
    </>
  );
}

/** While a proposed plan is edited, that is what screen, keys and dialogs are about (D9). */
function Proposed({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const edited = useOpenProposal();
  return <SessionContext value={edited?.session ?? session}>{children}</SessionContext>;
}

function Screen() {
  const asks = useAsks();
  const proves = usePlace((place) => place.view === 'proving');
  const edited = useOpenProposal();
  useKeys();
  if (edited !== null) return <ProposalScreen edited={edited} />;
  if (proves)
    return (
      <Surface of="proving">
        <ProvingScreen />
      </Surface>
    );
  if (!asks) return <PlanScreen />;
  return (
    <Surface of="ask">
      <AskScreen />
    </Surface>
  );
}

function PlanScreen() {
  const phone = useMedia(PHONE);
  if (!phone) return <Workbench />;
  return (
    <Surface of="phone">
      <Phone />
    </Surface>
  );
}

/** Whether the field is shown that asks what is there: where there is something to ask. */
function useAsks(): boolean {
  const view = usePlace((place) => place.view);
  const isThere = useDocument(({ workspace }) => workspace.documents.length > 0);
  return view === 'ask' && isThere;
}

/** Cards, palette and lists inside show each capability with the icon that it declares. */
export function CatalogueIcons({ children }: { readonly children: ReactNode }) {
  const catalogue = useCatalogue();
  const iconOf = useCallback((capability: string) => catalogue.get(capability)?.icon, [catalogue]);
  return <DeclaredIcons value={iconOf}>{children}</DeclaredIcons>;
}

/** A workspace that cannot be opened for editing: why, and how to take it away untouched (case A8, I9). */
export function NotOpened({
  id,
  opened,
}: {
  readonly id: string;
  readonly opened: Exclude<Opened, { kind: 'open' }>;
}) {
  return (
    <div className={styles.screen}>
      <Surface of="homeBar">
        <AppBar />
      </Surface>
      <main className={styles.scroll}>
        <div className={styles.page}>
          <h1>{headline(opened)}</h1>
          <p>{sentence(opened)}</p>
          {opened.kind !== 'absent' && <ProblemList diagnostics={opened.diagnostics} />}
          <div className={styles.actions}>
            <Button variant="primary" icon={House} onClick={() => goTo({})}>
              To the start
            </Button>
            {opened.kind !== 'absent' && (
              <Button
                variant="outline"
                icon={Download}
                onClick={() => saveFile(`${id}.planloom.json`, opened.text, 'application/json')}
              >
                Download it unchanged
              </Button>
            )}
          </div>
        </div>
      </main>
    </div>
  );
}

function headline(opened: Exclude<Opened, { kind: 'open' }>): string {
  if (opened.kind === 'absent') return 'This workspace is not in this browser.';
  return opened.kind === 'readOnly'
    ? `“${opened.name}” cannot be edited or run here.`
    : 'This workspace cannot be opened.';
}

function sentence(opened: Exclude<Opened, { kind: 'open' }>): string {
  if (opened.kind === 'absent') return 'It may have been deleted, or kept by another browser or profile.';
  if (opened.kind === 'readOnly') {
    return 'It is kept as it is, and can be downloaded byte for byte. This is why:';
  }
  return 'Nothing of it was changed or lost. These are all its problems:';
}

/** Keeps the address bar in step with what is open, shown and selected (D5). */
export function useAddressBar(): void {
  const { editor } = useSession();
  useEffect(() => {
    const { plan, inside, node, trail } = placeStore.getState();
    const first = editor.workspace.plans[0]?.id ?? null;
    const known = editor.workspace.plans.some(({ id }) => id === plan) ? plan : first;
    if (known !== null && !retrace(editor, trail, known) && known !== first) editor.openPlan(known);
    // What a run drew is there once the run is open.
    if (inside !== null) editor.view.setState({ inside });
    if (node !== null) editor.select([node]);
    const sayNode = () => adjustPlace({ node: nameOfFocus(editor) });
    const stops = [
      editor.view.subscribe(({ planId, inside, trail }) => {
        const first = editor.workspace.plans[0]?.id;
        adjustPlace({ plan: planId === first ? null : planId, inside, trail });
      }),
      editor.selection.subscribe(sayNode),
      editor.view.subscribe(sayNode),
      editor.runs.subscribe(({ shown, left, position }) => {
        const isKept = !isUnkept(shown);
        adjustPlace({
          run: isKept ? shown : null,
          left: isUnkept(left) ? null : left,
          at: isKept ? position : null,
        });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor]);
}

/** A node by its key; in a round that the reader chose by its address, which says the round too. */
function nameOfFocus(editor: Editor): string | null {
  const { focus } = editor.selection.getState();
  const { rounds } = editor.view.getState();
  if (focus === null || rounds.size === 0) return focus;
  return editor.scene.getState().graph.nodes.find(({ key }) => key === focus)?.address ?? focus;
}

/** Warns before the page goes while something is not saved (W6), or what was edited of a proposed plan would go with it (D9). */
export function useGuardedExit(): void {
  const session = useSession();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      const isUnsaved = session.state.getState().saving === 'failed';
      if (isUnsaved || hasUnkeptEdits(session)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [session]);
}

/** Says why a gesture changed nothing: a connection that would make a cycle, a name that is taken. */
export function useRefusals(): void {
  const { editor } = useSession();
  useEffect(
    () =>
      editor.document.subscribe(({ refused }, before) => {
        if (refused === null || refused === before.refused) return;
        const open = editor.scene.getState().open ?? undefined;
        const words = (text: string): string => inNames(text, open, editor.catalogue);
        say({ tone: 'info', text: words(refused.message), help: words(refused.help) });
      }),
    [editor],
  );
}

/**
 * The keys of the workspace (E3). They are heard before the page's own, so that one press means one thing; letter
 * keys act only while the canvas or a node of it has the focus, and none while a dialog is open or on its way.
 */
export function useKeys(): void {
  const session = useSession();
  // From the moment that the workspace is drawn: the first key is no less meant than the second.
  useLayoutEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const handled = handleKey(session.editor, event, focusOf(event), keyBindings.getState().bindings);
      if (handled === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (!handled.done) give(session, handled.command);
    };
    // Held down, the space bar drags the canvas: it says what to do only when it is let go with nothing dragged meanwhile.
    let space: EventTarget | null = null;
    const onKey = keyDown((event: KeyboardEvent) => {
      if (event.defaultPrevented || isUnderDialog()) return;
      if (event.key === ' ' && focusOf(event) === 'canvas') {
        if (!event.repeat) space = event.target;
        event.preventDefault();
      } else act(event);
    });
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.key !== ' ') return;
      if (space !== null && space === event.target) act(event);
      space = null;
    };
    const onPointer = (): void => {
      space = null;
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('keyup', onKeyUp, true);
    window.addEventListener('pointerdown', onPointer, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('keyup', onKeyUp, true);
      window.removeEventListener('pointerdown', onPointer, true);
    };
  }, [session]);
}

/** What is typed while a dialog is loaded is meant for it: letters would otherwise act on the canvas. */
function isUnderDialog(): boolean {
  return isDialogOpen() || document.querySelector('dialog[open]') !== null;
}

/** Where the focus is: on the canvas means on it or on a node, not on a button inside. */
function focusOf(event: KeyboardEvent): CommandContext['focus'] {
  // Of what is typed in a code field the target would be its element, for all that are outside of it.
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  if (
    target.isContentEditable ||
    target.matches('input:not([type=range], [type=checkbox]), textarea, select')
  )
    return 'text';
  if (target === document.body) return 'canvas';
  const region = target.closest('[aria-label="Canvas"]');
  if (region === null) return 'elsewhere';
  if (target.matches('[role=log]')) return 'turns';
  return target.matches('button, a, [role=button], [role=slider]') && target.dataset.key === undefined
    ? 'elsewhere'
    : 'canvas';
}

/** Tells screen readers how the run goes, or the simulation of a machine: when it changes, not every step (E7). */
export function Announcer() {
  const view = useShownRun((run) => run?.live ?? null);
  const machine = useScene((scene) => scene.machine);
  const light = useScene((scene) => scene.light);
  const simulated = machine === null || light === null ? '' : `Simulated: ${standingOf(machine, light)}.`;
  return (
    <div className="visually-hidden" aria-live="polite">
      {view === null ? simulated : announcementOf(view)}
    </div>
  );
}

/** One sentence or two about where a run stands; the same text as long as nothing happened that is worth hearing. */
export function announcementOf(view: RunView): string {
  const waiting = view.waiting.map((one) => waitingText(one, view));
  return [...waiting, ...machineTexts(view), planText(view), statusText(view)].filter(Boolean).join(' ');
}

function waitingText({ kind, name, address }: RunView['waiting'][number], view: RunView): string {
  switch (kind) {
    case 'approval':
      return `${name} waits for your approval.`;
    case 'answer':
      return `${name} asks you something.`;
    case 'resume':
      return `${name} has paused the plan.`;
    case 'signal':
      // Where a machine stands says what it listens for.
      return machineAround(address, view) === null ? `${name} waits for an event.` : '';
    case 'connection':
      return `${name} waits for a connection.`;
    case 'file':
      return `${name} waits for a file.`;
    case 'uncertain':
      return `${name} may or may not have happened.`;
  }
}

/** Where each state machine stands (M1), from the outermost active state to the innermost. */
function machineTexts(view: RunView): readonly string[] {
  const nameOf = namesOf(view);
  return [...view.machines.values()]
    .filter(({ active }) => active.length > 0)
    .map(({ active }) => `In ${active.map(nameOf).join(', ')}.`);
}

/** A plan that has arrived, while it is carried out. */
function planText(view: RunView): string {
  if (view.status !== 'running') return '';
  const last = [...view.opened.entries()].at(-1);
  if (last === undefined) return '';
  const [address, { plan, revision }] = last;
  const steps = plan.nodes.length;
  return `${namesOf(view)(address)} carries out plan revision ${revision}: ${steps} ${steps === 1 ? 'step' : 'steps'}.`;
}

function statusText({ status, pausedBecause, error }: RunView): string {
  if (status === 'failed') return `Run failed. ${error?.message ?? ''}`.trim();
  if (status === 'paused' && pausedBecause !== null && pausedBecause !== 'user') {
    return pausedBecause === 'reached' ? 'Run paused where it was to stop.' : `Run paused: ${pausedBecause}.`;
  }
  return `Run ${status}.`;
}
