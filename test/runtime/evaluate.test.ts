import { describe, expect, it } from 'vitest';
import { CallError, evaluateJsonata } from '#runtime';

async function codeOf(expression: string): Promise<string | null> {
  try {
    await evaluateJsonata(expression, { n: 1 });
    return null;
  } catch (thrown) {
    return thrown instanceof CallError ? thrown.error.code : 'another error';
  }
}

describe('V3 JSONata', () => {
  it.each([
    ['n + 1', 2],
    ['rows.price', [1, 2]],
    ['missing', null],
    ['$map(rows, function($row) { $row.price * 2 })', [2, 4]],
    ['$who', 'me'],
  ])('%s', async (expression, value) => {
    const variables = { n: 1, rows: [{ price: 1 }, { price: 2 }] };
    expect(await evaluateJsonata(expression, variables, { who: 'me' })).toEqual(value);
  });

  it.each([
    ['a syntax error', 'n +'],
    ['an evaluation error', '$sum("x")'],
    ['a value that is a function', 'function($x) { $x }'],
    ['case C3 endless recursion', '($f := function($x) { $f($x + 1) + 1 }; $f(0))'],
    ['case C3 an endless tail call', '($f := function($x) { $f($x + 1) }; $f(0))'],
    ['case C3 a sequence that is too long', '[1..9000000]'],
    ['case C4 a pattern that refers back', '$match("aa", /(a)\\1/)'],
    ['case C4 the same in text that is evaluated', '$eval("$match(\\"aa\\", /(a)\\\\1/)")'],
    ['case C4 patterns whose steps are used up', '$match($pad("a", 100000, "a"), /a{1,999}a{1,999}b/)'],
    ['an expression that is too long', `n${' + 1'.repeat(5_000)}`],
  ])('%s is EXPRESSION_ERROR', async (_title, expression) => {
    expect(await codeOf(expression)).toBe('EXPRESSION_ERROR');
  });

  it.each([
    ['$contains("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(\\w+\\s?)*$/)', false],
    ['$match($pad("a", 4000, "a"), /a+a+b/)', null],
    ['$replace("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", /^[^](a+)+[b]/, "x").$length()', 40],
    ['$split("aXbxc", /x/i)', ['a', 'b', 'c']],
    ['$match("one\\ntwo", /^(?<first>t)w/m).groups', ['t']],
    ['$match("a1", /(\\w)(\\d)?/).groups', ['a', '1']],
  ])('fault X2, case C4 %s', async (expression, value) => {
    expect(await evaluateJsonata(expression, null)).toEqual(value);
  });

  it('case C3 a pattern takes of what the whole evaluation has left', async () => {
    const look = '$match($pad("", 40000, "a"), /a+b/)';
    const steps = async (limit: number): Promise<string> =>
      evaluateJsonata(look, null, {}, undefined, limit).then(String, String);
    expect(await steps(20_000)).toBe('null');
    expect(await steps(2_000)).toContain('it takes more than 2000 steps');
    await expect(evaluateJsonata('$match($pad("", 100000, "a"), /a{1,999}b/)', null)).rejects.toMatchObject({
      error: { message: expect.stringContaining('its patterns take more than 5000000 steps') },
    });
  });

  it('regular expressions work', async () => {
    expect(await evaluateJsonata('$split("a, b,c", /, */)', null)).toEqual(['a', 'b', 'c']);
    expect(await evaluateJsonata('$replace("2026-03", /(\\d+)-(\\d+)/, "$2.$1")', null)).toBe('03.2026');
  });

  it('V4 a function inside of the value is named with its place', async () => {
    await expect(evaluateJsonata('{"a": [function($x) { $x }]}', null)).rejects.toMatchObject({
      error: { code: 'RESULT_INVALID', message: expect.stringContaining('/a/0') },
    });
  });

  it('case C3 a list that holds a list twice, which holds one twice, ends with a handle beside it too (V6)', async () => {
    const $blob = { hash: 'ab'.repeat(32), bytes: 1, type: 'text/plain' };
    const doubled = '$reduce([1..40], function($a, $i) { [[$a], [$a]] }, [file])';
    await expect(evaluateJsonata(doubled, { file: { $blob } })).rejects.toMatchObject({
      error: { code: 'RESULT_INVALID' },
    });
    await expect(evaluateJsonata('[file, function($x) { $x }]', { file: { $blob } })).rejects.toMatchObject({
      error: { code: 'RESULT_INVALID' },
    });
    expect(await evaluateJsonata('{"a": [file, file]}', { file: { $blob } })).toEqual({
      a: [{ $blob }, { $blob }],
    });
  });

  it('I4 others get their turn while it computes, and it ends when it is withdrawn', async () => {
    const withdrawing = new AbortController();
    const long = evaluateJsonata('$sum([1..900000].($ * 2))', null, {}, withdrawing.signal);
    setTimeout(() => withdrawing.abort(), 30);
    await expect(long).rejects.toMatchObject({
      error: { code: 'EXPRESSION_ERROR', message: expect.stringContaining('withdrawn') },
    });
  });

  it('case C2 cannot reach the host', async () => {
    const variables = { text: 'x' };
    for (const expression of [
      'constructor',
      'text.constructor',
      '__proto__',
      '$toString',
      '$globalThis',
      'text.__proto__',
    ])
      expect(await evaluateJsonata(expression, variables).catch(() => null)).toBeNull();
  });
});
