import { ListTree, Workflow } from 'lucide-react';
import type { PanelTable } from '../../state/panels';
import { PlanSurface } from '../PlanSurface';
import { StepsPanel } from './StepsPanel';

declare module '../../state/panels' {
  interface Panels {
    steps: 'none';
    canvas: 'none';
  }
}

/** What a desk shows as one picture. */
export const PHONE_PANELS = {
  steps: { name: 'Steps', at: 'none', Panel: StepsPanel, hand: { at: 'tab', icon: ListTree } },
  canvas: { name: 'Canvas', at: 'none', Panel: PlanSurface, hand: { at: 'tab', icon: Workflow } },
} satisfies PanelTable<'steps' | 'canvas'>;
