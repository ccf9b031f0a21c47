import { type ReactNode, useEffect, useState } from 'react';
import { whileOpening } from '../opening/opening';
import { type Opened, openSession } from '../opening/openSession';
import { lazily } from '../parts/lazily';
import { useOpenProposal } from '../proposal/editedProposal';
import { useProposalAtDesk } from '../proposal/useProposalAtDesk';
import { Announcer } from '../run/Announcer';
import { KeptResults } from '../run/KeptResults';
import { useOpeningRun } from '../run/useOpeningRun';
import { goTo, usePlace } from '../state/address';
import { SessionContext, useDocument, useSession } from '../state/session';
import { PHONE, useMedia } from '../state/useMedia';
import { Surface } from '../surfaces/Surface';
import { CatalogueIcons } from './CatalogueIcons';
import { Dialogs } from './Dialogs';
import { NotOpened } from './NotOpened';
import { offerFeatures } from './offerFeatures';
import { useAddressBar } from './useAddressBar';
import { useGuardedExit } from './useGuardedExit';
import { useKeys } from './useKeys';
import { useRefusals } from './useRefusals';
import { Workbench } from './Workbench';

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
