/**
 * Where the note stands that takes a surface's place: it fills a page, a panel or one line; or a corner of the screen, for what
 * has no place of its own.
 */
export type SurfaceSize = 'page' | 'panel' | 'strip' | 'corner';

export interface SurfaceOf {
  readonly name: string;
  readonly size: SurfaceSize;
}

/**
 * Every part of the screen that stands and falls by itself: what is thrown inside of it leaves the others as they are. Panels and
 * dialogs are in the tables of their features, `panels.ts` and `dialogs.ts`.
 */
export const SURFACES = {
  app: { name: 'Planloom', size: 'page' },
  start: { name: 'Start page', size: 'page' },
  homeBar: { name: 'Toolbar', size: 'strip' },
  goal: { name: 'What do you want done?', size: 'strip' },
  templates: { name: 'Templates', size: 'panel' },
  recent: { name: 'Recent work', size: 'panel' },

  workspace: { name: 'Workspace', size: 'page' },
  ask: { name: 'Ask', size: 'page' },
  ownData: { name: 'Your data', size: 'panel' },
  proving: { name: 'Proving ground', size: 'page' },
  toolbar: { name: 'Toolbar', size: 'strip' },
  answer: { name: 'Answer', size: 'panel' },
  answerLine: { name: 'Answer', size: 'strip' },
  notices: { name: 'Notices', size: 'strip' },
  canvas: { name: 'Canvas', size: 'panel' },
  stateView: { name: 'State view', size: 'panel' },
  slider: { name: 'Ledger position', size: 'strip' },
  announcer: { name: 'Announcements', size: 'corner' },
  messages: { name: 'Messages', size: 'corner' },
  tooltips: { name: 'Tooltips', size: 'corner' },

  panelTools: { name: 'Tools of the panel', size: 'strip' },

  phone: { name: 'Workspace', size: 'page' },
  phoneHead: { name: 'Toolbar', size: 'strip' },
  chosen: { name: 'What is chosen', size: 'strip' },
} as const satisfies Readonly<Record<string, SurfaceOf>>;

export type SurfaceId = keyof typeof SURFACES;
