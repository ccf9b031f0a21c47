import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { type Json, LIMITS } from '#base';
import { CallError, evaluateJsonata } from '#runtime';
import { fuzzTimeout, samples } from './samples';

/** Expressions that never end, or make or read more than there is room for, by how they do it; `n` is how far they go. */
const HOSTILE: Readonly<Record<string, (n: number) => string>> = {
  'loops in loops': (n) => loops(n, 4),
  'endless recursion': () => '($f := function($x) { 1 + $f($x + 1) }; $f(0))',
  'an endless tail call': () => '($f := function($x) { $f($x + 1) }; $f(0))',
  'recursion that doubles': (n) =>
    `($f := function($x) { $x < 2 ? 1 : $f($x - 1) + $f($x - 2) }; $f(${30 + n}))`,
  'text that doubles': (n) => `$reduce([1..${30 + n}], function($a, $i) { $a & $a }, "xx")`,
  'lists that double, written': (n) => `$string(${doubled(n)})`,
  'lists that double, joined to text': (n) => `"" & ${doubled(n)}`,
  'lists that double, searched': (n) => `${doubled(n)}.name`,
  'lists that double, compared': (n) => `${doubled(n)} = ${doubled(n)}`,
  'lists that double, asked': (n) => `${doubled(n, '0')} ? 1 : 2`,
  'lists that double, gone through': (n) => `${doubled(n)}.**`,
  'lists that double, as members': (n) => `{"a": ${doubled(n)}}.*`,
  'lists that double, in a message': (n) => `-${doubled(n)}`,
  'lists that double, copied': (n) => `{"a": ${doubled(n)}} ~> |a|{"b": 1}|`,
  'a range of ranges': (n) => `$count([1..900000].[1..90000${n}])`,
  'a long text': (n) => `$pad("", ${10 ** 8 + n}, "ab")`,
  'a text of long replacements': (n) => `$replace($pad("", 10000${n}, "a"), "a", $pad("", 10000, "b"))`,
  'replacements by what was found': (n) => `$replace($pad("", 10000${n}, "a"), /a/, $pad("", 100000, "$0"))`,
  'a long separator': (n) => `$join($split($pad("", 5000${n}, "a"), ""), $pad("", 10000, "x"))`,
  'sorting much': (n) => `[1..10000${n}]^(>$)`,
  'sorting much by a function': (n) => `$sort([1..10000${n}])`,
  'grouping much': (n) => `[1..10000${n}]{"a": $}`,
  'much that differs': (n) => `$distinct([1..10000${n}])`,
  'much that is spread': (n) => `$spread([1..10000${n}].{"a": $})`,
  'truths of long lists': () => '$filter([1..20000], function($x) { [1..900000] })',
  'an empty sign': () => '$formatNumber(1, "#", {"zero-digit": "", "decimal-separator": ""})',
  'a number without an end': () => '$formatNumber(1e308 * 10, "0e0")',
  'a large Roman number': (n) => `$formatInteger(1e${12 + (n % 3)}, "I")`,
  'a wide date': (n) => `$fromMillis(0, "[Y,100000000${n}]")`,
  'a wide date of now': () => '$now("[Y,0x7fffffff]")',
  'a date with many readings': () =>
    `$toMillis("${'1'.repeat(60)}x", "[f]1[Z]1[D]1[h]1[m]1[s]1[H]1[d]1[Y]1[M]")`,
  'a pattern that is tried everywhere': (n) => `$match($pad("", 4000${n}, "a"), /(a{1,${90 + n}}b|a+c)/)`,
  'patterns over and over': (n) => `[1..100${n}].$contains($pad("", 1000, "a"), /a+a+b/)`,
  'text that evaluates itself': () => '($x := "$eval($x)"; $eval($x))',
  'a matcher without an end': () =>
    '($m := function($s) { {"match": "a", "start": 0, "end": 1, "groups": [], "next": $m} }; $replace("abc", $m, "xx"))',
  'a signature with many readings': () =>
    `function($a)<${'x+'.repeat(9)}s:x>{1}(${Array(60).fill(1).join()})`,
  'a signature that is a pattern': () => 'function($a)<(^]((s+)+)[^)s:s>{1}("a", "b")',
  'much nesting': (n) => `${'('.repeat(2000 + n)}1${')'.repeat(2000 + n)}`,
};

const KINDS = Object.keys(HOSTILE);

/** So much is handled in one go by what takes no part of an expression: each item and character that is copied or written. */
const AT_ONCE = LIMITS.expressionSize * 2;

describe('case C3 JSONata', () => {
  const { seed, numRuns } = samples(200);

  it(
    'whatever an expression does, it is refused by a count, in work that is bounded, and others get their turn',
    async () => {
      const hostile = fc.tuple(fc.constantFrom(...KINDS), fc.integer({ min: 0, max: 9 }));
      await fc.assert(
        fc.asyncProperty(hostile, async ([kind, n]) => {
          const work = countedWork();
          try {
            const first = await reasonOf(HOSTILE[kind]?.(n) ?? '', 20_000);
            expect(first).toMatch(
              /(?:more|longer|larger|nested|end at|none of|not finite|is not text|is none)|twice|what .eval/,
            );
            expect(work.mostAtOnce(), 'items and characters handled in one go').toBeLessThan(AT_ONCE);
            expect(work.inAll(), 'in all').toBeLessThan(20_000 * 300 + 4 * AT_ONCE);
          } finally {
            work.end();
          }
        }),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );

  it.each(KINDS)('refused: %s', async (kind) => {
    const expression = HOSTILE[kind]?.(1) ?? '';
    expect(await reasonOf(expression, 5_000)).toBe(await reasonOf(expression, 5_000));
  });

  it.each([
    '[1,2,3].($ * 2)',
    `[${Array(600).fill(1).join()}]`,
    'rows^(>price).name',
    'rows{kind: $sum(price)}',
    'rows@$r#$i.{"n": $i, "p": $r.price}',
    '$sort(rows, function($a, $b) { $a.price > $b.price }).name',
    '$distinct(rows.kind)',
    '$filter(rows, function($r, $i) { $i > 0 }).name',
    '$reduce(rows.price, function($a, $b, $i, $all) { $a + $b + $i + $count($all) })',
    '$each(rows[0], function($v, $k) { $k & ":" & $v })',
    '$sift(rows[0], function($v, $k) { $k = "name" })',
    '$single(rows, function($r) { $r.price = 2 }).name',
    '$map([1..3], $string)',
    '($p := $pad(?, 5, "x"); $p("a"))',
    '($f := $uppercase ~> $length; $f("abc"))',
    '$replace("hello world", /(o)/, "[$1]$$")',
    '$replace("aXbx", /x/i, function($m) { $m.match & "!" })',
    '$match("a1b22", /([a-z])(\\d+)/)',
    '$split("a, b,c", /, */, 2)',
    '$join(["a", "b"], "-") & $string({"a": [1.5, null]}, true)',
    'rows ~> |$[kind = "a"]|{"price": 0}, ["name"]|',
    '$formatNumber(-12345.678, "#,##0.00;(#,##0.00)") & $formatInteger(2026, "I") & $formatInteger(12, "w;o")',
    '$fromMillis(1510067557121, "[M01]/[D01]/[Y0001] [h#1]:[m01][P]") & $fromMillis(0)',
    '$toMillis("11:36:29 2018-02-03", "[H01]:[m01]:[s01] [Y0001]-[M01]-[D01]")',
    '$toMillis("Tuesday, the 3rd of July 2018", "[FNn], the [D1o] of [MNn] [Y]")',
    '$base64decode($base64encode("hello")) & $encodeUrlComponent("a b")',
    '$max(rows.price) - $min(rows.price) + $average(rows.price) + $count(rows)',
    '$spread(rows[0]) ~> $merge()',
    '$keys(rows) ~> $reverse() ~> $append("z")',
    '$zip([1, 2], [3, 4])',
    'rows.*[$ in ["a", 1]] and $boolean([0, [1]]) and $not([])',
    '$$.**.price',
    '$lookup(rows, "name")',
    '$eval("[1, 2].($ + 1)") ~> $sum()',
    '$eval("rows.price", {"rows": [{"price": 7}]})',
    'function($a, $b)<s-n?:s> { $a & $b }("x", 1)',
    '($f := function($n) { $n <= 1 ? 1 : $n * $f($n - 1) }; $f(12))',
  ])("within its limits an expression has the library's own value: %s", async (expression) => {
    const rows = [
      { name: 'x', kind: 'a', price: 1 },
      { name: 'y', kind: 'b', price: 3 },
      { name: 'z', kind: 'a', price: 2 },
    ];
    const plain: unknown = await jsonata(expression).evaluate({ rows });
    expect(await evaluateJsonata(expression, { rows })).toEqual(JSON.parse(JSON.stringify(plain)));
  });

  it.each(['$base64encode("€")', '$base64decode("!")', '$base64decode("a")'])(
    'page and Node have one verdict on %s',
    async (expression) => expect(await reasonOf(expression, 1_000)).toContain('base64'),
  );
});

/** Why an expression has no value. */
async function reasonOf(expression: string, steps: number): Promise<string> {
  try {
    const value: Json = await evaluateJsonata(expression, null, {}, undefined, steps);
    return `value: ${JSON.stringify(value).slice(0, 80)}`;
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    expect(thrown.error.code).toBe('EXPRESSION_ERROR');
    return thrown.error.message;
  }
}

function loops(n: number, deep: number): string {
  return deep === 0 ? '1' : `$map([1..10${n}], function($x${deep}) { ${loops(n, deep - 1)} })`;
}

/** A list that holds a list twice, which holds one twice, and so on. */
function doubled(n: number, innermost = '1'): string {
  return `$reduce([1..${40 + n}], function($a, $i) { [[$a], [$a]] }, [${innermost}])`;
}

/** What is copied and written by the functions of the language that do it in one go. */
function countedWork(): { mostAtOnce(): number; inAll(): number; end(): void } {
  let most = 0;
  let all = 0;
  const count = (made: unknown): void => {
    const size = typeof made === 'string' || Array.isArray(made) ? made.length : 0;
    most = Math.max(most, size);
    all += size;
  };
  const spies = [
    counted(Array.prototype, 'concat', count),
    counted(Array.prototype, 'slice', count),
    counted(Array.prototype, 'join', count),
    counted(JSON, 'stringify', count),
  ];
  return {
    mostAtOnce: () => most,
    inAll: () => all,
    end: () => {
      for (const spy of spies) spy();
    },
  };
}

function counted<Name extends string>(
  owner: { [Key in Name]: (...given: never[]) => unknown },
  name: Name,
  count: (made: unknown) => void,
): () => void {
  const original = owner[name];
  const works = function (this: unknown, ...given: never[]): unknown {
    const made: unknown = Reflect.apply(original, this, given);
    count(made);
    return made;
  };
  Object.defineProperty(owner, name, { value: works, configurable: true, writable: true });
  return () => {
    Object.defineProperty(owner, name, { value: original, configurable: true, writable: true });
  };
}
