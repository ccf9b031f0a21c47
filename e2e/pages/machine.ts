import { expect, type Locator } from '@playwright/test';
import { Drawing } from './drawing';

/** The canvas of a state machine, and its panel. */
export class Machine extends Drawing {
  get panel(): Locator {
    return this.app.panel('Inspector');
  }

  /** The transitions in words, as a screen reader hears them. */
  async expectTransitions(...words: readonly string[]): Promise<void> {
    await expect(this.edges).toHaveText([...words]);
  }

  /** A new machine in a blank workspace: it begins at start and ends at end. */
  async openNew(): Promise<void> {
    await this.openBlank();
    await this.app.page
      .getByRole('combobox', { name: 'Plan', exact: true })
      .selectOption('New state machine…');
    await expect(this.app.node('start')).toBeVisible();
  }

  /** An event that can be sent, by its type (SPEC U). */
  event(type: string): Locator {
    return this.panel.getByRole('button', { name: type, exact: true });
  }

  async simulate(): Promise<void> {
    await this.panel.getByRole('tab', { name: 'Events' }).click();
    await this.panel.getByRole('button', { name: 'Simulate', exact: true }).click();
  }

  /** The field of the chosen transition, or state. */
  field(name: string): Locator {
    return this.panel.getByRole('textbox', { name, exact: true });
  }
}
