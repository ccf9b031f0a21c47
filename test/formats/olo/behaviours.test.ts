import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { importOlo } from '#formats';
import { replay } from '#kernel';
import { project, recordsOf } from '#projection';
import { story } from '../../runtime/notation';
import { endOf, FRAMING, PLANNER, REPLY, runOf, studio, variables } from './studio';

describe('reference 1: one activity per planner step', () => {
  it('§1, §4.2, §8 PLANNER is one command, then each step is one command of its own (K2)', async () => {
    const ran = await runOf(studio([PLANNER]));
    expect(ran.calls).toEqual(['sketcher /plan@1/step-1#1', 'painter /plan@1/step-2#1']);
    expect(ran.asked).toHaveLength(1);
    const commands = ran.run.commits
      .flatMap(({ entries }) => entries)
      .filter(({ kind }) => kind === 'command');
    const work = commands
      .filter(({ address }) => !address.endsWith('!timeout'))
      .map(({ address }) => address);
    expect(work).toEqual(['/plan!1', '/plan@1/step-1#1', '/plan@1/step-2#1']);
  });

  it('§2.4 the result mapping is applied when all has run', async () => {
    expect(endOf(await runOf(studio([PLANNER])))).toMatchObject({
      kind: 'run.completed',
      outputs: { answer: 'the river, painted' },
    });
  });

  it('§2.3 nodes after a PLANNER run as drawn: their break after dynamic steps is not copied (S3)', async () => {
    const ran = await runOf(studio([PLANNER, FRAMING]));
    expect(ran.calls).toEqual(['sketcher /plan@1/step-1#1', 'painter /plan@1/step-2#1', 'framer /frame#1']);
    expect(variables(ran)).toMatchObject({ framed: '[the river, painted]' });
  });

  it('§2.3 the importer warns of nodes that their engine never reached', () => {
    expect(importOlo(studio([PLANNER, FRAMING])).diagnostics.map(({ code }) => code)).toContain(
      'AFTER_PLANNER',
    );
    expect(importOlo(studio([FRAMING, PLANNER])).diagnostics.map(({ code }) => code)).not.toContain(
      'AFTER_PLANNER',
    );
  });

  it('§2.5 a failure is a failure: the tree is not run again as a whole (S3)', async () => {
    const fails = {
      painter: () => {
        throw new Error('no colours');
      },
    };
    const ran = await runOf(studio([PLANNER]), fails);
    expect(endOf(ran)).toMatchObject({ kind: 'run.failed' });
    expect(ran.calls.filter((call) => call.startsWith('sketcher'))).toHaveLength(1);
  });

  it('§7.1 the model is asked once with the question, and its raw reply is kept in a variable', async () => {
    const ran = await runOf(studio([PLANNER]));
    expect(ran.asked[0]).toContain('Paint!');
    expect(variables(ran)).toMatchObject({ __planner_result: REPLY });
  });

  it('§7.1 interpret only: the text is there already, nobody is asked, and a person approves it (P8)', async () => {
    const muse: JsonObject = {
      id: 'muse',
      type: 'PLUGIN',
      pluginRef: 'muser',
      outputMappings: [{ pluginParameter: 'responseText', variable: '__planner_result' }],
    };
    const ran = await runOf(studio([muse, { id: 'plan', type: 'PLANNER', params: {} }]), {
      muser: () => ({ responseText: REPLY }),
    });
    expect(ran.calls).toEqual(['muser /muse#1', 'sketcher /plan@1/step-1#1', 'painter /plan@1/step-2#1']);
    expect(ran.asked).toEqual([]);
    const commands = ran.run.commits
      .flatMap(({ entries }) => entries)
      .filter(({ kind }) => kind === 'command');
    expect(commands.map(({ address }) => address)).toContain('/plan!approve');
  });

  it('§7.2, §7.3 a subtree creator gives variables and steps', async () => {
    const cut = ({ planText }: JsonObject) => ({
      variablesToInject: { __palette: 'warm', __text: planText },
      steps: [
        { pluginRef: 'sketcher', prompt: 'a mill' },
        { pluginRef: 'painter', prompt: 'its wheel' },
      ],
    });
    const planner = { ...PLANNER, params: { modelPluginRef: 'muser', subtreeCreatorPluginRef: 'cut' } };
    const ran = await runOf(studio([planner]), { cut }, 'two steps, please');
    expect(ran.calls).toEqual(['cut /plan!1', 'sketcher /plan@1/step-1#1', 'painter /plan@1/step-2#1']);
    expect(variables(ran)).toMatchObject({
      __palette: 'warm',
      __text: 'two steps, please',
      __planner_step_0_prompt: 'a mill',
    });
  });

  it('§5, §7.3, §9 every step reads its injected prompt and writes its own response', async () => {
    expect(variables(await runOf(studio([PLANNER])))).toMatchObject({
      __planner_step_0_prompt: 'a bridge',
      __planner_step_0_response: 'sketch of a bridge',
      __planner_step_1_prompt: 'the river',
      __planner_step_1_response: 'the river, painted',
    });
  });

  it('§4.3, §5 a dynamic-step map runs as one call a step', async () => {
    const steps = ['sketcher', 'painter'].map((pluginRef, index) => ({
      nodeId: `0b1f6a5e-77aa-4e0c-9a2e-00000000000${index}`,
      activityType: `PLUGIN:${pluginRef}`,
      pluginRef,
      displayName: `step-${index}-${pluginRef}`,
      inputMappings: [{ pluginParameter: 'prompt', variable: 'text' }],
      outputMappings: [{ pluginParameter: 'responseText', variable: 'text' }],
    }));
    const ran = await runOf({ variableMapJson: '{}', dynamicSteps: steps }, {}, REPLY, { input: {} });
    expect(ran.calls.map((call) => call.split(' ')[0])).toEqual(['sketcher', 'painter']);
    expect(variables(ran)).toMatchObject({ text: 'sketch of null, painted' });
  });

  it('§10 one run id for the whole run, which the caller may give; one record a node and attempt (K12)', async () => {
    const ran = await runOf(studio([PLANNER]), {}, REPLY, { runId: 'run-of-mine' });
    expect(ran.run.runId).toBe('run-of-mine');
    expect(ran.run.commits.filter(({ fact }) => fact.type === 'run.started')).toHaveLength(1);
    const started = story(ran.run.commits).filter((line) => line.startsWith('node.started'));
    expect(new Set(started).size).toBe(started.length);
    expect(replay(ran.run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('§10, K12 records: one of the run, one of each attempt of a node, one of what it was started with', async () => {
    const labels = { queue: 'easel', tenantId: 'guild', userId: 'ana', sessionId: 's-1' };
    let tries = 0;
    const works = {
      painter: ({ prompt }: JsonObject) => {
        if (++tries === 1) throw new Error('wet');
        return { responseText: `${prompt}, painted` };
      },
    };
    const defaults = { activity: { retryPolicy: { maximumAttempts: 2, initialIntervalSeconds: 0 } } };
    const ran = await runOf({ executionDefaults: defaults, ...studio([PLANNER]) }, works, REPLY, {
      labels,
      runId: 'r-1',
    });
    const records = recordsOf(project(ran.run.commits));
    expect(records?.run).toMatchObject({
      ...labels,
      runId: 'r-1',
      pipeline: 'studio',
      status: 'completed',
      outputs: { answer: 'the river, painted' },
      nodes: 3,
      error: null,
    });
    const rows = records?.nodes.map(({ address, activityType, attempt, status, parent, order, depth }) =>
      [order, address, activityType, attempt, status, parent, depth].join(' '),
    );
    expect(rows).toEqual([
      '1 /plan PLANNER 1 succeeded  0',
      '2 /plan@1/step-1 CAPABILITY:sketcher 1 succeeded /plan 1',
      '3 /plan@1/step-2 CAPABILITY:painter 1 failed /plan 1',
      '3 /plan@1/step-2 CAPABILITY:painter 2 succeeded /plan 1',
    ]);
    expect(records?.nodes.every((row) => row.runId === 'r-1' && row.tenantId === 'guild')).toBe(true);
    expect(records?.config).toMatchObject({
      pipeline: 'studio',
      capabilities: expect.arrayContaining(['painter']),
    });
  });
});
