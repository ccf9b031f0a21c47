import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { BEHAVIOUR_FLAGS } from '#kernel';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('values', () => {
  test('R21 a node that has no value leaves its scope the one it had, also where it passes its input on (L2)', () => {
    const run = runOf(
      plan(`
        g: GROUP SYNC
          a: CAPABILITY echo
          f: FORK {disabled: pass}
      `),
    );
    expect(run.done('/g/a#1', 7)).toContain('ok /g 7');
  });

  test('V1 an input without a default is required; one with a default is not', () => {
    const text = plan(
      'in a: number   in b: number = 2   out sum\nx: FILL_TEMPLATE {{ a + b }} {output: {sum: "result"}}',
    );
    expect(runOf(text).lines).toEqual(['started', 'failed INPUT_INVALID']);
    expect(runOf(text, { input: { a: 1 } }).state?.outputs).toEqual({ sum: '3' });
    expect(runOf(text, { input: { a: 1, b: 5 } }).state?.outputs).toEqual({ sum: '6' });
  });

  test('V1 an input that does not fit its schema refuses the run and names it', () => {
    const run = runOf(plan('in a: number\nx: CAPABILITY echo'), { input: { a: 'one' } });
    expect(run.status).toBe('failed');
    expect(run.state?.error).toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('"a"'),
    });
    expect(run.open).toEqual([]);
  });

  test('V1 strict refuses names that the plan does not declare as inputs', () => {
    const text = plan('in a\nx: CAPABILITY echo');
    expect(runOf(text, { input: { a: 1, more: 2 } }).status).toBe('running');
    const strict = runOf({ ...text, strict: true }, { input: { a: 1, more: 2 } });
    expect(strict.state?.error?.message).toContain('"more"');
  });

  test('V1 a null that is given is a value: no default takes its place', () => {
    const text = plan('in a = 2   out seen\nx: FILL_TEMPLATE is {{ a }} {output: {seen: "result"}}');
    expect(runOf(text, { input: { a: null } }).state?.outputs).toEqual({ seen: 'is null' });
  });

  test('V1 INTERNAL starts null, whatever the input names', () => {
    const named = runOf(plan('var a\nx: CAPABILITY echo {input: {a: "{{ a }}"}}'), { input: { a: 1 } });
    expect(named.lines).toContain('start /x#1 {"a":null}');
  });

  test('V1 INTERNAL starts null', () => {
    const run = runOf(plan('var a\nx: CAPABILITY echo {input: {a: "{{ a }}"}}'));
    expect(run.lines).toContain('start /x#1 {"a":null}');
  });

  test('V1 an OUT that the result mapping uses must have been assigned', () => {
    const run = runOf(plan('out a\nx: CAPABILITY echo\nresult {a: "{{ a }}"}'));
    expect(run.done('/x#1')).toEqual(['ok /x#1 null', 'failed OUTPUT_MISSING']);
    expect(run.state?.error?.message).toContain('"a"');
  });

  test('V1 without a mapping every assigned OUT is given; outputs are {} unless the run completed', () => {
    const run = runOf(
      plan('out a   out b\nx: CAPABILITY echo {output: {a: "result"}}\ny: CAPABILITY echo\nx -> y'),
    );
    run.done('/x#1', 1);
    expect(run.state?.outputs).toEqual({});
    run.done('/y#1');
    expect(run.state?.outputs).toEqual({ a: 1 });
  });

  test('V1 with open variables whatever is written is declared, and inputs of any name come in', () => {
    const run = runOf(plan('open\nx: CAPABILITY echo {input: {k: "{{ any }}"}, output: {fresh: "result"}}'), {
      input: { any: 4 },
    });
    expect(run.lines).toContain('start /x#1 {"k":4}');
    expect(run.done('/x#1', 9)).toContain('set /x#1 fresh 9');
  });

  test('V1 an open plan gives what was written in it, and not what it was given', () => {
    const run = runOf(
      plan(
        'open\nx: CAPABILITY echo {output: {fresh: "result", again: "any"}}\ny: CAPABILITY echo {output: {any: "result"}}\nx -> y',
      ),
      { input: { any: 4, other: { k: 1 } } },
    );
    run.done('/x#1', 9);
    run.done('/y#1', 5);
    expect(run.state?.outputs).toEqual({ again: 4, any: 5, fresh: 9 });
  });

  test('V2 every write is an entry with the address of who wrote it', () => {
    const run = runOf(plan('out a   out b\nx: CAPABILITY echo {output: {a: "result.p", b: "result.q"}}'));
    expect(run.done('/x#1', { p: 1, q: [2] }).slice(1, 3)).toEqual(['set /x#1 a 1', 'set /x#1 b [2]']);
  });

  test('V3 a string that is one expression keeps the type of its value; inside longer text it is canonical JSON', () => {
    const run = runOf(
      plan(
        'in o\nx: CAPABILITY echo {input: {whole: "{{ o }}", text: "o is {{ o }}", list: ["{{ o.b }}"], plain: "o"}}',
      ),
      { input: { o: { b: 1, a: [true] } } },
    );
    expect(run.command('/x#1')).toMatchObject({
      input: { whole: { b: 1, a: [true] }, text: 'o is {"a":[true],"b":1}', list: [1], plain: 'o' },
    });
  });

  test('V3 inserted text is never read again', () => {
    const run = runOf(plan('in a   out t\nx: FILL_TEMPLATE <{{ a }}> {output: {t: "result"}}'), {
      input: { a: '{{ 1 + 1 }}' },
    });
    expect(run.state?.outputs).toEqual({ t: '<{{ 1 + 1 }}>' });
  });

  test('V3 a condition must be true or false', () => {
    const run = runOf(plan('var a = 3\ni: IF a\nx: CAPABILITY echo\ni.then -> x'));
    expect(run.lines.at(-1)).toBe('failed EXPRESSION_ERROR');
    expect(run.state?.error?.message).toContain('"a"');
  });

  test('V1 "*" passes all variables, in the order of their names', () => {
    const run = runOf(plan('var b = 2   in a\nx: CAPABILITY echo {input: "*"}'), { input: { a: 1 } });
    expect(run.command('/x#1')).toMatchObject({ input: { a: 1, b: 2 } });
  });

  test('R20 variables are read when a node starts: a retry reads them anew', () => {
    const run = runOf(
      plan(`
        var a = 1
        x: CAPABILITY echo {input: "{{ a }}", retry: {maxAttempts: 2, initialIntervalMs: 1}}
        y: CAPABILITY echo {output: {a: "result"}}
      `),
    );
    run.fails('/x#1');
    run.done('/y#1', 2);
    expect(run.fires('/x#1!retry')).toContain('start /x#2 2');
  });

  test('R20 a node that fails writes nothing', () => {
    const run = runOf(
      plan('out a   out b\nx: CAPABILITY echo {onError: continue, output: {a: "result.p", b: "result.q.r"}}'),
    );
    expect(run.done('/x#1', { p: 1 })).toEqual(['handled /x#1 EXPRESSION_ERROR', 'completed {}']);
  });

  test('V3 TRANSFORM gives its expression and what it sees to the outside, and takes the result', () => {
    const run = runOf(plan('var a = 2   out b\nx: TRANSFORM a * 2 {output: {b: "result"}}'));
    expect(run.command('/x#1')).toMatchObject({
      kind: 'evaluate',
      expression: 'a * 2',
      variables: { a: 2, b: null },
    });
    expect(run.done('/x#1', 4)).toEqual(['ok /x#1 4', 'set /x#1 b 4', 'completed {"b":4}']);
  });

  test('FILL_TEMPLATE takes its text from a prompt of the workspace; an unknown one fails', () => {
    const text = plan('in who   out t\nx: FILL_TEMPLATE {prompt: hello, output: {t: "result"}}');
    const prompts = [{ id: 'hello', name: 'Hello', version: 1, text: 'Hello {{ who }}!' }];
    expect(runOf(text, { input: { who: 'Ada' }, closure: { prompts } }).state?.outputs).toEqual({
      t: 'Hello Ada!',
    });
    expect(runOf(text, { input: { who: 'Ada' } }).lines.at(-1)).toBe('failed PROMPT_UNKNOWN');
  });

  test('R20 a branch that wrote null reads null, whatever the plan’s variable holds', () => {
    const run = runOf(
      plan(`
        var c = 1
        g: GROUP ASYNC
          w: CAPABILITY echo {output: {c: "result"}}
          x: CAPABILITY echo {input: "{{ c }}"}
          w -> x
      `),
    );
    expect(run.done('/g/w#1', null)).toContain('start /g/x#1 null');
  });

  test('R20 whatever an attempt wrote reaches the branch around it, not only what it wrote last', () => {
    const run = runOf(
      plan(`
        out a   out b
        both: GROUP ASYNC
          again: GROUP SYNC {retry: {maxAttempts: 2, initialIntervalMs: 1}}
            x: CAPABILITY echo {output: {a: "result", b: "result"}}
      `),
    );
    run.done('/both/again/x#1', 1);
    expect(run.state?.outputs).toEqual({ a: 1, b: 1 });
  });

  test('R21 the result of an END is the value of its scope, and replaces keys of the plan’s mapping (R15)', () => {
    const run = runOf(plan('g: GROUP SYNC\n  e: END {result: {x: "{{ 1 + 1 }}"}}\n  never: CAPABILITY echo'));
    expect(run.lines.slice(-3)).toEqual(['ok /g/e#1 {"x":2}', 'ok /g {"x":2}', 'completed {}']);
  });

  describe('V6 a table by reference as an input', () => {
    const table = { $table: { hash: 'cd'.repeat(32), rows: 2, bytes: 10, columns: [] } };
    const begun = (schema: JsonObject, flags = BEHAVIOUR_FLAGS) => {
      const asked = plan('in rows   out answer\nx: CAPABILITY echo {output: {answer: "rows"}}');
      const variables = asked.variables === 'open' ? [] : asked.variables;
      const typed = {
        ...asked,
        variables: variables.map((one) => (one.id === 'rows' ? { ...one, schema } : one)),
      };
      return runOf(typed, { flags, input: { rows: table } });
    };

    test('is a list of whatever rows, and nothing else', () => {
      const run = begun({ type: 'array', items: { required: ['a'] }, maxItems: 5 });
      run.done('/x#1', {});
      expect(run.state?.outputs).toEqual({ answer: table });
      expect(begun({ type: 'string' }).state?.error).toMatchObject({ code: 'INPUT_INVALID' });
    });

    test('K5 was judged as the object that it is in a run that was recorded before', () => {
      expect(begun({ type: 'array' }, [8]).state?.error).toMatchObject({ code: 'INPUT_INVALID' });
    });
  });

  describe('case C3 an expression that runs out', () => {
    const rows = Array.from({ length: 300 }, () => 1);
    const failing = (text: string, flags = BEHAVIOUR_FLAGS) =>
      runOf(plan(text), { flags, input: { rows } }).state?.error;

    test('is told with its node, and its place in the input', () => {
      expect(
        failing('in rows\nlook: CAPABILITY echo {input: {deep: ["{{ rows.map(a, rows.map(b, 1)) }}"]}}'),
      ).toEqual({
        code: 'EXPRESSION_ERROR',
        message: expect.stringMatching(
          /^Node "look", input\/deep\/0: The expression .* more than 10000 operations/,
        ),
        where: { field: 'input/deep/0', node: 'look' },
      });
      expect(
        failing('in rows\npick: IF rows.all(a, rows.all(b, true))\nx: CAPABILITY echo\npick.then -> x'),
      ).toMatchObject({
        message: expect.stringMatching(/^Node "pick": The expression/),
        where: { node: 'pick' },
      });
    });

    test('inside of containers it is the innermost that is named', () => {
      const text =
        'in rows\nall: GROUP SYNC\n  some: GROUP SYNC\n    pick: ITERATOR "rows.map(a, rows)"\n      x: CAPABILITY echo';
      expect(failing(text)?.message).toMatch(/^Node "pick": The/);
    });

    test('K5 in a run that was recorded before it names no node, and pays for what it did', () => {
      const found = failing(
        'in rows\nlook: CAPABILITY echo {input: "{{ rows.map(a, rows.map(b, 1)) }}"}',
        [7],
      );
      expect(found).toEqual({ code: 'EXPRESSION_ERROR', message: expect.stringMatching(/^The expression/) });
      const long = 'in rows   in text\nlook: FILL_TEMPLATE {{ rows.all(r, size(text) > 0) }}';
      const input = { rows, text: 'a'.repeat(100_000) };
      expect(runOf(plan(long), { flags: [7], input }).status).toBe('completed');
      expect(runOf(plan(long), { input }).state?.error?.message).toContain('goes through more than');
    });
  });
});
