import { type FallbackOfRun, fallbacksOf } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { type OpenDialog, openDialog } from '../state/dialogs';
import { showAttemptsOf, showInDock } from '../state/layout';
import { type Session, useSession } from '../state/session';
import { filledBy } from '../state/slots';
import { useView } from './runStore';

/** P5: a plan that was made in place of a model that failed, which a run that completed would hide. */
export function FallbackBanner() {
  const view = useView();
  const session = useSession();
  if (view === null) return null;
  const show = () => {
    showAttemptsOf('run');
    showInDock('attempts');
  };
  return fallbacksOf(view).map((fallback) => {
    const { address, model, problem } = fallback;
    return (
      <Banner
        key={address}
        tone="wait"
        title={titleOf(fallback)}
        actions={
          <>
            <Button variant="outline" onClick={show}>
              Show the attempts
            </Button>
            {problem?.code !== CHOSEN && (
              <Button variant="outline" onClick={() => openDialog(connectionOf(session, fallback))}>
                Check the connection
              </Button>
            )}
          </>
        }
        details={problem?.help ? <p>{problem.help}</p> : null}
      >
        {model}: {problem?.message ?? 'it gave no plan.'} {problem && <code>{problem.code}</code>}
      </Banner>
    );
  });
}

/** The person did not wait for the model: nothing is wrong with it. */
const CHOSEN = 'MODEL_PASSED_OVER';

function titleOf({ name, madeBy, because, problem }: FallbackOfRun): string {
  const why = problem?.code === CHOSEN ? 'as you chose' : `because ${because}`;
  return `“${name}” was planned by ${madeBy}, ${why}`;
}

/** The connection over which the model was asked; where none fills its slot now, that is what there is to see to. */
function connectionOf(session: Session, { asked }: FallbackOfRun): OpenDialog {
  const filled = asked === null ? null : filledBy(session, asked.connection);
  return filled === null
    ? { kind: 'settings', section: 'models' }
    : { kind: 'settings', section: 'connections', connection: filled.id };
}
