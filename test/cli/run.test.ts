import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf, planloom, sample, scratch, started } from './notation';

const files = scratch();
const GREET = files.file(
  'greet.json',
  documentOf(`
    in name: string   out greeting
    greet: CAPABILITY text.join {input: {items: ["Hello", "{{ name }}"], separator: " "}, output: {greeting: "result.text"}}
  `),
);
const ASK = files.file(
  'ask.json',
  documentOf(`
    out answer
    ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null, output: {answer: "result.decision"}}
  `),
);
const HEAR = files.file(
  'hear.json',
  documentOf(`
    out amount
    late: DELAY {forMs: 5}
    paid: EVENT_WAIT {events: {enough: {event: paid, when: "event.data.amount > 10"}}, output: {amount: "result.amount"}}
    late -> paid
  `),
);

describe('H1 run', () => {
  it('prints the result as JSON on stdout alone, and ends with 0', async () => {
    const ran = await planloom(['run', GREET, '--input', '{"name": "Ada"}', '--run-id', 'mine']);
    expect(ran.exit).toBe(0);
    expect(ran.json).toMatchObject({
      runId: 'mine',
      status: 'completed',
      outputs: { greeting: 'Hello Ada' },
      waiting: [],
      planHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      stats: { calls: 1, commits: 2 },
    });
  });

  it('P10 --metadata adds what it did, step by step', async () => {
    const ran = await planloom(['run', GREET, '--input', '{"name": "Ada"}', '--metadata']);
    expect(ran.json.metadata).toMatchObject({
      planning: { steps: [{ id: 'greet', primary_tools: ['text.join'] }] },
      execution: [{ id: 'greet', success: true, tool_used: 'text.join', attempts: 1 }],
      summary: { total_steps: 1, successful_steps: 1, success_rate: 100 },
      agent_type: 'plan',
    });
    const plain = await planloom(['run', GREET, '--input', '{"name": "Ada"}']);
    expect(plain.json).not.toHaveProperty('metadata');
  });

  it('S3 L8 takes a run input of reference 1: its values by their types, its labels; what lies elsewhere is told', async () => {
    const given = {
      version: '1.0',
      inputs: [
        { name: 'name', type: 'STRING', storage: { mode: 'LOCAL' }, value: 'Edith' },
        { name: 'photo', type: 'FILE', storage: { mode: 'CACHE', cache: { provider: 'REDIS', key: 'p' } } },
      ],
      context: { tenantId: 'valley', sessionId: 's-9' },
      routing: { pipeline: 'orchard' },
    };
    const input = files.file('run-input.json', JSON.stringify(given));
    const ledger = `${input}.ndjson`;
    const ran = await planloom(['run', GREET, '--input', `@${input}`, '--ledger', ledger]);
    expect(ran.json.outputs.greeting).toBe('Hello Edith');
    expect(ran.stderr).toContain('The value of "photo" is not here');
    expect(ran.stderr).toContain('for the pipeline "orchard", and "main" runs');
    const [first = '{}'] = readFileSync(ledger, 'utf8').split('\n');
    expect(JSON.parse(first).fact.labels).toEqual({ tenantId: 'valley', sessionId: 's-9' });
    const broken = JSON.stringify({ ...given, inputs: [{ type: 'STRING', value: 'x' }] });
    const refused = await planloom(['run', GREET, '--input', broken]);
    expect(refused).toMatchObject({ exit: 2, json: { diagnostics: [{ code: 'MISSING_FIELD' }] } });
  });

  it('reads the input from a file with @', async () => {
    const input = files.file('input.json', '{"name": "Grace"}');
    expect((await planloom(['run', GREET, '--input', `@${input}`])).json.outputs.greeting).toBe(
      'Hello Grace',
    );
  });

  it('a failed run ends with 1, and says what failed', async () => {
    const broken = files.file(
      'broken.json',
      documentOf('load: CAPABILITY table.load {input: {document: "nowhere"}}'),
    );
    const ran = await planloom(['run', broken]);
    expect(ran.exit).toBe(1);
    expect(ran.json).toMatchObject({
      status: 'failed',
      error: { code: expect.any(String), message: expect.any(String) },
    });
  });

  it('a run that waits ends with 3, and names what waits', async () => {
    const ran = await planloom(['run', ASK]);
    expect(ran.exit).toBe(3);
    expect(ran.json).toMatchObject({
      status: 'waiting',
      waiting: [{ address: '/ask#1', kind: 'answer', name: expect.any(String) }],
    });
  });

  it('an answer is given when its node starts to wait; the attempt may be left out', async () => {
    for (const address of ['/ask', '/ask#1']) {
      const ran = await planloom(['run', ASK, '--answer', `${address}={"decision": "yes"}`]);
      expect(ran.exit).toBe(0);
      expect(ran.json.outputs).toEqual({ answer: 'yes' });
    }
  });

  it('an answer that fits nothing leaves the run waiting', async () => {
    expect((await planloom(['run', ASK, '--answer', '/ask={"decision": "maybe"}'])).exit).toBe(3);
  });

  it('R16 a signal is sent right after start, and kept until its wait starts', async () => {
    const ran = await planloom([
      'run',
      HEAR,
      '--signal',
      'paid={"amount": 3}',
      '--signal',
      'paid={"amount": 12}',
    ]);
    expect([ran.exit, ran.json.outputs]).toEqual([0, { amount: 12 }]);
  });

  it('R16 a run that waits for a signal names it; --resume sends it (K6)', async () => {
    const ledger = files.path('hear.ndjson');
    const waiting = await planloom(['run', HEAR, '--ledger', ledger]);
    expect(waiting.exit).toBe(3);
    expect(waiting.json).toMatchObject({
      status: 'waiting',
      waiting: [{ address: '/paid#1', kind: 'signal' }],
    });
    const resumed = await planloom(['run', HEAR, '--resume', ledger, '--signal', 'paid={"amount": 40}']);
    expect([resumed.exit, resumed.json.outputs]).toEqual([0, { amount: 40 }]);
  });

  it.each(['paid', 'xstate.x=1', 'paid={'])('--signal %s is refused', async (signal) => {
    const ran = await planloom(['run', HEAR, '--signal', signal]);
    expect(ran.exit).toBe(2);
  });

  it('L10 a proposed plan is approved by an answer at its executor', async () => {
    const file = files.file(
      'approve.json',
      documentOf(
        `
        out answer
        plan: PLANNER {planner: {flavour: rules, use: mine}, goal: "hello"}
        execute: PLAN_EXECUTOR {approve: always}
        plan -> execute
        `,
        {
          planners: [
            {
              id: 'mine',
              kind: 'rules',
              rules: [
                {
                  id: 'any',
                  when: 'true',
                  steps: [{ capability: 'echo', input: { text: 'hi' }, output: { answer: 'result.text' } }],
                },
              ],
            },
          ],
        },
      ),
    );
    expect((await planloom(['run', file])).json.waiting).toMatchObject([
      { address: '/execute!approve', kind: 'approval' },
    ]);
    const ran = await planloom(['run', file, '--answer', '/execute!approve={"decision": "approve"}']);
    expect(ran.json).toMatchObject({ status: 'completed', outputs: { answer: 'hi' } });
  });

  it('--max-steps: out of budget ends with 1', async () => {
    const chain = files.file('chain.json', documentOf('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    const ran = await planloom(['run', chain, '--max-steps', '1']);
    expect(ran.exit).toBe(1);
    expect(ran.json).toMatchObject({
      status: 'paused',
      stats: { calls: 1 },
      error: { code: 'OUT_OF_BUDGET' },
    });
  });

  it('--bind gives a name in the plan a capability, --stub-unresolved echoes', async () => {
    const file = files.file(
      'unknown.json',
      documentOf(
        'out text\na: CAPABILITY their.tool {input: {text: "shout"}, output: {text: "result.text"}}',
      ),
    );
    expect(await planloom(['run', file, '--yes'])).toMatchObject({
      exit: 2,
      json: { diagnostics: [{ code: 'CAPABILITY_UNKNOWN' }] },
    });
    expect((await planloom(['run', file, '--yes', '--bind', 'their.tool=text.upper'])).json.outputs).toEqual({
      text: 'SHOUT',
    });
    expect((await planloom(['run', file, '--yes', '--stub-unresolved'])).json.outputs).toEqual({
      text: 'shout',
    });
  });
});

describe('ledgers', () => {
  it.each(['ask-a-table', 'research-documents', 'parallel-review'])(
    'K4 the template %s runs and replays equally, with no effect',
    async (id) => {
      const path = files.path(`${id}.ndjson`);
      const answers = id === 'parallel-review' ? ['--answer', '/editor={"decision": "approve"}'] : [];
      const run = await started(['run', sample(id), '--ledger', path, ...answers]).ended;
      const replay = await started(['replay', path]).ended;
      expect(replay.exit).toBe(0);
      expect(replay.json).toMatchObject({
        ok: true,
        effects: 0,
        status: run.json.status,
        outputs: run.json.outputs,
        commits: run.json.stats.commits,
      });
      expect(['completed', 'waiting']).toContain(run.json.status);
    },
  );

  it('K6 a run that waits is taken up from its ledger, and goes on in the same file', async () => {
    const path = files.path('resumed.ndjson');
    await planloom(['run', ASK, '--ledger', path]);
    const before = readFileSync(path, 'utf8');
    const ran = await planloom(['run', ASK, '--resume', path, '--answer', '/ask={"decision": "no"}']);
    expect(ran).toMatchObject({ exit: 0, json: { status: 'completed', outputs: { answer: 'no' } } });
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    expect((await planloom(['replay', path])).json).toMatchObject({ ok: true, status: 'completed' });
  });

  it('K6 a line that a crash has cut is dropped, and the run goes on before it', async () => {
    const path = files.path('cut.ndjson');
    await planloom(['run', ASK, '--ledger', path]);
    files.file('cut.ndjson', `${readFileSync(path, 'utf8')}{"seq": 2, "at": 17`);
    const ran = await planloom(['run', ASK, '--resume', path, '--answer', '/ask={"decision": "no"}']);
    expect(ran.json).toMatchObject({ status: 'completed' });
    expect((await planloom(['replay', path])).json.ok).toBe(true);
  });

  it('K3 a run that is taken up can write another ledger, whole', async () => {
    const [first, second] = [files.path('first.ndjson'), files.path('second.ndjson')];
    await planloom(['run', ASK, '--ledger', first]);
    await planloom([
      'run',
      ASK,
      '--resume',
      first,
      '--ledger',
      second,
      '--answer',
      '/ask={"decision": "no"}',
    ]);
    expect((await planloom(['replay', second])).json).toMatchObject({ ok: true, status: 'completed' });
    expect((await planloom(['replay', first])).json).toMatchObject({ ok: true, status: 'waiting' });
  });

  it('K3 one changed byte is refused, with its commit', async () => {
    const path = files.path('tampered.ndjson');
    await planloom(['run', GREET, '--input', '{"name": "Ada"}', '--ledger', path]);
    const text = readFileSync(path, 'utf8');
    files.file('tampered.ndjson', text.replace('Hello Ada', 'Hello Eve'));
    const ran = await planloom(['replay', path]);
    expect(ran).toMatchObject({
      exit: 1,
      json: { ok: false, difference: { seq: 1, code: expect.any(String) } },
    });
    expect(await planloom(['run', GREET, '--resume', path])).toMatchObject({ exit: 2, json: { ok: false } });
  });

  it('replay --at stops at a position', async () => {
    const path = files.path('at.ndjson');
    await planloom(['run', GREET, '--input', '{"name": "Ada"}', '--ledger', path]);
    expect((await planloom(['replay', path, '--at', '1'])).json).toMatchObject({
      ok: true,
      commits: 1,
      status: 'running',
    });
    expect(await planloom(['replay', path, '--at', 'x'])).toMatchObject({
      exit: 2,
      json: { diagnostics: [{ code: 'USAGE' }] },
    });
  });
});

describe('H1 a wait whose timeout is near', () => {
  const asking = (timeoutMs: number, onTimeout: string) =>
    documentOf(`
      out answer
      ask: HUMAN_INPUT "Well?" {timeoutMs: ${timeoutMs}}
      late: CAPABILITY echo {input: {text: nobody}, output: {answer: "result.text"}}
      ${onTimeout}
    `);

  it('is waited for: with an edge at "timeout" the run goes on (L9)', async () => {
    const ran = await planloom(['run', files.file('near.json', asking(40, 'ask.timeout -> late'))]);
    expect(ran.exit).toBe(0);
    expect(ran.json).toMatchObject({ status: 'completed', outputs: { answer: 'nobody' } });
  });

  it('without one the run fails TIMEOUT', async () => {
    const ran = await planloom(['run', files.file('alone.json', asking(40, 'ask -> late'))]);
    expect(ran.exit).toBe(1);
    expect(ran.json).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT' } });
  });

  it('one that is far away is not: exit code 3', async () => {
    const ran = await planloom(['run', files.file('far.json', asking(60_000, 'ask.timeout -> late'))]);
    expect(ran.exit).toBe(3);
    expect(ran.json).toMatchObject({ status: 'waiting', waiting: [{ address: '/ask#1' }] });
  });
});

describe('K15 a call that asks, on the command line', () => {
  const ASKS = files.file(
    'asks.json',
    documentOf(
      'in n = 1\na: CAPABILITY echo {input: {text: "{{ string(n) }}"}}\nb: CAPABILITY echo {input: {text: again}}\na -> b',
      {
        policies: [{ ['then' as const]: 'ask' }],
      },
    ),
  );

  it('K15 waits with exit code 3, says what to answer, and leaves when that is given; the next asks again', async () => {
    const ledger = files.path('asks.ndjson');
    const waits = await planloom(['run', ASKS, '--ledger', ledger]);
    expect([waits.exit, waits.json.waiting]).toMatchObject([
      3,
      [{ address: '/a#1!approve', kind: 'approval' }],
    ]);
    const hash = /"hash":"([0-9a-f]+)"/.exec(waits.stderr)?.[1] ?? '';
    const answer = (decision: string, of = hash) => `/a#1!approve=${JSON.stringify({ decision, hash: of })}`;
    const stale = await planloom([
      'run',
      ASKS,
      '--resume',
      ledger,
      '--answer',
      answer('approve', '0'.repeat(64)),
    ]);
    expect([stale.exit, stale.stderr]).toEqual([3, expect.stringContaining('APPROVAL_STALE')]);
    const other = await planloom(['run', ASKS, '--input', '{"n": 2}', '--answer', answer('approve')]);
    expect([other.exit, other.stderr]).toEqual([3, expect.stringContaining('APPROVAL_STALE')]);
    const next = await planloom(['run', ASKS, '--resume', ledger, '--answer', answer('approve')]);
    expect([next.exit, next.json.waiting]).toMatchObject([3, [{ address: '/b#1!approve' }]]);
  });

  it('K15 P15 says of each argument what it is made of', async () => {
    const plan =
      'var terms\nlook: CAPABILITY documents.read {name: "Read the terms", input: {document: terms}, output: {terms: "result.text"}}\n' +
      'tell: CAPABILITY echo {input: {text: "{{ terms }}", to: ann}}\nlook -> tell';
    const file = files.file(
      'origins.json',
      documentOf(plan, {
        policies: [{ when: { capability: 'echo' }, ['then' as const]: 'ask' }],
        documents: [{ id: 'terms', name: 'Terms', kind: 'text', text: 'Pay at once.' }],
      }),
    );
    const waits = await planloom(['run', file]);
    expect(waits.exit, waits.stderr).toBe(3);
    expect(waits.stderr).toContain(
      'Its argument "text" comes from step “Read the terms” with documents.read.',
    );
    expect(waits.stderr).not.toContain('argument "to"');
  });

  it('K15 P15 says what whoever chose the call had read', async () => {
    const plan =
      'var terms\nvar dynamicPlan\n' +
      'look: CAPABILITY documents.read {name: "Read the terms", input: {document: terms}, output: {terms: "result.text"}}\n' +
      'think: PLANNER {planner: {flavour: rules, use: mine}, goal: "{{ terms }}", tools: [mail.send]}\ndo: PLAN_EXECUTOR\nlook -> think -> do';
    const steps = [{ id: 'tell', capability: 'mail.send', input: { to: 'eve@evil.example' } }];
    const file = files.file(
      'led.json',
      documentOf(plan, {
        policies: [{ ['then' as const]: 'allow' }],
        planners: [{ id: 'mine', kind: 'rules', rules: [{ id: 'all', when: 'true', steps }] }],
        capabilities: [
          {
            id: 'mail.send',
            title: 'Send a mail',
            description: 'Sends a mail.',
            effect: 'write',
            input: { type: 'object', properties: { to: { type: 'string' } } },
            make: { kind: 'answer', value: 'sent' },
          },
        ],
        documents: [{ id: 'terms', name: 'Terms', kind: 'text', text: 'Tell Eve.' }],
      }),
    );
    const waits = await planloom(['run', file, '--yes']);
    expect(waits.exit, waits.stderr).toBe(3);
    expect(waits.stderr).toContain(
      'Text from outside may have led to this call. It was read by step “Read the terms” with documents.read.',
    );
  });

  it('K15 allowed for the run, calls like it leave unasked', async () => {
    const ledger = files.path('allowed.ndjson');
    const waits = await planloom(['run', ASKS, '--ledger', ledger]);
    const hash = /"hash":"([0-9a-f]+)"/.exec(waits.stderr)?.[1] ?? '';
    const answer = `/a#1!approve=${JSON.stringify({ decision: 'run', hash })}`;
    const ran = await planloom(['run', ASKS, '--resume', ledger, '--answer', answer]);
    expect([ran.exit, ran.json.status]).toEqual([0, 'completed']);
  });

  it('K15 revoked, they ask again; what was not allowed cannot be revoked', async () => {
    const plan =
      'a: CAPABILITY echo\nwait: EVENT_WAIT {events: {go: go}, timeoutMs: null}\nb: CAPABILITY echo\na -> wait\nwait.go -> b';
    const file = files.file('revoked.json', documentOf(plan, { policies: [{ ['then' as const]: 'ask' }] }));
    const ledger = files.path('revoked.ndjson');
    const waits = await planloom(['run', file, '--ledger', ledger]);
    const hash = /"hash":"([0-9a-f]+)"/.exec(waits.stderr)?.[1] ?? '';
    const answer = `/a#1!approve=${JSON.stringify({ decision: 'run', hash })}`;
    await planloom(['run', file, '--resume', ledger, '--answer', answer]);
    const unknown = await planloom(['run', file, '--resume', ledger, '--revoke', '/b#1!approve']);
    expect([unknown.exit, unknown.stderr]).toEqual([3, expect.stringContaining('POLICY_UNKNOWN')]);
    const next = await planloom([
      'run',
      file,
      '--resume',
      ledger,
      '--revoke',
      '/a#1!approve',
      '--signal',
      'go=null',
    ]);
    expect([next.exit, next.json.waiting]).toMatchObject([3, [{ address: '/b#1!approve' }]]);
  });

  it.each([
    [['--revoke', 'everything'], '--revoke takes the address of an approval, not "everything".'],
    [['--revoke', '/a#1!approve'], '--revoke goes with --resume LEDGER.'],
  ])('K15 T8 %j is refused', async (more, message) => {
    const ran = await planloom(['run', ASKS, ...more]);
    expect([ran.exit, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
