import { Download, House } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { maskSecrets } from '#share';
import { Boundary, type Fault, FaultNote, Skeleton } from '../parts/Boundary';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { LoadFault } from '../parts/lazily';
import { say } from '../parts/Toasts';
import { goTo, usePlace } from '../state/address';
import { openSessionStore, type Session } from '../state/session';

type Props = { readonly children: ReactNode } & (
  | { readonly of: SurfaceId; readonly surface?: undefined }
  // One of a table that this floor does not know.
  | { readonly of: string; readonly surface: SurfaceOf }
);

/** A part of the screen with its boundary, and with a skeleton while it is loaded. */
export function Surface({ children, ...props }: Props) {
  const surface = props.surface ?? SURFACES[props.of];
  const { size } = surface;
  const skeleton = size === 'page' || size === 'panel' ? <Skeleton size={size} /> : null;
  return (
    <Boundary onFault={saveNow} fallback={(fault) => <SurfaceFault surface={surface} fault={fault} />}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </Boundary>
  );
}

/** Whatever comes next: what was edited is kept. */
export function saveNow(): void {
  openSessionStore.getState().session?.save();
}

/** What stands in the place of a surface that threw. */
export function SurfaceFault({ surface, fault }: { readonly surface: SurfaceOf; readonly fault: Fault }) {
  const { sentence, code, details } = wordsOf(fault.thrown);
  return (
    <FaultNote
      title={`“${surface.name}” cannot be shown`}
      code={code}
      details={`${surface.name}: ${details}`}
      size={surface.size}
      onRetry={fault.retry}
      onReload={reload}
      actions={<WaysOut isPage={surface.size === 'page'} />}
    >
      {sentence}
    </FaultNote>
  );
}

function WaysOut({ isPage }: { readonly isPage: boolean }) {
  const isOpen = usePlace((place) => place.workspace !== null);
  if (!isPage || !isOpen) return null;
  return (
    <>
      <Button size="small" icon={House} onClick={() => goTo({})}>
        To the start
      </Button>
      <TakeAlong />
    </>
  );
}

function TakeAlong() {
  const { session } = openSessionStore.getState();
  if (session === null) return null;
  return (
    <Button
      size="small"
      icon={Download}
      onClick={() => saveFile(`${session.id}.planloom.json`, session.text(), 'application/json')}
    >
      Download the workspace
    </Button>
  );
}

/**
 * Where the note stands that takes a surface's place: it fills a page, a panel or one line; or a corner of the screen, for what
 * has no place of its own.
 */
type SurfaceSize = 'page' | 'panel' | 'strip' | 'corner';

interface SurfaceOf {
  readonly name: string;
  readonly size: SurfaceSize;
}

/**
 * Every part of the screen that stands and falls by itself: what is thrown inside of it leaves the others as they are. Panels and
 * dialogs are in the tables of their features, `panels.ts` and `dialogs.ts`.
 */
export const SURFACES = {
  app: { name: 'Planloom', size: 'page' },
  start: { name: 'Start page', size: 'page' },
  homeBar: { name: 'Toolbar', size: 'strip' },
  goal: { name: 'What do you want done?', size: 'strip' },
  templates: { name: 'Templates', size: 'panel' },
  recent: { name: 'Recent work', size: 'panel' },

  workspace: { name: 'Workspace', size: 'page' },
  ask: { name: 'Ask', size: 'page' },
  ownData: { name: 'Your data', size: 'panel' },
  proving: { name: 'Proving ground', size: 'page' },
  toolbar: { name: 'Toolbar', size: 'strip' },
  answer: { name: 'Answer', size: 'panel' },
  answerLine: { name: 'Answer', size: 'strip' },
  notices: { name: 'Notices', size: 'strip' },
  canvas: { name: 'Canvas', size: 'panel' },
  stateView: { name: 'State view', size: 'panel' },
  slider: { name: 'Ledger position', size: 'strip' },
  announcer: { name: 'Announcements', size: 'corner' },
  messages: { name: 'Messages', size: 'corner' },
  tooltips: { name: 'Tooltips', size: 'corner' },

  panelTools: { name: 'Tools of the panel', size: 'strip' },

  phone: { name: 'Workspace', size: 'page' },
  phoneHead: { name: 'Toolbar', size: 'strip' },
  chosen: { name: 'What is chosen', size: 'strip' },
} as const satisfies Readonly<Record<string, SurfaceOf>>;

export type SurfaceId = keyof typeof SURFACES;

/** What is said of something that was thrown. */
interface FaultWords {
  readonly sentence: string;
  readonly code: string;
  /** What was thrown, to be copied: shortened, and without secrets. */
  readonly details: string;
}

const LONGEST = 600;

function wordsOf(thrown: unknown): FaultWords {
  const details = detailsOf(thrown);
  if (isLoadFault(thrown)) return { sentence: sentenceOfLoad(thrown), code: 'PART_NOT_LOADED', details };
  return {
    sentence: 'This part failed; everything else keeps working. Nothing in the workspace is lost.',
    code: 'UNEXPECTED',
    details,
  };
}

function sentenceOfLoad(thrown: unknown): string {
  if (!navigator.onLine)
    return 'It could not be loaded: there is no connection. What is open keeps working without one.';
  if (thrown instanceof LoadFault && thrown.isLate)
    return 'It has not arrived yet: the connection is slow, or the server does not answer. Try again to wait longer.';
  return 'It could not be loaded: the server cannot be reached, or has a newer version by now. Reload to get that.';
}

/** Also one that nobody wrapped: what browsers, and Vite, say of a part that does not come. */
function isLoadFault(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : '';
  return (
    thrown instanceof LoadFault ||
    /dynamically imported module|importing a module script|unable to preload css/i.test(message)
  );
}

function detailsOf(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const secrets = openSessionStore.getState().session?.storage.vault.secrets() ?? [];
  const clean = maskSecrets(text.slice(0, 10 * LONGEST), secrets);
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}

/** Reloads the page, after what is not saved yet is. Where that fails the browser asks before it goes. */
function reload(): void {
  const { session } = openSessionStore.getState();
  if (session === null) location.reload();
  else void saved(session).then(() => location.reload());
}

/** Ends once the workspace is saved, or cannot be. */
function saved({ state, save }: Session): Promise<void> {
  if (state.getState().saving === 'saved') return Promise.resolve();
  return new Promise((resolve) => {
    const stop = state.subscribe(({ saving }) => {
      if (saving === 'waiting') return;
      stop();
      resolve();
    });
    save();
  });
}

/** How long the same fault is not said again, in milliseconds: one in every frame would be a wall of messages. */
const QUIET_MS = 30_000;

/** Says what nobody caught: outside of what is drawn no boundary hears it, and silence would look like nothing happened. */
export function watchUnexpected(): void {
  const told = new Map<string, number>();
  const tell = (thrown: unknown): void => {
    if (isNoFault(thrown)) return;
    const { code, details } = wordsOf(thrown);
    const now = performance.now();
    if (now - (told.get(details) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    told.set(details, now);
    say({
      tone: 'bad',
      text: code === 'UNEXPECTED' ? 'Something failed that should not have.' : 'A part could not be loaded.',
      help: details,
      code,
      action: { label: 'Reload', run: reload },
    });
  };
  window.addEventListener('error', ({ error, message }) => tell(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}

/** What browsers report that is none: work that was called off, and observers that go on in the next frame. */
function isNoFault(thrown: unknown): boolean {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return true;
  return typeof thrown === 'string' && thrown.startsWith('ResizeObserver loop');
}
