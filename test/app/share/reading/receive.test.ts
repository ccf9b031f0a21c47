import { describe, expect, it } from 'vitest';
import { write } from '#plan';
import { blankPlan, blankWorkspace } from '../../../../src/app/library/placeWorkspace';
import { isOpenable, receive, underFreeId, workspaceAround } from '../../../../src/app/share/reading/judge';

const GOOD = write(blankWorkspace());

describe('W3 whatever comes in passes one door', () => {
  it('a workspace, a plan, told by content', () => {
    expect(receive(GOOD)).toMatchObject({ kind: 'workspace', workspace: { id: 'untitled' } });
    const plan = JSON.stringify(blankPlan('one', 'One'));
    expect(receive(plan)).toMatchObject({ kind: 'plan', plan: { id: 'one' } });
  });

  it('case A13 a key that is twice in a single plan is told, as in a workspace', () => {
    const plan = JSON.stringify(blankPlan('one', 'One')).replace('{', '{"name": "Zero", ');
    expect(receive(plan)).toMatchObject({ kind: 'plan', diagnostics: [{ code: 'DUPLICATE_KEY' }] });
  });

  it.each([
    ['broken JSON', GOOD.slice(0, 60), 'JSON_INVALID'],
    ['nothing', '', 'JSON_INVALID'],
    ['another format', GOOD.replace('planloom/workspace', 'n8n'), 'NOT_A_WORKSPACE'],
    ['a list', '[]', 'NOT_A_WORKSPACE'],
    ['100 levels deep', `${'['.repeat(100)}${']'.repeat(100)}`, 'JSON_TOO_DEEP'],
    ['a key that is not known', GOOD.replace('"plans"', '"autorun": true, "plans"'), 'UNKNOWN_KEY'],
    ['a plan of no kind of ours', '{"kind":"capability","id":"a b","nodes":[]}', 'INVALID_NAME'],
  ])('%s is refused with code, sentence and help', (_, text, code) => {
    const received = receive(text);
    expect(received.kind).toBe('refused');
    expect(isOpenable(received)).toBe(false);
    const [first] = received.kind === 'refused' ? received.diagnostics : [];
    expect(first).toMatchObject({ code });
    expect(first?.message).toMatch(/\.$/);
    expect(first?.help).toMatch(/\.$/);
  });

  it('case A8 a newer version is kept byte for byte, to look at', () => {
    const newer = GOOD.replace('"version": 1', '"version": 99');
    const received = receive(newer);
    expect(received).toMatchObject({ kind: 'readOnly', text: newer });
    expect(isOpenable(received)).toBe(true);
  });

  it('a ledger whose line was changed is refused, and names the line', () => {
    const received = receive('{"seq":0,"at":0,"fact":{"type":"run.started"},"entries":[],"hash":"00"}\n');
    expect(received).toMatchObject({ kind: 'refused' });
    expect(received.kind === 'refused' && received.diagnostics[0]?.where.line).toBe(1);
  });
});

describe('case A12 a plan that is brought in gets an id of its own', () => {
  it('free ids stay, taken ones count on', () => {
    const workspace = blankWorkspace();
    expect(underFreeId(blankPlan('other', 'Other'), workspace).id).toBe('other');
    expect(underFreeId(blankPlan('main', 'Main'), workspace).id).not.toBe('main');
  });

  it('alone it opens in a workspace of its name', () => {
    expect(workspaceAround(blankPlan('one', 'One'))).toMatchObject({ id: 'one', name: 'One', layout: {} });
  });
});
