import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { createEditor } from '#editor';
import type { Session } from '../../../src/app/state/session';
import { workspace } from '../../notation/plan';
import { standInSession } from '../standInSession';

vi.mock('../../../src/app/ask/questions', () => ({ planningOf: vi.fn() }));
vi.mock('../../../src/app/run/launch', () => ({ launch: vi.fn() }));
vi.mock('../../../src/app/parts/Toasts', () => ({ say: vi.fn() }));
vi.mock('../../../src/app/state/address', () => ({ adjustPlace: () => {} }));

const { ask } = await import('../../../src/app/ask/AskField');
const { planningOf } = await import('../../../src/app/ask/questions');
const { say } = await import('../../../src/app/parts/Toasts');
const { launch } = await import('../../../src/app/run/launch');

const ORDERS = workspace([], { documents: [{ id: 'orders', kind: 'csv', text: 'Units\n5\n3' }] });

function opened(): Session {
  const editor = createEditor({ workspace: ORDERS, catalogue: BUILT_IN_CATALOGUE, now: () => 1_000 });
  return standInSession({ id: 'asked', editor, closed: new AbortController().signal });
}

describe('E8 one question at a time', () => {
  beforeEach(() => {
    vi.mocked(planningOf).mockReset().mockResolvedValue({});
    vi.mocked(launch).mockReset().mockResolvedValue();
    vi.mocked(say).mockReset();
  });

  it('Enter that is pressed twice asks once; afterwards the next question is asked', async () => {
    const session = opened();
    await Promise.all([ask(session, 'Total units'), ask(session, 'Total units')]);
    expect(session.editor.workspace.plans).toHaveLength(1);
    expect(launch).toHaveBeenCalledTimes(1);
    await ask(session, 'Average units');
    expect(session.editor.workspace.plans).toHaveLength(2);
  });

  it('another workspace is asked meanwhile', async () => {
    const [one, other] = [opened(), opened()];
    await Promise.all([ask(one, 'Total units'), ask(other, 'Total units')]);
    expect(launch).toHaveBeenCalledTimes(2);
  });

  it('a question that could not be asked is told, and can be asked again', async () => {
    const session = opened();
    vi.mocked(planningOf).mockRejectedValueOnce(new Error('no planner'));
    await ask(session, 'Total units');
    expect(say).toHaveBeenCalledWith(
      expect.objectContaining({ tone: 'bad', text: 'The question could not be asked.', help: 'no planner' }),
    );
    await ask(session, 'Total units');
    expect(launch).toHaveBeenCalledTimes(1);
  });
});
