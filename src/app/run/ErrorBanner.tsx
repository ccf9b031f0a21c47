import type { Address } from '#base';
import { namesOf, type RunView } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useEditor } from '../state/session';
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
      <p>{view.error.message}</p>
      {view.error.help && <p>{view.error.help}</p>}
    </Banner>
  );
}

/** The innermost node that failed last: containers fail because of it. */
function culpritOf(view: RunView): Address | null {
  let found: Address | null = null;
  let depth = -1;
  for (const record of view.nodes.values()) {
    const own = record.address.split('/').length;
    if (record.status === 'failed' && own >= depth) {
      found = record.address;
      depth = own;
    }
  }
  return found;
}
