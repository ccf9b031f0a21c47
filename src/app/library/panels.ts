import type { PanelTable } from '../state/panels';
import { DocumentsSection } from './DocumentsSection';
import { FeaturesSection } from './FeaturesSection';
import { ParsersSection } from './ParsersSection';
import { PromptsSection } from './PromptsSection';
import { StandInsSection } from './StandInsSection';

declare module '../state/panels' {
  interface Panels {
    documents: 'section';
    prompts: 'section';
    features: 'section';
    standIns: 'section';
    parsers: 'section';
  }
}

/** What the workspace holds. */
export const LIBRARY_PANELS = {
  documents: { name: 'Documents', at: 'section', Panel: DocumentsSection },
  prompts: { name: 'Prompts', at: 'section', Panel: PromptsSection },
  features: { name: 'Features', at: 'section', Panel: FeaturesSection },
  standIns: { name: 'Stand-ins', at: 'section', Panel: StandInsSection },
  parsers: { name: 'Parsers', at: 'section', Panel: ParsersSection },
} satisfies PanelTable<'documents' | 'prompts' | 'features' | 'standIns' | 'parsers'>;
