import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Home } from './home/Home';
import { Toasts } from './parts/Toasts';
import { Tooltips } from './parts/Tooltips';
import { useLinks } from './share/openLink';
import { Dialogs } from './shell/Dialogs';
import { usePlace } from './state/address';
import { queries } from './state/services';

const Workspace = lazy(() => import('./shell/Workspace'));

export function App() {
  const workspace = usePlace((place) => place.workspace);
  useLinks();
  return (
    <QueryClientProvider client={queries}>
      <Suspense fallback={null}>
        {workspace === null ? <HomeWithDialogs /> : <Workspace key={workspace} id={workspace} />}
      </Suspense>
      <Toasts />
      <Tooltips />
    </QueryClientProvider>
  );
}

function HomeWithDialogs() {
  return (
    <>
      <Home />
      <Dialogs />
    </>
  );
}
