import type { Locator } from '@playwright/test';
import { isJsonObject, type JsonObject, LIMITS, parseJson } from '#base';
import type { Planloom } from './planloom';

/** The panel "Inspector": what is selected, and its fields. */
export class Inspector {
  readonly panel: Locator;
  /** Everything that the panel says is wrong. */
  readonly problems: Locator;
  readonly #app: Planloom;

  constructor(app: Planloom) {
    this.#app = app;
    this.panel = app.panel('Inspector');
    this.problems = this.panel.locator('[data-severity]');
  }

  /** Selects a node by its name, in the outline. */
  async open(name: string): Promise<void> {
    await this.#app.openTab('Outline');
    const row = this.#app.panel('Outline').getByRole('button').filter({ hasText: name });
    await row.first().click();
    await this.panel.getByRole('heading', { name, exact: true }).waitFor();
    await this.tab('Setup');
  }

  async tab(name: 'Setup' | 'In and out' | 'Attempts' | 'Definition'): Promise<void> {
    await this.panel.getByRole('tab', { name, exact: true }).click();
  }

  field(label: string): Locator {
    return this.panel.getByLabel(label, { exact: true });
  }

  /** What stands at a place of the node: of fields that are called alike, a plain one comes before those in shadow roots. */
  at(pointer: string): Locator {
    return this.panel.locator(`[data-field-at$="${pointer}"]`);
  }

  /** Types into a field, and leaves it. */
  async fill(label: string, text: string): Promise<void> {
    await this.field(label).fill(text);
    await this.field(label).blur();
  }

  async choose(label: string, option: string): Promise<void> {
    await this.field(label).selectOption(option);
  }

  async press(button: string): Promise<void> {
    await this.panel.getByRole('button', { name: button, exact: true }).click();
  }

  /** Unfolds what few need. */
  async unfold(title: string): Promise<void> {
    await this.panel.getByText(title, { exact: true }).click();
  }

  /** The node as the document has it. */
  async definition(): Promise<JsonObject> {
    await this.tab('Definition');
    const read = parseJson((await this.panel.locator('pre').textContent()) ?? '', LIMITS.jsonDepth);
    await this.tab('Setup');
    if (!read.ok || !isJsonObject(read.value)) throw new Error('The definition is no object.');
    return read.value;
  }
}
