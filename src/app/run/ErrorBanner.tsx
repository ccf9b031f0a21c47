import { useEffect } from 'react';
import { isUnanswered, namesOf, placeOf } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { canvasOfPage, whenDrawn } from '../state/canvas';
import { PHONE, useMedia } from '../state/layout';
import { useEditor } from '../state/session';
import { FailureText } from './FailureText';
import { RetryButton } from './GoOnButtons';
import { culpritOf } from './goingOn';
import { useView } from './runStore';

/**
 * What made the run fail, in two lines, with a jump to the culprit, which stays in view below it. A question that was not
 * understood is told where its answer would be.
 */
export function ErrorBanner() {
  const editor = useEditor();
  const view = useView();
  // In a hand it covers no canvas, and there is no inspector that says the rest.
  const phone = useMedia(PHONE);
  const failed = view !== null && view.status === 'failed' && view.error !== null;
  const culprit = failed ? culpritOf(view) : null;
  useEffect(() => {
    // The banner takes its room first, and the canvas moves its view against it.
    if (culprit !== null) whenDrawn(() => canvasOfPage()?.bringIn(placeOf(culprit).key));
  }, [culprit]);
  if (view === null || view.status !== 'failed' || view.error === null || isUnanswered(view)) return null;
  const name = culprit === null ? null : namesOf(view)(culprit);
  const { help } = view.error;
  return (
    <Banner
      tone="bad"
      urgent
      unfolded={phone}
      title={name === null ? 'The run failed' : `“${name}” failed`}
      actions={
        <>
          {culprit !== null && (
            <Button variant="outline" onClick={() => editor.select([culprit])}>
              Show the step
            </Button>
          )}
          <RetryButton />
        </>
      }
      details={help ? <p>{help}</p> : null}
    >
      <FailureText error={view.error} address={culprit} />
    </Banner>
  );
}
