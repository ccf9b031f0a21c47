import type { PanelTable } from '../state/panels';
import { Inspector } from './Inspector';
import { Outline } from './Outline';
import { Palette } from './Palette';

declare module '../state/panels' {
  interface Panels {
    palette: 'left';
    outline: 'left';
    inspector: 'fixed';
  }
}

export const DESIGN_PANELS = {
  palette: { name: 'Palette', at: 'left', Panel: Palette },
  outline: { name: 'Outline', at: 'left', Panel: Outline },
  inspector: {
    name: 'Inspector',
    at: 'fixed',
    Panel: Inspector,
    hand: { at: 'dialog', title: 'Details' },
  },
} satisfies PanelTable<'palette' | 'outline' | 'inspector'>;
