import { Download, House } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Boundary, type Fault, FaultNote, Skeleton } from '../parts/Boundary';
import { Button } from '../parts/Button';

import { saveFile } from '../parts/browser';
import { goTo, usePlace } from '../state/address';
import { openSessionStore } from '../state/session';
import { reload, wordsOf } from './faults';
import { SURFACES, type SurfaceId, type SurfaceOf } from './surfaces';

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
