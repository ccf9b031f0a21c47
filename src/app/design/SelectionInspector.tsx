import {
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  CircleOff,
  Copy,
  Group,
  Layers,
  type LucideIcon,
  Network,
  Package,
  Trash2,
} from 'lucide-react';
import { COMMANDS, type CommandId, canUse, contextOf } from '#editor';
import { give } from '../commands/give';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { useKeyTexts } from '../state/keyBindings';
import { useEditor, useScene, useSession } from '../state/session';
import styles from './Inspector.module.css';
import { InspectorHead } from './InspectorHead';

const ALIGN: readonly (readonly [CommandId, LucideIcon])[] = [
  ['arrange.left', AlignStartVertical],
  ['arrange.right', AlignEndVertical],
  ['arrange.top', AlignStartHorizontal],
  ['arrange.bottom', AlignEndHorizontal],
  ['arrange.across', AlignHorizontalSpaceAround],
  ['arrange.down', AlignVerticalSpaceAround],
  ['arrange.tidy', Network],
];

const CHANGE: readonly (readonly [CommandId, LucideIcon])[] = [
  ['edit.group', Group],
  ['edit.extract', Package],
  ['edit.duplicate', Copy],
  ['node.disable', CircleOff],
  ['edit.delete', Trash2],
];

/** What can be done with several at once: where they stand, and what becomes of them. */
export function SelectionInspector({ count }: { readonly count: number }) {
  const isMachine = useScene((scene) => scene.machine !== null);
  const changes = isMachine ? CHANGE.filter(([id]) => id !== 'node.disable') : CHANGE;
  return (
    <>
      <InspectorHead
        icon={<Layers aria-hidden />}
        title={`${count} ${isMachine ? 'states' : 'nodes'} chosen`}
        line="What is changed here is changed for all of them."
      />
      <div className={styles.body}>
        <section className={styles.group}>
          <h3>Arrange</h3>
          <div className={styles.tools}>
            {ALIGN.map(([id, icon]) => (
              <CommandButton key={id} id={id} icon={icon} />
            ))}
          </div>
        </section>
        <section className={styles.group}>
          <h3>Change</h3>
          {changes.map(([id, icon]) => (
            <CommandButton key={id} id={id} icon={icon} named />
          ))}
        </section>
      </div>
    </>
  );
}

interface CommandButtonProps {
  readonly id: CommandId;
  readonly icon: LucideIcon;
  /** With its name beside the icon. */
  readonly named?: boolean;
}

function CommandButton({ id, icon, named = false }: CommandButtonProps) {
  const session = useSession();
  const editor = useEditor();
  // What can be done changes with what is shown.
  useScene((scene) => scene.readOnly);
  const keys = useKeyTexts()(id);
  const command = COMMANDS.find((one) => one.id === id);
  if (command === undefined) return null;
  const disabled = !canUse(command, contextOf(editor, 'canvas'));
  const onClick = () => give(session, id);
  return named ? (
    <Button variant="outline" size="small" icon={icon} data-keys={keys} disabled={disabled} onClick={onClick}>
      {command.title}
    </Button>
  ) : (
    <IconButton icon={icon} label={command.title} keys={keys} disabled={disabled} onClick={onClick} />
  );
}
