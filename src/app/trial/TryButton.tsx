import { FlaskConical } from 'lucide-react';
import { give } from '../commands/give';
import { Button } from '../parts/Button';
import { useKeyTexts } from '../state/keyBindings';
import { useSession } from '../state/session';

/** D1: the way to run the chosen node alone, with an input of one's own. */
export function TryButton() {
  const session = useSession();
  const keys = useKeyTexts()('node.try');
  return (
    <Button
      size="small"
      variant="outline"
      icon={FlaskConical}
      data-keys={keys}
      onClick={() => give(session, 'node.try')}
    >
      Try it
    </Button>
  );
}
