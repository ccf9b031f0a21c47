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
      title={titleOf(name, madeBy, problem?.code)}
      actions={
        <>
          <Button variant="outline" onClick={show}>
            Show the attempts
          </Button>
          {problem?.code !== CHOSEN && (
            <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
              Check the connection
            </Button>
          )}
        </>
      }
      details={problem?.help ? <p>{problem.help}</p> : null}
    >
      {model}: {problem?.message ?? 'it gave no plan.'} {problem && <code>{problem.code}</code>}
    </Banner>
  ));
}

/** The person did not wait for the model: nothing is wrong with it. */
const CHOSEN = 'MODEL_PASSED_OVER';

function titleOf(name: string, madeBy: string, code: string | undefined): string {
  const why = code === CHOSEN ? 'as you chose' : 'because the model failed';
  return `“${name}” was planned by ${madeBy}, ${why}`;
}
