import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Home } from './home/Home';
import { Toasts } from './parts/Toasts';
import { Tooltips } from './parts/Tooltips';
import { Dialogs } from './shell/Dialogs';
import { usePlace } from './state/address';

const Workspace = lazy(() => import('./shell/Workspace'));

const queries = new QueryClient({
  // What is asked for lies in this browser: an answer is either there or a problem to show.
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
});

export function App() {
  const workspace = usePlace((place) => place.workspace);
  return (
    <QueryClientProvider client={queries}>
      <Suspense fallback={null}>
        {workspace === null ? <Home /> : <Workspace key={workspace} id={workspace} />}
      </Suspense>
      <Dialogs />
      <Toasts />
      <Tooltips />
    </QueryClientProvider>
  );
}
