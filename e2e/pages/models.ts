import { expect } from '@playwright/test';
import type { Planloom } from './planloom';

/** Adds a model to the open workspace and joins it to a server, as a person does in the settings. */
export async function connectModel(app: Planloom, url: string, key = ''): Promise<void> {
  await app.button('Settings').click();
  await app.dialog('Settings').getByRole('button', { name: 'Add a model' }).click();
  await join(app, url, key);
}

/** Joins the workspace's model to a server again: what a person does after the page was closed. */
export async function joinModel(app: Planloom, url: string, key = ''): Promise<void> {
  await app.button('Settings').click();
  await join(app, url, key);
}

/** Joins a model that a workspace brought with it. */
export async function joinBroughtModel(app: Planloom, id: string, url: string): Promise<void> {
  await app.button('Settings').click();
  await join(app, url, '', id);
}

async function join(app: Planloom, url: string, key: string, id = 'model-1'): Promise<void> {
  const settings = app.dialog('Settings');
  const model = settings.getByRole('region', { name: `Model ${id}` });
  await model.getByRole('textbox', { name: 'URL' }).fill(url);
  await model.getByRole('textbox', { name: 'Key' }).fill(key);
  // What is kept ends with the page, as a person has it who says nothing else of a key.
  await model.getByRole('radio', { name: /^This tab/ }).check();
  await model.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(model).toContainText(/(?<!not )connected/);
  await settings.getByRole('button', { name: 'Close' }).click();
}

/** Has the planner of "Ask a table" ask the model `model-1`, in one piece, step by step, or for a machine. */
export async function planWith(app: Planloom, flavour: 'llm' | 'stream' | 'state-machine'): Promise<void> {
  await app.node('Plan the answer').click();
  const inspector = app.panel('Inspector');
  await inspector.getByRole('combobox', { name: 'Planner' }).selectOption(flavour);
  const models = inspector.getByRole('combobox', { name: 'Models, first choice first' });
  await models.fill('model-1');
  await models.blur();
}

/** Fills the dialog of a new connection, which is open, and has it connected. */
export async function fillConnection(
  app: Planloom,
  url: string,
  key: string,
  keeping: 'This tab' | 'This device' | 'With a passphrase',
  passphrase = '',
): Promise<void> {
  const dialog = app.dialog('New connection');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(url);
  await dialog.getByRole('textbox', { name: 'Key' }).fill(key);
  await dialog.getByRole('radio', { name: new RegExp(`^${keeping}`) }).check();
  if (passphrase !== '') await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog).toBeHidden();
}
