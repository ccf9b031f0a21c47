import type { PanelTable } from '../state/panels';
import {
  DocumentsSection,
  FeaturesSection,
  ParsersSection,
  PlannersSection,
  PromptsSection,
  StandInsSection,
} from './LibrarySections';

declare module '../state/panels' {
  interface Panels {
    documents: 'section';
    prompts: 'section';
    features: 'section';
    standIns: 'section';
    planners: 'section';
    parsers: 'section';
  }
}

/** What the workspace holds. */
export const LIBRARY_PANELS = {
  documents: { name: 'Documents', at: 'section', Panel: DocumentsSection },
  prompts: { name: 'Prompts', at: 'section', Panel: PromptsSection },
  features: { name: 'Features', at: 'section', Panel: FeaturesSection },
  standIns: { name: 'Stand-ins', at: 'section', Panel: StandInsSection },
  planners: { name: 'Rules and task networks', at: 'section', Panel: PlannersSection },
  parsers: { name: 'Parsers', at: 'section', Panel: ParsersSection },
} satisfies PanelTable<'documents' | 'prompts' | 'features' | 'standIns' | 'planners' | 'parsers'>;
