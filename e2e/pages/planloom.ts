import { expect, type Locator, type Page } from '@playwright/test';

/** The app as a person meets it: everything by role and name (SPEC U). */
export class Planloom {
  readonly page: Page;
  readonly canvas: Locator;
  readonly templates: Locator;
  readonly question: Locator;
  readonly slider: Locator;
  /** The answer of a finished run, in the inspector. */
  readonly answer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.getByRole('region', { name: 'Canvas' });
    this.templates = page.getByRole('list', { name: 'Templates' });
    this.question = page.getByRole('textbox', { name: 'What do you want done?' });
    this.slider = page.getByRole('slider', { name: 'Ledger position' });
    this.answer = page.getByRole('region', { name: 'Answer', exact: true });
  }

  /** @param path from where the app lies, which may be a folder of its host; or a whole address */
  async open(path = '/'): Promise<void> {
    await this.page.goto(path.startsWith('/') ? `.${path}` : path);
    await expect(this.page.getByRole('main')).toBeVisible();
  }

  /** A button of toolbar, dialog or panel. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  panel(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  async openTab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** A node on the canvas, by its name; the type and the status follow in its accessible name. */
  node(name: string): Locator {
    return this.canvas.getByRole('group', { name: new RegExp(`^${literally(name)}, `) });
  }

  nodeAt(address: string): Locator {
    return this.canvas.locator(`[data-address="${address}"]`);
  }

  async openTemplate(name: string): Promise<void> {
    await this.templates.getByRole('button', { name, exact: true }).click();
    await expect(this.canvas).toBeVisible();
  }

  /** Puts a document into the open workspace, as text typed into its form. */
  async addDocument(name: string, kind: string, text: string): Promise<void> {
    await this.button('Add a document').click();
    const form = this.dialog('Add a document');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
    await form.getByRole('textbox', { name: 'Text of the document' }).fill(text);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form).toBeHidden();
  }

  /** Gives an input of the open plan another default, in the plan's own form. */
  async setDefault(variable: string, text: string): Promise<void> {
    const field = this.panel('Inspector')
      .getByRole('group', { name: `Variable ${variable}` })
      .getByRole('textbox', { name: 'Default' });
    await field.fill(text);
    await field.blur();
  }

  async run(): Promise<void> {
    await this.button('Run').click();
  }

  /** Waits, frame by frame, until the shown run has so many commits; says how many it has then. */
  async reaches(commits: number): Promise<number> {
    const slider = await this.slider.elementHandle();
    const reached = await this.page.waitForFunction(
      ([input, least]) =>
        input instanceof HTMLInputElement && Number(input.max) >= least && Number(input.max),
      [slider, commits] as const,
    );
    return Number(await reached.jsonValue());
  }

  /** Name, type and status of a node, as they are spoken (D6). */
  async expectNode(name: string, type: string, status: string): Promise<void> {
    await expect(this.node(name)).toHaveAccessibleName(`${name}, ${type}, ${status}`);
  }

  async expectRun(status: string): Promise<void> {
    await expect(this.page.getByRole('status', { name: `Run ${status}` })).toBeVisible({ timeout: 20_000 });
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
