import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exportPlannerPlan, exportSteps, FORMAT_IDS, FORMATS, recognise, textOfExport } from '#formats';
import { allNodes, read, type Workspace } from '#plan';
import { plan, workspace } from '../notation/plan';
import { FORMATS_WITH_EXAMPLES } from './examples';

function samples(): readonly Workspace[] {
  return readdirSync('public/samples').flatMap((name) => {
    const outcome = read(readFileSync(`public/samples/${name}`, 'utf8'));
    return outcome.kind === 'document' ? [outcome.workspace] : [];
  });
}

/** What comes of files of each format: whatever it reads, it has something to write. */
async function imported(): Promise<readonly Workspace[]> {
  const files = FORMATS_WITH_EXAMPLES.flatMap(([, format, examples]) =>
    examples.map((file) => format.read(file)),
  );
  return (await Promise.all(files)).flatMap(({ workspace }) => (workspace === null ? [] : [workspace]));
}

describe('S3 what is exported', () => {
  test('fault F8 is recognised when it comes back, without a person saying what it is', async () => {
    const goals = workspace([plan('a: AGENT Weave {tools: [echo]}\nb: CAPABILITY echo\na -> b')]);
    const recognised = new Set<string>();
    for (const one of [...samples(), goals, ...(await imported())])
      for (const each of one.plans)
        for (const { id: format, holds, write } of FORMATS) {
          const written = await write(each, one);
          if (!holds.includes(each.kind)) expect(written.ok).toBe(false);
          if (!written.ok) continue;
          expect([each.id, format, recognise(textOfExport(written.value))]).toEqual([
            each.id,
            format,
            format,
          ]);
          recognised.add(format);
        }
    expect([...recognised].sort()).toEqual([...FORMAT_IDS].sort());
  });

  test('fault F8 a file that would hold nothing of the plan is refused', () => {
    const one = workspace([plan('a: PLANNER {goal: Weave}\nb: PLAN_EXECUTOR\na -> b')]);
    const [each] = one.plans;
    const written = each && exportSteps(each, one);
    expect(written).toMatchObject({ ok: false, problem: { code: 'EXPORT_EMPTY' } });
  });

  test('fault F8 every node that a format cannot hold is named, with how many go with it', () => {
    const one = workspace([
      plan('a: CAPABILITY echo\ng: GROUP ASYNC\n  b: CAPABILITY echo\n  c: CAPABILITY echo\na -> g'),
    ]);
    const [each] = one.plans;
    if (each?.kind !== 'capability') throw new Error('no plan');
    expect([...allNodes(each)]).toHaveLength(4);
    for (const write of [exportPlannerPlan, exportSteps]) {
      const written = write(each, one);
      const messages = written.ok ? written.value.leftOut.map(({ message }) => message).join('\n') : '';
      expect(messages).toContain('"g" (with the 2 nodes in it) is left out');
    }
  });
});
