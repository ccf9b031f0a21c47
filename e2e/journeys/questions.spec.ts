import { expect, test } from '../fixtures/test';
import { linkTo } from '../material/workspaces';
import { Sharing } from '../pages/sharing';

const form = {
  type: 'object',
  required: ['age'],
  properties: { age: { type: 'integer', minimum: 0 }, colour: { enum: ['red', 'green'] } },
};
const QUESTIONS = JSON.stringify({
  format: 'planloom/workspace',
  version: 1,
  id: 'questions',
  name: 'Questions',
  plans: [
    {
      id: 'main',
      kind: 'capability',
      variables: [
        { id: 'who', scope: 'OUT' },
        { id: 'count', scope: 'OUT' },
      ],
      nodes: [
        {
          id: 'ask',
          type: 'HUMAN_INPUT',
          params: {
            message: 'Who are you?',
            schema: form,
            decisions: [
              { id: 'go-on', label: 'Go on' },
              { id: 'stop', label: '' },
            ],
            timeoutMs: null,
          },
          output: { who: 'result.age' },
        },
        {
          id: 'many',
          type: 'HUMAN_INPUT',
          name: 'How many?',
          params: { schema: { type: 'number' }, timeoutMs: null },
          output: { count: 'result' },
        },
      ],
      edges: [{ from: 'ask', port: 'go-on', to: 'many' }],
    },
  ],
});

test('L9 T8 an answer that does not fit is refused at its field; one number is a form of one field', async ({
  app,
}) => {
  await app.open(linkTo(QUESTIONS));
  await app.run();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('waiting');
  const who = app.page.getByRole('form', { name: 'Who are you?', exact: true });
  await expect(who.getByRole('button', { name: 'stop', exact: true })).toBeVisible();
  await who.getByRole('button', { name: 'Go on', exact: true }).click();
  await expect(who.getByRole('alert')).toContainText('not complete');
  await expect(who.getByLabel('Age')).toHaveAttribute('aria-invalid', 'true');
  await expect(who).toContainText('This is needed.');
  await who.getByLabel('Age').fill('41');
  await who.getByRole('button', { name: 'Go on', exact: true }).click();
  // Without a message the node asks by its name.
  const many = app.page.getByRole('form', { name: 'How many?', exact: true });
  await many.getByLabel('Your answer').fill('7');
  await many.getByRole('button', { name: 'Answer', exact: true }).click();
  await app.expectRun('completed');
  await expect(app.panel('Variables')).toContainText('41');
  await expect(app.panel('Variables')).toContainText('7');
});
