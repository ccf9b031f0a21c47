import { ChevronLeft } from 'lucide-react';
import { give } from '../../commands/give';
import { IconButton } from '../../parts/IconButton';
import { goTo } from '../../state/address';
import { usePlanView, useSession } from '../../state/session';

/** Out of the plan or the box that was opened last; from the outermost to the start page. */
export function BackButton() {
  const session = useSession();
  const deep = usePlanView(({ trail, inside }) => trail.length > 0 || inside !== null);
  if (!deep) return <IconButton icon={ChevronLeft} label="To the start" onClick={() => goTo({})} />;
  return (
    <IconButton
      icon={ChevronLeft}
      label="Leave group"
      onClick={() => {
        session.editor.select([]);
        give(session, 'select.leave');
      }}
    />
  );
}
