import { describe, expect, test } from 'vitest';
import { LIMITS } from '#base';
import { read, readPlan } from '#plan';
import { fileStem, ledgerFile, planFile, recogniseFile, refuseLargeFile, workspaceFile } from '#share';
import { plan, workspace } from '../notation/plan';

const answer = { ...plan('say: CAPABILITY echo', 'answer'), name: 'Answer: a "table"?' };
const shared = { ...workspace([answer]), name: 'Straße & Café' };

describe('S2 files that are handed out', () => {
  test('a workspace comes back as it was', () => {
    const file = workspaceFile(shared);
    expect(file.name).toBe('stra-e-cafe.planloom.json');
    expect(read(file.text)).toMatchObject({ kind: 'document', workspace: shared, diagnostics: [] });
  });

  test('a plan alone comes back as it was', () => {
    const file = planFile(shared, 'answer');
    expect(file?.name).toBe('answer-a-table.plan.json');
    expect(readPlan(JSON.parse(file?.text ?? ''))).toEqual({ ok: true, value: answer });
    expect(planFile(shared, 'other')).toBeNull();
  });

  test('a ledger is named after its plan and run', () => {
    expect(ledgerFile('run-7', 'Answer', '{}\n')).toEqual({
      name: 'answer-run-7.ndjson',
      type: 'application/x-ndjson',
      text: '{}\n',
    });
  });

  test.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['', 'planloom'],
    ['???', 'planloom'],
    ['CON', 'planloom'],
    ['a'.repeat(300), 'a'.repeat(60)],
    ['東京', 'planloom'],
  ])('a name that no file may have: %s', (name, stem) => {
    expect(fileStem(name)).toBe(stem);
  });
});

describe('S2 files that come in are judged by their content', () => {
  test.each([
    ['workspace', workspaceFile(shared).text],
    ['workspace', '\ufeff{"format":"planloom/workspace","version":9}'],
    ['plan', planFile(shared, 'answer')?.text ?? ''],
    ['ledger', '{"seq":0,"at":1,"fact":{"type":"run.started"}}\n{"seq":1}'],
    ['ledger', '{"hash":"…","entries":[],"fact":{},"at":1,"seq":0}'],
    ['unknown', '[1, 2]'],
    ['unknown', '{"hello":"world"}'],
    ['workspace', '<!doctype html>'],
    ['workspace', ''],
  ])('%s', (kind, text) => {
    expect(recogniseFile(text)).toBe(kind);
  });

  test('T4 a file above the limit is refused by its size', () => {
    expect(refuseLargeFile('a.json', LIMITS.importBytes)).toBeNull();
    expect(refuseLargeFile('a.json', 60_000_000)).toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: '"a.json" has 60000000 bytes; at most 50000000 are opened.',
    });
  });
});
