import type { Locator } from '@playwright/test';
import type { Planloom } from './planloom';

/** The dialog that asks what answers for capabilities that are not here. */
export class StandIns {
  readonly dialog: Locator;

  constructor(app: Planloom) {
    this.dialog = app.dialog('Missing capabilities');
  }

  /** What stands in for a name, by the words of the choice. */
  async choose(id: string, choice: string): Promise<void> {
    await this.#row(id).getByRole('combobox', { name: 'Replacement' }).selectOption({ label: choice });
  }

  /** It always answers the same: JSON, in which `{{ input }}` may stand. */
  async answers(id: string, answer: object): Promise<void> {
    await this.choose(id, 'It always answers the same');
    const field = this.#row(id).getByRole('textbox', { name: 'Its answer' });
    await field.fill(JSON.stringify(answer));
    await field.blur();
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  #row(id: string): Locator {
    return this.dialog.getByRole('group', { name: new RegExp(`^${id.replace('.', '\\.')}( |$)`) });
  }
}
