import { lazy, useEffect, useState } from 'react';
import { Announcer } from '../run/Announcer';
import { useOpeningRun } from '../run/useOpeningRun';
import { type Opened, openSession } from '../state/openSession';
import { SessionContext } from '../state/session';
import { PHONE, useMedia } from '../state/useMedia';
import { Dialogs } from './Dialogs';
import { NotOpened } from './NotOpened';
import { useAddressBar } from './useAddressBar';
import { useGuardedExit } from './useGuardedExit';
import { useKeys } from './useKeys';
import { useRefusals } from './useRefusals';
import { Workbench } from './Workbench';

const Phone = lazy(() => import('./phone/Phone'));

/** A workspace of this browser, opened by its id. */
export default function Workspace({ id }: { readonly id: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let gone = false;
    let close: (() => void) | null = null;
    void openSession(id).then((result) => {
      close = result.kind === 'open' ? result.session.close : null;
      if (gone) close?.();
      else setOpened(result);
    });
    return () => {
      gone = true;
      close?.();
    };
  }, [id]);
  if (opened === null) return null;
  if (opened.kind !== 'open') return <NotOpened id={id} opened={opened} />;
  return (
    <SessionContext value={opened.session}>
      <OpenWorkspace />
    </SessionContext>
  );
}

function OpenWorkspace() {
  const phone = useMedia(PHONE);
  useAddressBar();
  useOpeningRun();
  useKeys();
  useRefusals();
  useGuardedExit();
  return (
    <>
      {phone ? <Phone /> : <Workbench />}
      <Announcer />
      <Dialogs />
    </>
  );
}
