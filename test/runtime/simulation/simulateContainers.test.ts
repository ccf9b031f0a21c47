import { describe, expect, test } from 'vitest';
import { fails, gives, linesOf, simulated } from '../../notation/simulation';

describe('H4 "the node\'s address without attempt (containers are nodes; rounds, branches and scopes as such have no line)"', () => {
  test('rounds of an ITERATOR have addresses, and no lines of their own', async () => {
    const { lines, outputs } = await simulated(
      `
      out all
      each: ITERATOR [1, 2] {itemVariable: item, collectInto: all}
        look: CAPABILITY echo {input: {text: "{{ item }}"}}`,
      { nodes: { look: [gives(10, 'seen')] } },
    );
    expect(lines).toEqual([
      '0 /each running',
      '0 /each[0]/look running',
      '10 /each[0]/look succeeded',
      '10 /each[1]/look running',
      '20 /each[1]/look succeeded',
      '20 /each succeeded',
    ]);
    expect(outputs).toEqual({ all: ['seen', 'seen'] });
  });

  test('rounds of a LOOP', async () => {
    const { lines } = await simulated(
      `
      var n = 0
      loop: LOOP {until: "n >= 2", maxIterations: 5}
        add: TRANSFORM n + 1 {output: {n: "result"}}`,
    );
    expect(lines).toEqual([
      '0 /loop running',
      '0 /loop[0]/add running',
      '0 /loop[0]/add succeeded',
      '0 /loop[1]/add running',
      '0 /loop[1]/add succeeded',
      '0 /loop succeeded',
    ]);
  });

  test('fault S6 rounds of a RETRY: it reads retrying when one has failed and another follows, and running when that begins', async () => {
    const { lines } = await simulated(
      `
      again: RETRY {maxAttempts: 3, initialIntervalMs: 100, jitter: 1}
        look: CAPABILITY echo`,
      { nodes: { '/again[0]/look': [fails(10)], '/again[1]/look': [gives(5)] } },
    );
    expect(lines).toEqual([
      '0 /again running',
      '0 /again[0]/look running',
      '10 /again[0]/look failed',
      '10 /again retrying',
      '110 /again running',
      '110 /again[1]/look running',
      '115 /again[1]/look succeeded',
      '115 /again succeeded',
    ]);
  });

  test('bodies of a TRY_CATCH', async () => {
    const { lines, variables } = await simulated(
      `
      var problem
      guard: TRY_CATCH {errorVariable: problem}
        try: BODY
          look: CAPABILITY echo
        catch: BODY
          mend: CAPABILITY echo
        finally: BODY
          tidy: CAPABILITY echo`,
      { nodes: { look: [fails(10)], mend: [gives(5)], tidy: [gives(1)] } },
    );
    expect(lines).toEqual([
      '0 /guard running',
      '0 /guard.try/look running',
      '10 /guard.try/look failed',
      '10 /guard.catch/mend running',
      '15 /guard.catch/mend succeeded',
      '15 /guard.finally/tidy running',
      '16 /guard.finally/tidy succeeded',
      '16 /guard succeeded',
    ]);
    expect(variables).toEqual({ problem: { code: 'DOWN', message: 'It said DOWN.' } });
  });
});

describe('H4 "instances share no cursor": rounds, branches and attempts of containers', () => {
  test('each round begins its list anew', async () => {
    const { lines } = await simulated(
      `
      each: ITERATOR [1, 2] {concurrency: 2}
        look: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 10}}`,
      { nodes: { look: [fails(1), gives(1)] } },
    );
    expect(lines.filter((line) => line.includes('look'))).toEqual([
      '0 /each[0]/look running',
      '0 /each[1]/look running',
      '1 /each[0]/look retrying',
      '1 /each[1]/look retrying',
      '11 /each[0]/look running',
      '11 /each[1]/look running',
      '12 /each[0]/look succeeded',
      '12 /each[1]/look succeeded',
    ]);
  });

  test('an address names one round, the id all others', async () => {
    const { outputs } = await simulated(
      `
      out all
      each: ITERATOR ["a", "b", "c"] {collectInto: all}
        look: CAPABILITY echo`,
      { nodes: { look: [gives(1, 'each')], '/each[1]/look': [gives(1, 'the second')] } },
    );
    expect(outputs).toEqual({ all: ['each', 'the second', 'each'] });
  });
});

describe('H4 "Every leaf command is answered by the script": merges', () => {
  const MERGED = `
    out found
    both: GROUP ASYNC {merge: "CAPABILITY(text.join)", output: {found: "result.found"}}
      a: CAPABILITY echo
      b: CAPABILITY echo`;

  test('under the address of the command, which has no line of its own', async () => {
    const { outputs, lines } = await simulated(MERGED, {
      nodes: { '/both!merge': [gives(7, { found: 'joined' })], a: [gives(1)] },
    });
    expect(outputs).toEqual({ found: 'joined' });
    expect(lines.at(-1)).toBe('8 /both succeeded');
    expect(lines.filter((line) => line.includes(' /both '))).toEqual([
      '0 /both running',
      '8 /both succeeded',
    ]);
  });

  test('"attempt n … takes the n-th outcome": of a container that is tried again', async () => {
    const { lines } = await simulated(
      `
      both: GROUP ASYNC {merge: "CAPABILITY(text.join)", retry: {maxAttempts: 2, initialIntervalMs: 5}}
        a: CAPABILITY echo`,
      { nodes: { a: [gives(1)], '/both!merge': [fails(2), gives(3, {})] } },
    );
    expect(lines).toEqual([
      '0 /both running',
      '0 /both/a running',
      '1 /both/a succeeded',
      '3 /both retrying',
      '8 /both running',
      '8 /both#2/a running',
      '9 /both#2/a succeeded',
      '12 /both succeeded',
    ]);
  });

  test('one that was withdrawn is answered late, at its container', async () => {
    const run = await simulated(
      `
      both: GROUP ASYNC {merge: "CAPABILITY(text.join)"}
        a: CAPABILITY echo
      bad: CAPABILITY echo`,
      { nodes: { a: [gives(1)], '/both!merge': [gives(50, {})], bad: [fails(10)] } },
    );
    expect(linesOf(run, '/both')).toEqual(['0 /both running', '10 /both cancelled', '51 /both late']);
  });

  test('or of its container', async () => {
    for (const key of ['both', '/both', 'both!merge']) {
      const { outputs } = await simulated(MERGED, { nodes: { [key]: [gives(0, { found: 'joined' })] } });
      expect(outputs).toEqual({ found: 'joined' });
    }
  });
});

describe('H4 "break … (L7) stand beside output"', () => {
  test('a call that breaks its plan ends it: what is in flight is cancelled and late', async () => {
    const { lines, status, virtualMs } = await simulated('look: CAPABILITY echo\nslow: CAPABILITY echo', {
      nodes: { look: [{ ...gives(10), break: 'plan' }], slow: [gives(50)] },
    });
    expect([status, virtualMs]).toEqual(['completed', 10]);
    expect(lines).toEqual([
      '0 /look running',
      '0 /slow running',
      '10 /look succeeded',
      '10 /slow cancelled',
      '50 /slow late',
    ]);
  });

  test('a break of its scope ends that round', async () => {
    const run = await simulated(
      `
      each: ITERATOR [1, 2]
        look: CAPABILITY echo
        more: CAPABILITY echo
        look -> more`,
      { nodes: { look: [{ ...gives(1), break: 'scope' }] } },
    );
    expect(run.status).toBe('completed');
    expect(run.lines.filter((line) => line.includes('more'))).toEqual([]);
  });
});

describe('H4 "late": what a container left behind (R11)', () => {
  test('FIRST_SUCCESS cancels the rest, and its calls are answered late', async () => {
    const run = await simulated(
      `
      race: GROUP ASYNC {completion: FIRST_SUCCESS}
        fast: CAPABILITY echo
        slow: CAPABILITY echo`,
      { nodes: { fast: [gives(10)], slow: [gives(50)] } },
    );
    expect(linesOf(run, '/race/slow')).toEqual([
      '0 /race/slow running',
      '10 /race/slow cancelled',
      '50 /race/slow late',
    ]);
    expect(run.virtualMs).toBe(10);
  });

  test('rest: ignore goes on, and the run does not end before it', async () => {
    const run = await simulated(
      `
      race: GROUP ASYNC {completion: FIRST_SUCCESS, rest: ignore}
        fast: CAPABILITY echo
        slow: CAPABILITY echo`,
      { nodes: { fast: [gives(10)], slow: [gives(50)] } },
    );
    expect(linesOf(run, '/race', '/race/slow')).toEqual([
      '0 /race running',
      '0 /race/slow running',
      '10 /race succeeded',
      '50 /race/slow succeeded',
    ]);
    expect(run.virtualMs).toBe(50);
  });

  test('background: true: succeeded for its scope at once, and owned by the run', async () => {
    const run = await simulated(
      'later: CAPABILITY echo {background: true}\nnext: CAPABILITY echo\nlater -> next',
      {
        nodes: { later: [gives(50)], next: [gives(5)] },
      },
    );
    expect(run.lines).toEqual([
      '0 /later running',
      '0 /next running',
      '5 /next succeeded',
      '50 /later succeeded',
    ]);
    expect(run.virtualMs).toBe(50);
  });
});
