import { expect, test } from '../fixtures/test';
import { Sharing } from '../pages/sharing';

test('S1 a workspace that is too large for a link is shared as a file', async ({ app }) => {
  await app.openTemplate('Ask a table');
  const words = Array.from({ length: 40_000 }, (_, index) => (index * 2_654_435_761).toString(36)).join(' ');
  await app.addDocument('Large', 'text', words);
  await app.button('Share').click();
  const { share } = new Sharing(app);
  await expect(share).toContainText('LINK_LONG');
  await share.getByRole('button', { name: 'Share a file' }).click();
  await expect(share.getByRole('button', { name: 'Download Workspace' })).toBeVisible();
});

test('C3 S2 the machine of a plan is taken along as XState JSON and as Mermaid', async ({ app, page }) => {
  await app.openTemplate('Parallel review');
  await app.button('Export').click();
  const { share } = new Sharing(app);
  for (const [title, name] of [
    ['Machine', /\.xstate\.json$/],
    ['Diagram', /\.mmd$/],
    ['TypeScript', /\.ts$/],
  ] as const) {
    const arriving = page.waitForEvent('download');
    await share.getByRole('button', { name: `Download ${title}` }).click();
    expect((await arriving).suggestedFilename()).toMatch(name);
  }
});
