import { Download, House } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Boundary, type Fault, FaultNote, Skeleton } from '../parts/Boundary';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { goTo, usePlace } from '../state/address';
import { openSessionStore } from '../state/session';
import { reload, wordsOf } from './faults';

type Props = { readonly children: ReactNode } & (
  | { readonly of: SurfaceId; readonly surface?: undefined }
  // One of a table that this floor does not know.
  | { readonly of: string; readonly surface: SurfaceOf }
);

/** A part of the screen with its boundary, and with a skeleton while it is loaded. */
export function Surface({ children, ...props }: Props) {
  const surface = props.surface ?? SURFACES[props.of];
  return (
    <Boundary onFault={saveNow} fallback={(fault) => <SurfaceFault surface={surface} fault={fault} />}>
      <Suspense fallback={surface.size === 'panel' ? <Skeleton /> : null}>{children}</Suspense>
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
