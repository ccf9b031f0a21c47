import { fallbacksOf } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { layoutStore, showAttemptsOf } from '../state/layout';
import { useView } from './runStore';

/** P5: a plan that was made in place of a model that failed, which a run that completed would hide. */
export function FallbackBanner() {
  const view = useView();
  if (view === null) return null;
  const show = () => {
    showAttemptsOf('run');
    layoutStore.setState({ dockOpen: true, dockTab: 'attempts' });
  };
  return fallbacksOf(view).map(({ address, name, madeBy, model, problem }) => (
    <Banner
      key={address}
      tone="wait"
      title={`“${name}” was planned by ${madeBy}, because the model failed`}
      actions={
        <>
          <Button variant="outline" onClick={show}>
            Show the attempts
          </Button>
          <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
            Check the connection
          </Button>
        </>
      }
      details={problem?.help ? <p>{problem.help}</p> : null}
    >
      {model}: {problem?.message ?? 'it gave no plan.'} {problem && <code>{problem.code}</code>}
    </Banner>
  ));
}
