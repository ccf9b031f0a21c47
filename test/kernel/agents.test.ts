import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, LIMITS } from '#base';
import { BEHAVIOUR_FLAGS, persist, recordOf, replay, restore, step } from '#kernel';
import { ASKING, answers, MODELS, promptAt, says } from '../notation/models';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, startOf, TestRun, tool } from '../notation/run';

const FIND = tool('find', 'read', {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
  additionalProperties: false,
});
const CLOSURE = {
  ...ASKING.closure,
  capabilities: [tool('model.generate', 'read'), tool('echo', 'pure'), FIND],
};

/** An agent that may find and echo, and may have four turns. */
function agent(rest = ''): TestRun {
  return runOf(planOf(rest), { closure: CLOSURE });
}

function planOf(rest = '') {
  return plan(
    `out got\na: AGENT Count the looms {tools: [find, echo], maxIterations: 4,${rest} output: {got: result}}`,
  );
}

function acts(tool: string, input: Json = {}): JsonObject {
  return answers({ thought: 'Next.', action: { tool, input } });
}

function answersWith(answer: Json): JsonObject {
  return answers({ thought: 'Done.', answer });
}

function verdict(met: boolean, reason = 'So it is.'): JsonObject {
  return answers({ reason, met });
}

const CRITERIA = 'successCriteria: "a number is named",';

describe('AGENT', () => {
  test('L11 K2 it thinks and acts in turn, each a leaf of its scope, and succeeds with its answer', () => {
    const run = agent();
    expect(run.open).toEqual(['/a/think-1#1']);
    expect(run.done('/a/think-1#1', acts('find', { query: 'looms' }))).toEqual([
      expect.stringMatching(/^ok \/a\/think-1#1 /),
      'start /a/act-1#1 {"query":"looms"}',
      'call /a/act-1#1 find',
    ]);
    run.done('/a/act-1#1', { looms: 3 });
    expect(run.open).toEqual(['/a/think-2#1']);
    expect(promptAt(run, '/a/think-2#1')).toContain(
      'Observations:\n- find with {"query":"looms"}: {"looms":3}',
    );
    expect(run.done('/a/think-2#1', answersWith('three')).slice(1)).toEqual([
      'ok /a {"answer":"three","met":true,"iterations":2}',
      'set /a got {"answer":"three","met":true,"iterations":2}',
      'completed {"got":{"answer":"three","met":true,"iterations":2}}',
    ]);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L11 what it is told: the goal, what it is given, its tools with what they take and give, and the demand last', () => {
    const run = agent('input: {bin: 4},');
    const prompt = promptAt(run, '/a/think-1#1');
    expect(prompt).toMatch(/^Goal:\nCount the looms\n\nMaterial:\n{"bin":4}\n\nTools:\n- echo: /);
    expect(prompt).toContain('"required":["query"]');
    expect(prompt.trimEnd().endsWith('JSON alone.')).toBe(true);
    expect(run.command('/a/think-1#1')).toMatchObject({
      input: { schema: { properties: { action: { properties: { tool: { enum: ['echo', 'find'] } } } } } },
    });
  });

  test('L11 an error of a tool is what it sees', () => {
    const run = agent();
    run.done('/a/think-1#1', acts('find', { query: 'looms' }));
    run.fails('/a/act-1#1', 'GONE');
    expect(promptAt(run, '/a/think-2#1')).toContain('failed with GONE: It said GONE.');
    expect(run.status).toBe('running');
  });

  test.each([
    ['an unknown tool', acts('weave'), 'You have no tool "weave". You have echo, find.'],
    ['a tool of the workspace that it has not', acts('model.generate'), 'You have no tool "model.generate"'],
    ['input that breaks its schema', acts('find', { query: 4 }), 'The input does not fit "find" at /query'],
    ['a reply in no shape', says('Let me think.'), 'Your reply was neither an action nor an answer.'],
  ])('L11 %s is what it sees, and nothing is called', (_name, reply, seen) => {
    const run = agent();
    run.done('/a/think-1#1', reply);
    expect(run.open).toEqual(['/a/think-2#1']);
    expect(promptAt(run, '/a/think-2#1')).toContain(seen);
  });

  test('L11 the same refused action twice running fails ACTION_REFUSED', () => {
    const run = agent();
    run.done('/a/think-1#1', acts('weave'));
    expect(run.done('/a/think-2#1', acts('weave'))).toContain('failed ACTION_REFUSED');
  });

  test('L11 another action between two refused ones, and it goes on', () => {
    const run = agent();
    run.done('/a/think-1#1', acts('weave'));
    run.done('/a/think-2#1', acts('echo'));
    run.done('/a/act-2#1', 'hi');
    run.done('/a/think-3#1', acts('weave'));
    expect(run.open).toEqual(['/a/think-4#1']);
  });

  test('L11 criteria are judged after each action and of the answer; one that does not meet them is none', () => {
    const run = agent(CRITERIA);
    run.done('/a/think-1#1', acts('find', { query: 'looms' }));
    run.done('/a/act-1#1', { looms: 3 });
    expect(run.open).toEqual(['/a/judge-1#1']);
    expect(promptAt(run, '/a/judge-1#1')).toContain('Criteria:\na number is named');
    run.done('/a/judge-1#1', verdict(true, 'There are three.'));
    expect(promptAt(run, '/a/think-2#1')).toContain(
      'Judged: the criteria are met. There are three. Answer now.',
    );
    run.done('/a/think-2#1', answersWith('some'));
    expect(promptAt(run, '/a/judge-2#1')).toContain('Answer:\nsome');
    run.done('/a/judge-2#1', verdict(false, 'No number.'));
    expect(promptAt(run, '/a/think-3#1')).toContain('your answer does not meet the criteria. No number.');
    run.done('/a/think-3#1', answersWith('three'));
    expect(run.done('/a/judge-3#1', verdict(true))).toContain(
      'ok /a {"answer":"three","met":true,"iterations":3}',
    );
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L11 criteria on lines of their own are judged one by one; the agent hears which are open', () => {
    const run = agent('successCriteria: "- a number is named\\n2) it says of what\\n\\n* with a source",');
    run.done('/a/think-1#1', acts('find', { query: 'looms' }));
    run.done('/a/act-1#1', { looms: 3 });
    expect(promptAt(run, '/a/judge-1#1')).toContain(
      'Criteria:\n1. a number is named\n2. it says of what\n3. with a source\n',
    );
    expect(run.command('/a/judge-1#1')).toMatchObject({
      input: { schema: { properties: { met: { type: 'array', items: { enum: [1, 2, 3] } } } } },
    });
    run.done('/a/judge-1#1', answers({ reason: 'No source.', met: [1, '2', 7] }));
    expect(promptAt(run, '/a/think-2#1')).toContain('Judged: not met yet: "with a source". No source.');
    run.done('/a/think-2#1', answersWith('three looms'));
    run.done('/a/judge-2#1', answers({ reason: 'Still none.', met: [1] }));
    expect(promptAt(run, '/a/think-3#1')).toContain(
      'Judged: your answer does not meet: "it says of what", "with a source". Still none.',
    );
    run.done('/a/think-3#1', answersWith('three looms (1)'));
    expect(run.done('/a/judge-3#1', answers({ reason: 'Yes.', met: [3, 2, 1] }))).toContain(
      'ok /a {"answer":"three looms (1)","met":true,"iterations":3}',
    );
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('L11 of several criteria a plain yes or no counts for all, and a blank line is none', () => {
    const run = agent('successCriteria: "a\\nb",');
    run.done('/a/think-1#1', answersWith('three'));
    run.done('/a/judge-1#1', verdict(false, 'None.'));
    run.done('/a/think-2#1', answersWith('three'));
    expect(run.done('/a/judge-2#1', verdict(true))).toContainEqual(expect.stringContaining('"met":true'));
    const blank = agent('successCriteria: " \\n ",');
    expect(blank.done('/a/think-1#1', answersWith('three'))).toContainEqual(
      expect.stringContaining('"met":true'),
    );
  });

  test('K5 L11 a run recorded before criteria were told apart asks for all of them as one text', () => {
    const text = 'a number is named\nit says of what';
    const flags = BEHAVIOUR_FLAGS.filter((flag) => flag !== 26);
    const run = runOf(planOf(`successCriteria: ${JSON.stringify(text)},`), { closure: CLOSURE, flags });
    run.done('/a/think-1#1', answersWith('three'));
    expect(promptAt(run, '/a/judge-1#1')).toContain(`Criteria:\n${text}\n`);
    run.done('/a/judge-1#1', verdict(false, 'None.'));
    expect(promptAt(run, '/a/think-2#1')).toContain('your answer does not meet the criteria. None.');
  });

  test('L11 a verdict in no shape is none', () => {
    const run = agent(CRITERIA);
    run.done('/a/think-1#1', answersWith('three'));
    run.done('/a/judge-1#1', says('Fine, I suppose.'));
    expect(promptAt(run, '/a/think-2#1')).toContain('does not meet the criteria. Fine, I suppose.');
  });

  test('L11 without an answer at its limit it fails AGENT_LIMIT', () => {
    const run = agent();
    for (const turn of [1, 2, 3, 4]) {
      run.done(`/a/think-${turn}#1`, acts('echo', { turn }));
      run.done(`/a/act-${turn}#1`, turn);
    }
    expect(run.lines).toContain('failed AGENT_LIMIT');
  });

  test('L11 with atLimit it thinks once more without tools, and answers with met as it is', () => {
    const run = agent(`${CRITERIA} atLimit: answer,`);
    for (const turn of [1, 2, 3, 4]) {
      run.done(`/a/think-${turn}#1`, acts('echo', { turn }));
      run.done(`/a/act-${turn}#1`, turn);
      run.done(`/a/judge-${turn}#1`, verdict(false));
    }
    const prompt = promptAt(run, '/a/think-5#1');
    expect(prompt).not.toContain('Tools:');
    expect(prompt).toContain('Answer now, from what you know.');
    run.done('/a/think-5#1', answersWith('a few'));
    expect(run.done('/a/judge-5#1', verdict(false))).toContain(
      'ok /a {"answer":"a few","met":false,"iterations":5}',
    );
  });

  test('L9 asked for its answer at the limit and giving none, it fails RESULT_INVALID', () => {
    const run = agent('atLimit: answer,');
    for (const turn of [1, 2, 3, 4]) {
      run.done(`/a/think-${turn}#1`, acts('echo', { turn }));
      run.done(`/a/act-${turn}#1`, turn);
    }
    expect(run.done('/a/think-5#1', acts('echo'))).toContain('failed RESULT_INVALID');
  });

  test('L11 first: tool calls its first tool before anything is thought, with the goal as its query', () => {
    const run = agent('first: tool,');
    expect(run.open).toEqual(['/a/act-1#1']);
    expect(run.command('/a/act-1#1')).toMatchObject({
      capability: 'find',
      input: { query: 'Count the looms' },
    });
    run.done('/a/act-1#1', { looms: 3 });
    expect(run.open).toEqual(['/a/think-2#1']);
  });

  test('reference 4: it sees the last five observations, each shortened', () => {
    const run = agent();
    const long = 'x'.repeat(LIMITS.observationCharacters + 10);
    run.done('/a/think-1#1', acts('echo', {}));
    run.done('/a/act-1#1', long);
    const prompt = promptAt(run, '/a/think-2#1');
    expect(prompt).toContain('… (');
    expect(prompt.length).toBeLessThan(LIMITS.observationCharacters + 1_500);
    const many = runOf(plan('a: AGENT Weave {tools: [echo], maxIterations: 9}'), { closure: CLOSURE });
    for (const turn of [1, 2, 3, 4, 5, 6]) {
      many.done(`/a/think-${turn}#1`, acts('echo', { turn }));
      many.done(`/a/act-${turn}#1`, `seen ${turn}`);
    }
    const last = promptAt(many, '/a/think-7#1');
    expect(last).not.toContain('seen 1');
    expect(last.match(/seen \d/g)).toEqual(['seen 2', 'seen 3', 'seen 4', 'seen 5', 'seen 6']);
  });

  test('P5 a thought that one model cannot give is asked of the next, under a number of its own', () => {
    const run = agent();
    expect(MODELS).toHaveLength(2);
    run.fails('/a/think-1#1', 'MODEL_DOWN');
    expect(run.command('/a/think-2#1')).toMatchObject({ input: { model: 'large' } });
    run.done('/a/think-2#1', acts('echo'));
    run.done('/a/act-2#1', 'hi');
    expect(run.command('/a/think-3#1')).toMatchObject({ input: { model: 'large' } });
    expect(run.fails('/a/think-3#1', 'MODEL_DOWN')).toContain('failed MODEL_DOWN');
  });

  test('L2 a failed attempt begins anew', () => {
    const run = agent('retry: {maxAttempts: 2, initialIntervalMs: 1}, models: [small],');
    run.done('/a/think-1#1', acts('echo'));
    run.done('/a/act-1#1', 'hi');
    run.fails('/a/think-2#1');
    run.fires('/a!retry');
    expect(run.open).toEqual(['/a#2/think-1#1']);
    expect(promptAt(run, '/a#2/think-1#1')).not.toContain('Observations');
  });

  test('K8 a fork inside its third turn calls nothing that came before', () => {
    const run = agent();
    for (const turn of [1, 2]) {
      run.done(`/a/think-${turn}#1`, acts('echo', { turn }));
      run.done(`/a/act-${turn}#1`, turn);
    }
    const reuse = recordOf(run.commits, run.commits.length, {});
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const fork = new TestRun();
    fork.feed({ ...startOf(planOf(), { closure: CLOSURE }), runId: 'fork', reuse: reuse.value });
    expect(fork.open).toEqual(['/a/think-3#1']);
    expect(replay(fork.commits)).toMatchObject({ ok: true });
  });

  test('P14 L11 in the plan of a planner it is told of the steps, their status and what they gave', () => {
    const from = plan(
      'var dynamicPlan\np: PLANNER rules {tools: [find, echo, model.generate]}\ne: PLAN_EXECUTOR\np -> e',
    );
    const run = runOf(from, { closure: CLOSURE });
    run.proposes(
      '/p!1',
      body(
        'one: CAPABILITY echo\ntwo: AGENT Count {tools: [find]}\nthree: CAPABILITY echo {name: Say it}\none -> two -> three',
      ),
    );
    run.done('/e@1/one#1', 'w'.repeat(500));
    const prompt = promptAt(run, '/e@1/two/think-1#1');
    const told = JSON.parse(/step of:\n(.*)\n/.exec(prompt)?.[1] ?? '');
    expect(told).toMatchObject({
      current: 2,
      total: 3,
      steps: [
        { id: 'one', status: 'completed', summary: 'w'.repeat(400) },
        { id: 'two', goal: 'Count', status: 'current', summary: '' },
        { id: 'three', goal: 'Say it', status: 'pending', summary: '' },
      ],
    });
  });

  describe('K15 a call that it chose and that may change something outside', () => {
    function mailing(setup: RunSetup = {}): TestRun {
      const capabilities = [...CLOSURE.capabilities, tool('mail', 'write')];
      const run = runOf(plan('a: AGENT Tell them {tools: [mail, find]}'), {
        closure: { ...CLOSURE, capabilities },
        ...setup,
      });
      run.done('/a/think-1#1', acts('mail', { to: 'ann' }));
      return run;
    }
    const WAIT = '/a/act-1#1!approve';
    const hashAt = (run: TestRun) => {
      const command = run.command(WAIT);
      return command.kind === 'wait' ? (command.call?.hash ?? '') : '';
    };

    test('K15 waits for a person, who is told capability, effect and arguments', () => {
      const run = mailing();
      expect(run.open).toEqual([WAIT]);
      expect(run.status).toBe('waiting');
      expect(run.command(WAIT)).toMatchObject({
        for: 'approval',
        call: { capability: 'mail', effect: 'write', input: { to: 'ann' } },
      });
    });

    test('K15 leaves when it is approved, and what comes of it is what the agent sees', () => {
      const run = mailing();
      expect(run.answer(WAIT, { decision: 'approve', hash: hashAt(run) })).toContain('call /a/act-1#1 mail');
      run.done('/a/act-1#1', 'sent');
      expect(promptAt(run, '/a/think-2#1')).toContain('mail with {"to":"ann"}: sent');
      expect(replay(run.commits)).toMatchObject({ ok: true });
    });

    test('K15 rejected it fails CALL_REFUSED, which the agent sees with the reason', () => {
      const run = mailing();
      run.answer(WAIT, { decision: 'reject', hash: hashAt(run), reason: 'not today' });
      expect(promptAt(run, '/a/think-2#1')).toContain(
        'failed with CALL_REFUSED: A person refused the call of "mail": not today',
      );
    });

    test.each([
      ['the hash of another call', { decision: 'approve', hash: '0'.repeat(64) }, 'APPROVAL_STALE'],
      ['no hash', { decision: 'approve' }, 'APPROVAL_STALE'],
      ['no decision', { decision: 'maybe' }, 'DECISION_UNKNOWN'],
      ['no object', true, 'DECISION_UNKNOWN'],
    ])('K15 T7 %s is refused, and it goes on waiting', (_name, value, code) => {
      const run = mailing();
      expect(run.answer(WAIT, value)).toEqual([`refused ${WAIT} ${code}`]);
      expect(run.open).toEqual([WAIT]);
    });

    test('T7 the hash is that of run, attempt, capability and arguments', () => {
      const hash = hashAt(mailing());
      const other = runOf(plan('a: AGENT Tell them {tools: [mail, find]}'), {
        closure: { ...CLOSURE, capabilities: [...CLOSURE.capabilities, tool('mail', 'write')] },
      });
      other.done('/a/think-1#1', acts('mail', { to: 'bob' }));
      expect(hashAt(mailing())).toBe(hash);
      expect(hashAt(other)).not.toBe(hash);
    });

    test('K1 K4 in the middle of it, put through JSON, a run goes on as before', () => {
      const run = mailing();
      const fact = {
        type: 'answer.given',
        address: run.command(WAIT).address,
        value: { decision: 'approve', hash: hashAt(run) },
      } as const;
      if (run.state === null) throw new Error('no run');
      const restored = restore(JSON.parse(JSON.stringify(persist(run.state))));
      expect(step(restored, fact).entries).toEqual(step(run.state, fact).entries);
    });

    test('R19 approved while the run is paused it leaves when that goes on', () => {
      const run = mailing();
      run.feed({ type: 'run.paused', reason: 'user' });
      run.answer(WAIT, { decision: 'approve', hash: hashAt(run) });
      expect(run.open).toEqual([]);
      expect(run.feed({ type: 'run.resumed' })).toContain('call /a/act-1#1 mail');
    });

    test('K8 what is served in a fork asks for no leave', () => {
      const run = mailing();
      run.answer(WAIT, { decision: 'approve', hash: hashAt(run) });
      run.done('/a/act-1#1', 'sent');
      const reuse = recordOf(run.commits, run.commits.length, {});
      if (!reuse.ok) throw new Error(reuse.problem.message);
      const fork = new TestRun();
      const { start } = run.state ?? {};
      if (start === undefined) throw new Error('no run');
      fork.feed({ ...start, runId: 'fork', reuse: reuse.value });
      expect(fork.open).toEqual(['/a/think-2#1']);
    });
  });

  test('P14 of mode single it is one call of its first tool, with the goal as its query', () => {
    const text =
      'in what   out got\na: AGENT Weave {{ what }} {tools: [echo, gone], mode: single, input: {bin: 4}, output: {got: result}}';
    const run = runOf(plan(text), { input: { what: 'a loom' } });
    expect(run.open).toEqual(['/a#1']);
    expect(run.command('/a#1')).toMatchObject({
      capability: 'echo',
      input: { query: 'Weave a loom', bin: 4 },
    });
    expect(run.done('/a#1', 'woven')).toContain('completed {"got":"woven"}');
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('P14 what it fails with is handled as it says, and nothing else is tried', () => {
    const run = runOf(
      plan(
        'a: AGENT Weave {tools: [echo, table.load], mode: single, onError: continue}\nb: CAPABILITY echo\na -> b',
      ),
    );
    expect(run.fails('/a#1', 'GONE')).toContain('start /b#1');
  });
});
