import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hashText } from '#base';
import { absentIn, BUILT_IN_CATALOGUE, builtInCapabilities } from '#capabilities';
import { check, read, type Workspace, workspaceHash, write } from '#plan';
import { isShippedSample, loadSample, pathOfSample, SAMPLES } from '#samples';
import { readNow } from '../notation/calling';
import { sampleText } from './hosting';

const folder = new URL('../../public/', import.meta.url);

function workspaceOf(id: string): Workspace {
  const outcome = read(sampleText(id));
  expect(outcome.diagnostics).toEqual([]);
  if (outcome.kind !== 'document') throw new Error(`${id} is no document`);
  return outcome.workspace;
}

describe.each(SAMPLES.map(({ id }) => id))('template %s', (id) => {
  test('W3 is read without a word', () => {
    expect(workspaceOf(id).id).toBe(id);
  });

  test('W1 its file is what write gives (update with vitest -u)', async () => {
    await expect(write(workspaceOf(id))).toMatchFileSnapshot(`../../public/${pathOfSample(id)}`);
  });

  test('E4 has no problems, no warnings and no notes', () => {
    expect(check(workspaceOf(id), BUILT_IN_CATALOGUE)).toEqual([]);
  });

  test('S3 calls nothing that is not here', () => {
    const workspace = workspaceOf(id);
    expect(absentIn(workspace.plans, workspace, builtInCapabilities())).toEqual([]);
  });

  test('T1 names no address and needs no connection', () => {
    expect(sampleText(id)).not.toMatch(/https?:\/\//);
    const { connections, models } = workspaceOf(id);
    expect([connections, models]).toEqual([[], []]);
  });

  test('T1 is trusted by its hash, and not when one word of it changes', () => {
    const workspace = workspaceOf(id);
    expect(isShippedSample(workspaceHash(workspace))).toBe(true);
    const [plan, ...rest] = workspace.plans;
    if (!plan) throw new Error('no plan');
    const emptied = plan.kind === 'capability' ? { ...plan, nodes: [] } : { ...plan, states: [] };
    const changed = { ...workspace, plans: [emptied, ...rest] };
    expect(isShippedSample(workspaceHash(changed as Workspace))).toBe(false);
  });
});

test('T1 the list of trusted hashes is that of the files (update with vitest -u)', async () => {
  const hashes = Object.fromEntries(SAMPLES.map(({ id }) => [id, workspaceHash(workspaceOf(id))]));
  await expect(`${JSON.stringify(hashes, null, 2)}\n`).toMatchFileSnapshot('../../src/samples/hashes.json');
  expect(isShippedSample(hashText('anything else'))).toBe(false);
});

test('every file of the folder is a template, and every template has a file', () => {
  const files = readdirSync(new URL('samples/', folder)).sort();
  const expected = SAMPLES.flatMap(({ id }) => [`${id}.planloom.json`, `${id}.eval.json`]);
  expect(files).toEqual(expected.sort());
});

test('A2 ask-a-table has at least 200 rows, research-documents at least 10 documents', () => {
  const [first] = readNow(workspaceOf('ask-a-table').documents);
  const sales = first?.text ?? '';
  expect(sales.trim().split('\n').length - 1).toBeGreaterThanOrEqual(200);
  expect(workspaceOf('research-documents').documents.length).toBeGreaterThanOrEqual(10);
});

describe('loadSample', () => {
  test('reads what it fetches', async () => {
    const loaded = await loadSample('ask-a-table', async (path) =>
      readFileSync(new URL(path, folder), 'utf8'),
    );
    expect(loaded).toMatchObject({ ok: true, value: { id: 'ask-a-table' } });
  });

  test('T8 says so when it cannot', async () => {
    const unreachable = await loadSample('ask-a-table', () => Promise.reject(new Error('offline')));
    expect(unreachable).toMatchObject({ ok: false, problem: [{ code: 'SAMPLE_UNREACHABLE' }] });
    const broken = await loadSample('ask-a-table', async () => '<!doctype html>');
    expect(broken.ok).toBe(false);
  });
});
