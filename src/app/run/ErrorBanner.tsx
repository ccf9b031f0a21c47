import { namesOf } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useEditor } from '../state/session';
import { culpritOf } from './culprit';
import { useView } from './runStore';

/** What made the run fail, with a jump to the culprit. */
export function ErrorBanner() {
  const editor = useEditor();
  const view = useView();
  if (view === null || view.status !== 'failed' || view.error === null) return null;
  const culprit = culpritOf(view);
  const name = culprit === null ? null : namesOf(view)(culprit);
  return (
    <Banner
      tone="bad"
      urgent
      title={name === null ? 'The run failed' : `“${name}” failed`}
      actions={
        culprit !== null && (
          <Button variant="outline" onClick={() => editor.select([culprit])}>
            Show the step
          </Button>
        )
      }
    >
      <p>
        {view.error.message} <code>{view.error.code}</code>
      </p>
      {view.error.help && <p>{view.error.help}</p>}
    </Banner>
  );
}
