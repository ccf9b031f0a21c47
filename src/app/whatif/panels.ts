import { FlaskConical } from 'lucide-react';
import type { PanelTable } from '../state/panels';
import { WhatIfPanel } from './WhatIfPanel';
import { WHAT_IF_HEIGHT } from './whatIfCommands';

declare module '../state/panels' {
  interface Panels {
    whatif: 'dock';
  }
}

export const WHAT_IF_PANELS = {
  whatif: {
    name: 'What if',
    at: 'dock',
    Panel: WhatIfPanel,
    height: WHAT_IF_HEIGHT,
    hand: { at: 'tab', icon: FlaskConical, of: 'plan' },
  },
} satisfies PanelTable<'whatif'>;
