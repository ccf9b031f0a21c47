import { useMemo, useState } from 'react';
import { present } from '#base';
import { NodeGlyph, StateGlyph } from '#canvas';
import { addNode, addState, fitsHere, updateNode } from '#editor';
import { newNode, nodeIds } from '#plan';
import { type StateItem, searchStates } from '../machine/stateItems';
import { PickList } from '../parts/Combobox';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useEditor, useScene, useSelection } from '../state/session';
import { AdderRow, type PaletteItem, paletteSections, searchPalette } from './Palette';

interface AdderItem extends PaletteItem {
  readonly group: string;
}

/** Adds a node where the gesture wants it, or puts one in place of the selected (E1). */
export default function AdderDialog(props: DialogProps<'adder'>) {
  const isMachine = useScene((scene) => scene.machine !== null);
  return isMachine ? <StateAdder {...props} /> : <NodeAdder {...props} />;
}

function NodeAdder({ dialog, onClose }: DialogProps<'adder'>) {
  const editor = useEditor();
  const focus = useSelection((selection) => selection.focus);
  const [text, setText] = useState('');
  const items = useMemo((): readonly AdderItem[] => {
    const fits = dialog.replace ? () => 'yes' : fitsHere(editor, dialog.options);
    const found = searchPalette(paletteSections(editor.catalogue, editor.proposal?.calls), text).flatMap(
      ({ title, items }) => items.map((item) => ({ ...item, group: title })),
    );
    const next = found.filter(({ type }) => fits(type) === 'next');
    const others = found.filter(({ type }) => fits(type) === 'yes');
    return [...next.map((item) => ({ ...item, group: 'Comes next' })), ...others];
  }, [editor, text, dialog]);
  const pick = (item: PaletteItem) => {
    onClose();
    const capability = item.capability === undefined ? {} : { capability: item.capability };
    if (dialog.replace && focus !== null) {
      updateNode(editor, focus, (old) => replaced(old, item, nodeIds(openPlan(editor))), {
        label: 'Replace',
      });
    } else {
      addNode(editor, item.type, { ...dialog.options, ...capability });
    }
  };
  return (
    <Dialog title={dialog.replace ? 'Replace the node' : 'Add a node'} bare onClose={onClose}>
      <PickList<AdderItem>
        label="Search nodes"
        text={text}
        onText={setText}
        items={items}
        empty={`Nothing is called “${text}”.`}
        draw={(item) => (
          <AdderRow
            glyph={<NodeGlyph type={item.type} capability={item.capability} />}
            title={item.title}
            summary={item.summary}
          />
        )}
        onPick={pick}
      />
    </Dialog>
  );
}

function openPlan(editor: ReturnType<typeof useEditor>) {
  const { plan } = editor.scene.getState();
  return plan ?? { nodes: [], edges: [] };
}

/** Keeps what a node is called and where its edges lead; its type and parameters are new. */
function replaced(
  old: Parameters<Parameters<typeof updateNode>[2]>[0],
  item: PaletteItem,
  taken: ReadonlySet<string>,
) {
  const fresh = { ...newNode(item.type, taken), id: old.id };
  const named = old.name === undefined ? fresh : { ...fresh, name: old.name };
  return named.type === 'CAPABILITY' && item.capability !== undefined
    ? { ...named, params: { capability: item.capability } }
    : named;
}

interface StateAdderItem extends StateItem {
  readonly group: string;
}

/** Adds a state where the gesture wants it. */
function StateAdder({ dialog, onClose }: DialogProps<'adder'>) {
  const editor = useEditor();
  const [text, setText] = useState('');
  const items = searchStates(text).map((item): StateAdderItem => ({ ...item, group: 'States' }));
  const pick = ({ kind }: StateItem) => {
    onClose();
    const { into, at, around, from } = dialog.options ?? {};
    addState(editor, kind, {
      ...present({ into, at, around }),
      ...(from === undefined ? {} : { from: from.key }),
    });
  };
  return (
    <Dialog title="Add a state" bare onClose={onClose}>
      <PickList<StateAdderItem>
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
