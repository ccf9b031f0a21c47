import { describe, expect, it } from 'vitest';
import { type JsonObject, LIMITS, utf8Length } from '#base';
import { type Commit, type Fact, replay, seal, step as stepOf } from '#kernel';
import { CallError, type ModelEvent, type ModelRequest, type Models } from '#runtime';
import { facts, hostOf, settle, start, statusesOf, takeUp } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 5, outputTokens: 9 }, finishReason: 'stop' };
const SPEC = { id: 'main', connection: 'server', model: 'scripted', name: 'Scripted' };
const REST: JsonObject = { models: [SPEC], connections: [{ id: 'server' }] };
const PLAN = `
  plan: PLANNER llm {goal: "Say hello.", models: [main], repairRetries: 1, modelRetries: 0}
  execute: PLAN_EXECUTOR
  plan -> execute
`;

type Reply = readonly (string | Error)[];

/** A model that gives these replies one after another, each in these pieces. */
function modelOf(...replies: readonly Reply[]): Models & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    list: [SPEC],
    stream: async function* (request) {
      const reply = replies[Math.min(requests.length, replies.length - 1)] ?? [];
      requests.push(request);
      for (const piece of reply) {
        if (piece instanceof Error) throw piece;
        yield { type: 'text', text: piece };
      }
      yield DONE;
    },
  };
}

const step = (id: string, text: string) => ({ id, tool: 'echo', input: { text } });
const planText = (...steps: readonly object[]) => JSON.stringify({ steps });

function repliesIn(commits: readonly Commit[]): Extract<Fact, { type: 'plan.replied' }>[] {
  return commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact] : []));
}

describe('asking a model for a plan', () => {
  it('P6 keeps the attempt whole: prompt, template, model, parameters, reply, verdict, tokens', async () => {
    const models = modelOf([planText(step('a', 'hello'))]);
    const run = start(hostOf({}, { models }), PLAN, {
      rest: { ...REST, models: [{ ...SPEC, temperature: 0.3 }] },
    });
    await run.done;
    const [reply] = repliesIn(run.commits);
    expect(reply?.attempt).toMatchObject({
      flavour: 'llm',
      madeBy: 'Scripted',
      model: 'main',
      parameters: { temperature: 0.3 },
      reply: planText(step('a', 'hello')),
      verdict: 'accepted',
      problems: [],
      usage: { inputTokens: 5, outputTokens: 9 },
    });
    expect(reply?.attempt.template).not.toBeNull();
    expect(reply?.attempt.prompt).toContain('Say hello.');
    expect(reply?.plan?.nodes.length).toBeGreaterThan(0);
    expect(models.requests[0]).toMatchObject({ model: 'main', temperature: 0.3 });
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('P8 the prompt names the tools that are allowed, and no others', async () => {
    const models = modelOf([planText(step('a', 'x'))]);
    const text = PLAN.replace('models: [main]', 'models: [main], tools: [echo]');
    await start(hostOf({}, { models }), text, { rest: REST }).done;
    const prompt = models.requests[0]?.messages.map((message) => message.text).join('\n') ?? '';
    expect(prompt).toContain('echo');
    expect(prompt).not.toContain('table.filter');
  });

  it('fault S9 a run whose ledger does not say what else there was asks its host, and is told right all the same', async () => {
    const narrow = PLAN.replace('models: [main]', 'models: [main], tools: [echo]');
    const text = narrow.replace('PLAN_EXECUTOR', 'PLAN_EXECUTOR {tools: [echo]}');
    const before = start(hostOf({ other: () => 1 }), text, { rest: REST, paused: true });
    await before.atRest();
    before.close();
    const commits = before.commits.flatMap(({ at, fact }) => {
      if (fact.type !== 'run.started') return [];
      const { otherCapabilities, ...closure } = fact.closure;
      expect(otherCapabilities).toContain('other');
      const old = { ...fact, closure };
      return [seal(null, { at, fact: old, entries: stepOf(null, old).entries })];
    });
    const naming = (tool: string) => [planText({ ...step('a', 'x'), tool })];
    const models = modelOf(naming('other'), naming('none'));
    const run = takeUp(hostOf({ other: () => 1 }, { models }), text, commits);
    await run.resume();
    await run.done;
    expect(
      repliesIn(run.commits)
        .slice(0, 2)
        .map(({ attempt }) => attempt.problems[0]?.message),
    ).toEqual(['The tool "other" is not allowed here.', 'There is no tool "none".']);
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  it('D4 streamed steps are facts, in order, each before the reply is whole', async () => {
    const lines = [step('a', 'one'), step('b', 'two')].map(
      (one) => `${JSON.stringify({ type: 'step', step: one })}\n`,
    );
    const run = start(hostOf({}, { models: modelOf(lines) }), PLAN.replace('llm', 'stream'), { rest: REST });
    await run.done;
    expect(facts(run.commits).slice(0, 4)).toEqual([
      'run.started',
      'plan.step /plan!1',
      'plan.step /plan!1',
      'plan.replied /plan!1',
    ]);
    const steps = run.commits.flatMap(({ fact }) => (fact.type === 'plan.step' ? [fact.step] : []));
    expect(steps).toEqual([0, 1]);
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('D4, M5 the states of a machine are facts, each before the reply is whole', async () => {
    const pieces = [
      '{"plan_type": "greet", "initial_state": "a", "states": {"a": {"action": {"event_type": "echo"',
      ', "data": {"text": "x"}}, "default_next": "b"}',
      ', "b": {"is_terminal": true}}}',
    ];
    const text = PLAN.replace('llm', 'state-machine');
    const run = start(hostOf({}, { models: modelOf(pieces) }), text, { rest: REST });
    await run.done;
    const steps = run.commits.flatMap(({ fact }) => (fact.type === 'plan.step' ? [fact] : []));
    expect(steps.map(({ node, state, machine }) => [node, state?.id, machine])).toEqual([
      [null, 'a', { id: 'greet', initial: 'a' }],
      [null, 'b', { id: 'greet', initial: 'a' }],
    ]);
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('D4 an invalid streamed step is a ghost with its reason, and no plan is taken', async () => {
    const lines = [
      `${JSON.stringify({ type: 'step', step: { id: 'x', tool: 'nobody.knows', input: {} } })}\n`,
    ];
    const run = start(hostOf({}, { models: modelOf(lines) }), PLAN.replace('llm', 'stream'), { rest: REST });
    await run.done;
    const ghost = run.commits.map(({ fact }) => fact).find((fact) => fact.type === 'plan.step');
    expect(ghost).toMatchObject({ node: null, text: expect.stringContaining('nobody.knows') });
    expect(repliesIn(run.commits)[0]?.plan).toBeNull();
  });

  it('P5 a refused reply is repaired once, with the problems in the prompt', async () => {
    const models = modelOf(['I would rather not.'], [planText(step('a', 'hello'))]);
    const run = start(hostOf({}, { models }), PLAN, { rest: REST });
    await run.done;
    expect(repliesIn(run.commits).map(({ attempt }) => attempt.verdict)).toEqual(['refused', 'accepted']);
    expect(JSON.stringify(models.requests[1]?.messages)).toContain('I would rather not.');
  });

  describe('P5 the person does not wait for the models', () => {
    /** A model that writes a word and then nothing more, until it is let be. */
    function silent(): Models & { readonly asked: string[]; readonly withdrawn: string[] } {
      const [asked, withdrawn]: [string[], string[]] = [[], []];
      const list = [SPEC, { ...SPEC, id: 'second', name: 'Second' }];
      const stream: Models['stream'] = async function* ({ model }, signal) {
        asked.push(model);
        yield { type: 'text', text: 'Well' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        withdrawn.push(model);
        throw signal.reason;
      };
      return { list, stream, asked, withdrawn };
    }
    const BOTH: JsonObject = { ...REST, models: [SPEC, { ...SPEC, id: 'second', name: 'Second' }] };
    const TWO = PLAN.replace('[main]', '[main, second]').replace('modelRetries: 0', 'modelRetries: 1');
    const planIn = (commits: readonly Commit[]) => {
      const [command] = commits.flatMap(({ entries }) =>
        entries.flatMap((entry) =>
          entry.kind === 'command' && entry.data.command.kind === 'plan' ? [entry.data.command] : [],
        ),
      );
      if (command === undefined) throw new Error('No planner was asked.');
      return command;
    };

    it('no further model is asked, the rules are, what the model wrote is kept, and it replays', async () => {
      const models = silent();
      const run = start(hostOf({}, { models }), TWO, { rest: BOTH });
      await settle();
      // Nothing here is a question about data, so that they would have no plan: it is known before anything is withdrawn.
      expect(await run.rulesCanPlan(planIn(run.commits))).toBe(false);
      expect(models.withdrawn).toEqual([]);
      run.planByRules(planIn(run.commits).address);
      await run.done;
      expect([models.asked, models.withdrawn]).toEqual([['main'], ['main']]);
      const made = repliesIn(run.commits).map(({ attempt }) => [
        attempt.madeBy,
        attempt.flavour,
        attempt.problems[0]?.code,
      ]);
      expect(made.slice(0, 2)).toEqual([
        ['Scripted', 'llm', 'MODEL_PASSED_OVER'],
        ['Second', 'llm', 'MODEL_PASSED_OVER'],
      ]);
      expect(made[2]?.[1]).toBe('rules');
      expect(repliesIn(run.commits)[0]?.attempt.reply).toBe('Well');
      expect(replay(run.commits)).toMatchObject({ ok: true });
    });
  });

  it('case E4 a reply that breaks off is kept and marked, and never taken for a plan', async () => {
    const cut = new CallError({ code: 'MODEL_STREAM_CUT', message: 'It broke off.', help: 'Try again.' });
    const text = planText(step('a', 'hello'));
    const run = start(
      hostOf({}, { models: modelOf([text, cut]) }),
      PLAN.replace('repairRetries: 1', 'repairRetries: 0'),
      { rest: REST },
    );
    await run.done;
    expect(repliesIn(run.commits)[0]).toMatchObject({
      plan: null,
      attempt: { verdict: 'failed', reply: text, problems: [{ code: 'MODEL_STREAM_CUT' }] },
    });
  });

  it('case F8 a wait that the server asks for is kept to', async () => {
    const busy = new CallError({ code: 'MODEL_RATE_LIMITED', message: 'Busy.' }, { retryAfterMs: 7_000 });
    const models = modelOf([busy], [planText(step('a', 'hello'))]);
    const host = hostOf({}, { models });
    const run = start(host, PLAN, { rest: REST });
    await settle();
    expect(repliesIn(run.commits)[0]?.retryAfterMs).toBe(7_000);
    host.clock.advance(6_999);
    await settle();
    expect(models.requests).toHaveLength(1);
    host.clock.advance(1);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('cases A11 and H6 a secret in prompt and reply is masked', async () => {
    const secret = 'sk-canary-99887766';
    const models = modelOf([planText(step('a', `the key is ${secret}`))]);
    const host = hostOf({}, { models, secrets: () => [secret] });
    const run = start(host, PLAN.replace('Say hello.', `Use ${secret}.`), { rest: REST });
    await run.done;
    const attempts = JSON.stringify(repliesIn(run.commits));
    expect(attempts).toContain('[redacted]');
    expect(attempts).not.toContain(secret);
  });

  it('K9 tokens reach the screen as they come', async () => {
    const run = start(hostOf({}, { models: modelOf(['{"steps"', ': []}']) }), PLAN, { rest: REST });
    const seen: unknown[] = [];
    run.onProgress((...told) => seen.push(told));
    await settle();
    expect(seen.slice(0, 2)).toEqual([
      ['/plan!1', { kind: 'text', text: '{"steps"' }],
      ['/plan!1', { kind: 'text', text: ': []}' }],
    ]);
  });

  it('P1, P6 reasoning reaches the screen apart from the reply, and is kept with the attempt: masked, at most 100 KB, in no result', async () => {
    const secret = 'sk-1234567890';
    const thoughts = ['It is ', secret, ', so ', 'é'.repeat(LIMITS.reasoningBytes)];
    const stream: Models['stream'] = async function* () {
      for (const text of thoughts) yield { type: 'reasoning', text };
      yield { type: 'text', text: planText(step('a', 'hello')) };
      yield DONE;
    };
    const host = hostOf({}, { models: { list: [SPEC], stream }, secrets: () => [secret] });
    const run = start(host, PLAN, { rest: REST });
    const kinds: string[] = [];
    run.onProgress((_address, { kind }) => kinds.push(kind));
    await run.done;
    expect(kinds).toEqual([...thoughts.map(() => 'reasoning'), 'text']);
    const [reply] = repliesIn(run.commits);
    const { reasoning = '' } = reply?.attempt ?? {};
    expect(reasoning).toMatch(/^It is \[redacted\], so é+\n\[cut: 200021 bytes in all\]$/);
    expect(utf8Length(reasoning)).toBeLessThanOrEqual(LIMITS.reasoningBytes);
    expect(utf8Length(reasoning)).toBeGreaterThan(LIMITS.reasoningBytes - 3);
    expect(reply?.attempt.reply).toBe(planText(step('a', 'hello')));
    const results = run.commits.flatMap(({ entries }) =>
      entries.filter(({ kind }) => kind === 'node.succeeded' || kind === 'variable.written'),
    );
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.stringify(results)).not.toContain('é');
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });
});

describe('planners without a model', () => {
  it('P12 rules are read from the workspace, and say who made the plan', async () => {
    const planners = [
      {
        id: 'mine',
        kind: 'rules',
        name: 'My rules',
        rules: [
          {
            id: 'greet',
            when: 'goal.contains("hello")',
            steps: [{ capability: 'echo', input: { text: 'Hello.' } }],
          },
        ],
      },
    ];
    const run = start(
      hostOf(),
      PLAN.replace('PLANNER llm {', 'PLANNER {planner: {flavour: rules, use: mine}, ').replace(
        'models: [main], ',
        '',
      ),
      { rest: { planners } },
    );
    await run.done;
    expect(repliesIn(run.commits)[0]?.attempt).toMatchObject({
      flavour: 'rules',
      model: null,
      verdict: 'accepted',
      prompt: null,
    });
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('A5 what cannot be planned is said plainly', async () => {
    const run = start(hostOf(), PLAN.replace('llm', 'htn').replace('models: [main], ', ''));
    await run.done;
    const [reply] = repliesIn(run.commits);
    expect(reply?.plan).toBeNull();
    expect(reply?.attempt.problems[0]?.code).toBe('CANNOT_PLAN');
  });

  it('a workspace without models asks nobody', async () => {
    const run = start(hostOf(), PLAN.replace('models: [main], ', ''));
    await run.done;
    expect(repliesIn(run.commits)[0]?.attempt).toMatchObject({
      verdict: 'failed',
      problems: [{ code: 'MODEL_UNKNOWN' }],
    });
  });
});
