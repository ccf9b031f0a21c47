import type { Locator } from '@playwright/test';
import { DIALOGS } from '../../src/app/shell/Dialogs';
import type { PanelId } from '../../src/app/state/panels';
import { SURFACES, type SurfaceId } from '../../src/app/surfaces/Surface';
import { breakable, breakShown, breakWhenDrawn, textOf } from '../fixtures/faults';
import { expect, test } from '../fixtures/test';
import { linkTo, workspaceJson } from '../material/workspaces';
import { Drawing } from '../pages/drawing';
import type { Planloom } from '../pages/planloom';

type Act = (app: Planloom) => Promise<unknown>;
type DialogKind = keyof typeof DIALOGS;

/** Where a surface or a dialog is met, what is done to see it, and a field of it in which something has been typed. */
interface Way {
  readonly scene: keyof typeof SCENES;
  readonly open?: Act;
  readonly typed?: (app: Planloom) => Locator;
  /** It draws nothing by itself, so that only what is inside of it can throw. */
  readonly isBare?: true;
}

const tab =
  (name: string): Act =>
  ({ page }) =>
    page.getByRole('tab', { name, exact: true }).click();
const press =
  (name: string | RegExp): Act =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).click();
const keys =
  (pressed: string): Act =>
  ({ page }) =>
    page.keyboard.press(pressed);
const inOrder =
  (...acts: readonly Act[]): Act =>
  async (app) => {
    for (const act of acts) await act(app);
  };
const textbox =
  (name: string) =>
  ({ page }: Planloom): Locator =>
    page.getByRole('textbox', { name, exact: true });

/** Adds a node, which can be undone, and has it chosen. */
async function addEcho(app: Planloom): Promise<void> {
  await app.canvas.click({ position: { x: 8, y: 200 } });
  await new Drawing(app).add('Echo');
  await expect(app.node('Echo')).toBeVisible();
}

/** A plan whose run has ended, with a plan made in it. */
async function ranTable(app: Planloom): Promise<void> {
  await app.templates.getByRole('button', { name: 'Ask a table', exact: true }).click();
  await app.run();
  await app.expectRun('completed');
  // What comes last, when the page has nothing else to do: what is compared later is the whole screen.
  await expect(app.page.getByRole('group', { name: 'Ask next' })).toBeVisible();
}

/** A run that belongs to a session, in the list of runs. */
async function ranInSession(app: Planloom): Promise<void> {
  await app.button('Start with…').click();
  const dialog = app.dialog('Run “Answer from a table”');
  await dialog.getByRole('combobox', { name: 'Session' }).fill('talk');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await app.expectRun('completed');
  await app.page.getByRole('tab', { name: 'Runs', exact: true }).click();
}

/** A run that has ended before it was done. */
async function cancelled(app: Planloom): Promise<void> {
  await app.button('Step').click();
  // The buttons move until the step is done.
  await app.expectRun('paused');
  await app.button('Cancel').click();
  await app.expectRun('cancelled');
}

const MACHINE = {
  format: 'planloom/workspace',
  version: 1,
  id: 'given',
  plans: [
    {
      id: 'flow',
      kind: 'state-machine',
      variables: [{ id: 'x', scope: 'IN', schema: { type: 'string' } }],
      states: [
        { id: 'waiting', on: [{ event: 'go', target: 'over' }] },
        { id: 'over', type: 'final' },
      ],
    },
  ],
};

const IMPORTED = workspaceJson('in x: string\na: TRANSFORM 1', {
  parsers: [{ id: 'own', kind: 'jsonata', expression: '$' }],
  planners: [{ id: 'house', kind: 'rules', rules: [] }],
  capabilities: [{ id: 'mine', make: { kind: 'answer', value: 'this' } }],
});

/** Pages in which surfaces are broken one after the other. */
const SCENES = {
  start: async (app) => {
    await app.openTemplate('Blank plan');
    await app.page.goto('/');
    await expect(app.page.getByRole('heading', { name: 'Recent workspaces' })).toBeVisible();
  },
  desk: ranTable,
  imported: async (app) => {
    await app.open(linkTo(IMPORTED));
    await addEcho(app);
  },
  phone: ranTable,
} satisfies Readonly<Record<string, Act>>;

/** A new surface or panel has its way here before it compiles. */
const SURFACE_WAYS: Readonly<Record<SurfaceId | PanelId, Way>> = {
  app: { scene: 'start', typed: textbox('What do you want done?'), isBare: true },
  start: { scene: 'start' },
  homeBar: { scene: 'start' },
  goal: { scene: 'start', typed: textbox('What do you want done?') },
  templates: { scene: 'start' },
  recent: { scene: 'start' },
  notices: { scene: 'imported' },
  messages: { scene: 'start' },
  tooltips: { scene: 'start', isBare: true },

  workspace: { scene: 'desk' },
  toolbar: { scene: 'imported' },
  canvas: { scene: 'imported' },
  stateView: { scene: 'desk', open: tab('State view') },
  answerLine: { scene: 'desk', open: inOrder(tab('Canvas'), (app) => app.node('Question').click()) },
  slider: { scene: 'desk' },
  announcer: { scene: 'desk' },
  palette: { scene: 'imported' },
  outline: { scene: 'imported', open: tab('Outline') },
  runs: { scene: 'desk', open: tab('Runs') },
  documents: { scene: 'imported' },
  prompts: { scene: 'imported' },
  features: { scene: 'imported' },
  standIns: { scene: 'imported' },
  planners: { scene: 'imported' },
  parsers: { scene: 'imported' },
  inspector: { scene: 'imported', typed: textbox('Name') },
  timeline: { scene: 'desk' },
  ledger: { scene: 'desk', open: tab('Ledger') },
  attempts: { scene: 'desk', open: tab('Plan attempts') },
  panelTools: { scene: 'desk' },
  costs: { scene: 'desk', open: tab('Costs') },
  inbox: { scene: 'desk', open: tab('Inbox') },
  whatif: { scene: 'desk', open: tab('What if') },
  variables: { scene: 'desk' },
  fork: { scene: 'desk', open: press('Fork') },

  proving: { scene: 'desk', open: tab('Proving ground') },
  ask: {
    scene: 'desk',
    open: inOrder(press('To the plan'), tab('Ask')),
    typed: textbox('What do you want done?'),
  },
  ownData: { scene: 'desk' },

  phone: { scene: 'phone' },
  phoneHead: { scene: 'phone' },
  steps: { scene: 'phone', open: tab('Steps') },
  answer: { scene: 'phone' },
  chosen: { scene: 'phone', open: inOrder(tab('Canvas'), (app) => app.node('Carry it out').tap()) },
  events: {
    scene: 'phone',
    open: inOrder((app) => app.open(linkTo(MACHINE)), tab('Events')),
    typed: textbox('x'),
  },
};

/** Their own tables need a browser. */
const PANEL_NAMES: Readonly<Record<PanelId, string>> = {
  canvas: 'Canvas',
  steps: 'Steps',
  events: 'Events',
  palette: 'Palette',
  outline: 'Outline',
  inspector: 'Inspector',
  documents: 'Documents',
  prompts: 'Prompts',
  features: 'Features',
  standIns: 'Stand-ins',
  planners: 'Rules and task networks',
  parsers: 'Parsers',
  runs: 'Runs',
  variables: 'Variables',
  timeline: 'Timeline',
  ledger: 'Ledger',
  attempts: 'Plan attempts',
  costs: 'Costs',
  inbox: 'Inbox',
  fork: 'Fork',
  whatif: 'What if',
};

const DIALOG_WAYS: Readonly<Record<DialogKind, Way>> = {
  import: { scene: 'start', open: press('Import') },
  settings: { scene: 'start', open: press('Settings') },
  connection: { scene: 'start', open: press('Connect a model'), typed: textbox('URL') },
  help: { scene: 'start', open: press('Help') },
  commands: { scene: 'desk', open: inOrder(press('To the plan'), press('Commands')) },
  share: { scene: 'desk', open: press('Share') },
  history: { scene: 'desk', open: press('History') },
  problems: { scene: 'imported', open: press(/^Problems \(\d+\)$/) },
  keys: { scene: 'desk', open: keys('?') },
  adder: { scene: 'imported', open: press('Add node') },
  document: { scene: 'imported', open: press('Add a document') },
  pin: {
    scene: 'imported',
    open: inOrder((app) => app.nodeAt('/a').click(), press('Pin')),
    typed: textbox('Output'),
  },
  try: { scene: 'desk', open: inOrder((app) => app.node('Carry it out').click(), keys('y')) },
  changePlan: {
    scene: 'desk',
    open: press('Change the plan by a sentence'),
    typed: textbox('What should be different?'),
  },
  item: { scene: 'imported', open: press('Add a prompt') },
  promote: { scene: 'desk', open: press('Promote') },
  sessions: { scene: 'desk', open: inOrder(ranInSession, press('What sessions hold')) },
  goOn: { scene: 'desk', open: inOrder(cancelled, keys('Alt+Shift+R')) },
  standIns: { scene: 'imported', open: press('Choose replacements') },
  trust: { scene: 'imported', open: press('Trust') },
  inputs: {
    scene: 'imported',
    open: inOrder(press('Trust'), async (app) => {
      const trust = app.dialog('Trust this workspace?').getByRole('button', { name: 'Trust', exact: true });
      await trust.click();
      await app.run();
    }),
  },
  planGraph: {
    scene: 'desk',
    open: inOrder(
      tab('Proving ground'),
      press('Run suite'),
      press(/^Top three products, Task network: /),
      press('Open as a graph'),
    ),
  },
  // The cell of the one before is still open.
  planningOfRun: { scene: 'desk', open: press('Prompt and reply') },
  menu: { scene: 'phone', open: press('Menu') },
  panel: { scene: 'phone', open: inOrder(press('Menu'), press('Costs')) },
};

/** Something that a person does in a page one of whose surfaces does not work. */
const ANSWERS: Readonly<Record<keyof typeof SCENES, (app: Planloom, broken: string) => Promise<void>>> = {
  start: fieldAnswers,
  desk: keysAnswer,
  imported: undoAnswers,
  phone: menuAnswers,
};

async function fieldAnswers(app: Planloom, broken: string): Promise<void> {
  if (broken === 'goal') return menuOpens(app, 'Settings');
  await app.question.fill(`Without ${broken}`);
  await expect(app.question).toHaveValue(`Without ${broken}`);
}

async function keysAnswer(app: Planloom): Promise<void> {
  await app.page.keyboard.press('Control+k');
  await expect(app.dialog('Commands')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(app.dialog('Commands')).toHaveCount(0);
}

async function undoAnswers(app: Planloom, broken: string): Promise<void> {
  const isUndone = async (undone: boolean) => {
    if (broken === 'toolbar') await expect(app.node('Echo')).toHaveCount(undone ? 0 : 1);
    else await expect(app.button('Redo')).toBeEnabled({ enabled: undone });
  };
  await app.page.keyboard.press('Control+z');
  await isUndone(true);
  await app.page.keyboard.press('Control+Shift+z');
  await isUndone(false);
}

async function menuAnswers(app: Planloom, broken: string): Promise<void> {
  if (broken !== 'phoneHead') return menuOpens(app, 'Menu');
  await tab('Canvas')(app);
  await expect(app.canvas).toBeVisible();
}

async function menuOpens(app: Planloom, name: string): Promise<void> {
  await app.button(name).click();
  await expect(app.dialog(name)).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(app.dialog(name)).toHaveCount(0);
}

/** Also a number. */
const TYPED = '7';

/** Breaks one that is shown, and goes on by "Try again": once while it is still broken, once when it is not. */
async function breaksAndComesBack(
  { page }: Planloom,
  { id, name, isBare }: Broken,
  field: Locator | undefined,
  rest: () => Promise<unknown>,
): Promise<void> {
  await expect.poll(() => textOf(page, id)).not.toBeNull();
  // A dialog may have none.
  const typed = (await field?.count()) ? field : undefined;
  await typed?.fill(TYPED);
  const before = await textOf(page, id);
  await breakShown(page, id);
  const notes = page.getByRole('alert').filter({ hasText: 'cannot be shown' });
  await expect(notes).toContainText(`“${name}” cannot be shown`);
  await expect(notes.getByRole('button', { name: 'Reload' })).toBeVisible();
  const again = notes.getByRole('button', { name: 'Try again' });
  if (!isBare) {
    await again.click();
    await expect(notes).toContainText('UNEXPECTED');
  }
  await rest();
  await breakWhenDrawn(page, []);
  await again.click();
  await expect(notes).toHaveCount(0);
  // A code field has its text as what stands in it.
  if (typed)
    await expect
      .poll(() => typed.evaluate((one) => ('value' in one ? one.value : one.textContent)))
      .toBe(TYPED);
  else await expect.poll(() => textOf(page, id)).toBe(before);
}

interface Broken {
  readonly id: string;
  readonly name: string;
  readonly isBare: boolean;
}

const entries = <Id extends string, Value>(table: Readonly<Record<Id, Value>>) =>
  Object.entries(table) as [Id, Value][];

const isPanel = (id: SurfaceId | PanelId): id is PanelId => id in PANEL_NAMES;

for (const [scene, open] of entries(SCENES)) {
  test.describe(() => {
    if (scene.startsWith('phone')) {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    }

    test(`fault X4 whatever throws of “${scene}”: the rest answers, the way on is shown, nothing is lost`, async ({
      app,
      page,
      complaints,
    }) => {
      complaints.expectConsole(/injected fault|The above error occurred|%o/);
      await breakable(page);
      await page.reload();
      await open(app);
      for (const [id, way] of entries(SURFACE_WAYS)) {
        if (way.scene !== scene) continue;
        await test.step(id, async () => {
          await way.open?.(app);
          const { name, size } = isPanel(id) ? { name: PANEL_NAMES[id], size: 'panel' } : SURFACES[id];
          await breaksAndComesBack(
            app,
            { id, name, isBare: way.isBare ?? false },
            way.typed?.(app),
            async () => {
              if (size !== 'page') await ANSWERS[scene](app, id);
              else if (scene !== 'start') await expect(app.button('Download the workspace')).toBeVisible();
            },
          );
        });
      }
      for (const [kind, way] of entries(DIALOG_WAYS)) {
        if (way.scene !== scene) continue;
        await test.step(`dialog ${kind}`, async () => {
          await way.open?.(app);
          const dialog = page.getByRole('dialog');
          const fields = dialog.getByRole('textbox').or(dialog.getByRole('spinbutton'));
          const field = fields.and(page.locator(':not([readonly])')).first();
          const broken = { id: `dialog ${kind}`, name: DIALOGS[kind].name, isBare: false };
          await breaksAndComesBack(app, broken, field, () =>
            expect(dialog.getByRole('button', { name: 'Close' })).toBeEnabled(),
          );
          await page.keyboard.press('Escape');
          // What was typed is not lost by one.
          if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
          await expect(dialog).toHaveCount(0);
        });
      }
    });
  });
}
