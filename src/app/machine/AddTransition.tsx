import { Plus } from 'lucide-react';
import { chooseTransition, freeEvent } from '#editor';
import type { AnyTransition } from '#plan';
import type { StateCard } from '#projection';
import styles from '../design/Inspector.module.css';
import { Select } from '../parts/Input';
import { useEditor, useScene } from '../state/session';

/** The lists that a state may have, in words. */
const LISTS: Readonly<Record<string, string>> = {
  '/on': 'for an event',
  '/after': 'after a time',
  '/always': 'as soon as a condition holds',
  '/onDone': 'when what is inside is done',
};

/** Adds a transition of a kind; its form is shown at once. */
export function AddTransition({ card }: { readonly card: StateCard }) {
  const editor = useEditor();
  const plan = useScene((scene) => scene.machine?.id ?? '');
  const invocations = card.node.invoke ?? [];
  const lists: readonly (readonly [string, string])[] = [
    ...Object.entries(LISTS).filter(([list]) => list !== '/onDone' || card.container),
    ...invocations.flatMap(({ capability, plan: inner, id }, index): (readonly [string, string])[] => {
      const what = capability ?? inner ?? id ?? `invocation ${index + 1}`;
      return [
        [`/invoke/${index}/onDone`, `when ${what} is done`],
        [`/invoke/${index}/onError`, `when ${what} has failed`],
      ];
    }),
  ];
  const add = (list: string): void => {
    const state = card.node.id;
    const done = editor.edit(
      { edit: 'add-transition', plan, state, list, transition: blank(list, card) },
      { label: 'Add transition' },
    );
    if (done.ok) chooseTransition(editor, state, `${list}/${countIn(card, list)}`);
  };
  return (
    <span className={styles.line}>
      <Plus aria-hidden className={styles.planIcon} />
      <Select
        aria-label="Add a transition"
        value=""
        onChange={({ target }) => target.value !== '' && add(target.value)}
      >
        <option value="">Add a transition…</option>
        {lists.map(([list, words]) => (
          <option key={list} value={list}>
            {words}
          </option>
        ))}
      </Select>
    </span>
  );
}

function blank(list: string, { node }: StateCard): AnyTransition {
  if (list === '/on') return { event: freeEvent(node) };
  return list === '/after' ? { delayMs: 1000 } : {};
}

function countIn({ node }: StateCard, list: string): number {
  const [, field, at, inner] = list.split('/');
  if (field === 'on' || field === 'after' || field === 'always' || field === 'onDone')
    return node[field]?.length ?? 0;
  const invocation = node.invoke?.[Number(at)];
  return (inner === 'onDone' ? invocation?.onDone : invocation?.onError)?.length ?? 0;
}
