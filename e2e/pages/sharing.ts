import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import type { Planloom } from './planloom';

/** A file as a file chooser takes it. */
export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The dialogs through which work comes in and goes out: "Import", "Share", "Trust this workspace?". */
export class Sharing {
  readonly import: Locator;
  readonly share: Locator;
  readonly trust: Locator;
  readonly #app: Planloom;

  constructor(app: Planloom) {
    this.#app = app;
    this.import = app.dialog('Import');
    this.share = app.dialog('Share');
    this.trust = app.dialog('Trust this workspace?');
  }

  /** Gives the import dialog a file, by its content or by its path, and leaves it open with what it says. */
  async give(file: GivenFile | string): Promise<void> {
    await this.#app.button('Import').click();
    await this.import.getByLabel('File to import').setInputFiles(file);
  }

  /** Brings a file in, through the dialog, to the end. */
  async bringIn(file: GivenFile | string): Promise<void> {
    await this.give(file);
    await this.import.getByRole('button', { name: 'Import', exact: true }).click();
    await this.import.waitFor({ state: 'detached' });
  }

  /** The link that the dialog "Share" makes, as a path of the app. */
  async link(): Promise<string> {
    await this.#app.button('Share').click();
    const field = this.share.getByRole('textbox', { name: 'Link' });
    await expect(field).toHaveValue(/#/);
    const link = new URL(await field.inputValue());
    await this.share.getByRole('button', { name: 'Close' }).click();
    return `${link.pathname}${link.hash}`;
  }

  /** Downloads what the dialog "Share" offers under a title, and reads it. */
  async download(title: 'Workspace' | 'This plan' | 'This run' | 'Metadata of this run'): Promise<string> {
    await this.#app.button('Export').click();
    const arriving = this.#app.page.waitForEvent('download');
    await this.share.getByRole('button', { name: `Download ${title}`, exact: true }).click();
    const text = await readFile(await (await arriving).path(), 'utf8');
    await this.share.getByRole('button', { name: 'Close' }).click();
    return text;
  }
}
