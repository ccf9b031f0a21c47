import { useStore } from 'zustand';
import type { Waiting } from '#projection';
import { usePlace } from '../state/address';
import { layoutStore } from '../state/layout';
import { useScene, useSelection } from '../state/session';
import { PHONE, useMedia } from '../state/useMedia';
import { isAsked, useView } from './runStore';

/**
 * What the run asks the person, in words, where the right panel shows it: while it shows the run as a whole. Everywhere
 * else it stands above the canvas, with all that waits.
 */
export function useAskedHere(): readonly Waiting[] {
  const waiting = useView()?.waiting;
  const isBeside = usePlace(({ view }) => view !== 'ask');
  const isPhone = useMedia(PHONE);
  const isSelected = useSelection(({ focus, nodes }) => focus !== null || nodes.size > 1);
  const isMachine = useScene(({ machine }) => machine !== null);
  const isShown = useStore(layoutStore, ({ inspectorOpen, planTab }) => inspectorOpen && planTab === 'run');
  const isHere = isBeside && isShown && !isPhone && !isSelected && !isMachine;
  return isHere ? (waiting?.filter(isAsked) ?? NONE) : NONE;
}

const NONE: readonly Waiting[] = [];
