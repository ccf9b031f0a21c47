import { type FormEvent, useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { StandInRow } from './StandInRow';
import styles from './StandInsDialog.module.css';
import { keepStandIns, type StandIn, standInsOf } from './standIns';

/** What answers for capabilities that are not here, as `--bind` and `--stub-unresolved` say it on the command line (H1). */
export default function StandInsDialog({ dialog, onClose }: DialogProps<'standIns'>) {
  const session = useSession();
  const [before] = useState(() => standInsOf(session, openPlanOf(session)));
  const [rows, setRows] = useKept('stand-ins', () => before);
  const { next } = dialog;
  const open = rows.filter(({ making }) => making === null).length;
  const change = (id: string, making: StandIn['making']): void =>
    setRows((now) => now.map((one) => (one.id === id ? { ...one, making } : one)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keepStandIns(session.editor, before, rows);
    onClose();
    next?.();
  };
  return (
    <Dialog
      title="Missing capabilities"
      onClose={onClose}
      footer={
        <>
          {open > 0 && (
            <Button
              onClick={() => {
                setRows((now) => now.map((one) => (one.making === null ? { ...one, making: ECHO } : one)));
              }}
            >
              Echo the input for the rest
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="stand-ins">
            {next === null ? 'Save' : open === 0 ? 'Run' : 'Run as it is'}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>
        {rows.length === 0
          ? 'All that this plan calls is here.'
          : 'The plan calls these by name, and nothing here answers to them. Choose what does; it becomes part of the workspace, and runs alike on the command line.'}
      </p>
      <form id="stand-ins" className={styles.rows} onSubmit={submit}>
        {rows.map((one) => (
          <StandInRow key={one.id} standIn={one} onChange={(making) => change(one.id, making)} />
        ))}
      </form>
    </Dialog>
  );
}

const ECHO = { kind: 'answer', value: '{{ input }}' } as const;

function openPlanOf({ editor }: ReturnType<typeof useSession>) {
  const { planId } = editor.view.getState();
  return editor.workspace.plans.find(({ id }) => id === planId) ?? null;
}
