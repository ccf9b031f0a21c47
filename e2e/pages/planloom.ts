import { expect, type Locator, type Page } from '@playwright/test';

/** The app as a person meets it: everything by role and name (SPEC U). */
export class Planloom {
  readonly page: Page;
  readonly canvas: Locator;
  readonly templates: Locator;
  readonly question: Locator;
  readonly slider: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.getByRole('region', { name: 'Canvas' });
    this.templates = page.getByRole('list', { name: 'Templates' });
    this.question = page.getByRole('textbox', { name: 'What do you want done?' });
    this.slider = page.getByRole('slider', { name: 'Ledger position' });
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
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

  async run(): Promise<void> {
    await this.button('Run').click();
  }

  async expectRun(status: string): Promise<void> {
    await expect(this.page.getByRole('status', { name: `Run ${status}` })).toBeVisible({ timeout: 20_000 });
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
