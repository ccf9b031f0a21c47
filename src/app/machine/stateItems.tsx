import { useState } from 'react';
import { StateGlyph } from '#canvas';
import { addState } from '#editor';
import type { NewStateKind } from '#plan';
import { AdderRow } from '../design/Palette';
import { PickList } from '../parts/Combobox';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useEditor } from '../state/session';

/** A kind of state that can be added to a machine. */
interface StateItem {
  readonly key: string;
  readonly kind: NewStateKind;
  readonly title: string;
  readonly summary: string;
}

const STATE_ITEMS: readonly StateItem[] = [
  item('atomic', 'State', 'The machine is in it, and waits for what comes next.'),
  item('compound', 'Compound state', 'Holds states, of which one is active.'),
  item('parallel', 'Parallel state', 'Holds regions, which are all active at once.'),
  item('final', 'Final state', 'Nothing follows it: the state around it is done.'),
  item('history', 'History', 'Leads to where the machine was when it was here last.'),
];

function item(kind: NewStateKind, title: string, summary: string): StateItem {
  return { key: kind, kind, title, summary };
}

/** The items whose words hold every word that was typed. */
export function searchStates(text: string): readonly StateItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return STATE_ITEMS.filter(({ title, summary }) =>
    words.every((word) => `${title} ${summary}`.toLowerCase().includes(word)),
  );
}

/** What travels with a drag. */
export function stateItemText({ kind }: StateItem): string {
  return JSON.stringify({ state: kind });
}

/** Reads what a drag brought; null when it is no state. */
export function readStateItem(text: string): NewStateKind | null {
  try {
    const value: unknown = JSON.parse(text);
    const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'state') : null;
    return STATE_ITEMS.find((one) => one.kind === kind)?.kind ?? null;
  } catch {
    return null;
  }
}

interface AdderItem extends StateItem {
  readonly group: string;
}

/** Adds a state where the gesture wants it. */
export function StateAdder({ dialog, onClose }: DialogProps<'adder'>) {
  const editor = useEditor();
  const [text, setText] = useState('');
  const items = searchStates(text).map((item): AdderItem => ({ ...item, group: 'States' }));
  const pick = ({ kind }: StateItem) => {
    onClose();
    const { into, at, around, from } = dialog.options ?? {};
    addState(editor, kind, {
      ...(into === undefined ? {} : { into }),
      ...(at === undefined ? {} : { at }),
      ...(around === undefined ? {} : { around }),
      ...(from === undefined ? {} : { from: from.key }),
    });
  };
  return (
    <Dialog title="Add a state" bare onClose={onClose}>
      <PickList<AdderItem>
        label="Search states"
        text={text}
        onText={setText}
        items={items}
        empty={`Nothing is called “${text}”.`}
        draw={(item) => (
          <AdderRow glyph={<StateGlyph kind={item.kind} />} title={item.title} summary={item.summary} />
        )}
        onPick={pick}
      />
    </Dialog>
  );
}
