import { useState } from 'react';
import { StateGlyph } from '#canvas';
import { addState } from '#editor';
import { AdderRow } from '../design/Palette';
import { PickList } from '../parts/Combobox';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useEditor } from '../state/session';
import { type StateItem, searchStates } from './stateItems';

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
