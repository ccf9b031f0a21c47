import {
  type Diagnostic,
  escapePointer,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
  problem,
} from '#base';
import { isReservedName } from '../expressions/references';
import { BODIES } from '../rules/graph';

/** What the steps of a reply are called there, and in which order they stand. */
interface StepsOfReply {
  /** The id of the step of a name; undefined where none is called so. */
  readonly find: (name: string) => string | undefined;
  /** Their ids where the reply calls none of them anything, so that only a number can name one; else none. */
  readonly numbered: readonly string[];
}

/** Nodes in which texts of other systems are references of ours, with what was read and what names no step. */
export interface PlaceholdersRead {
  readonly nodes: readonly JsonObject[];
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** The fields of a result: `.rows[0].name`. */
const PATH = '((?:\\.[A-Za-z_]\\w{0,63}|\\[\\d{1,6}\\]){0,16})';

/** How a system writes the result of a step, as a whole text. Its number counts from `first`. */
interface Dialect {
  readonly form: RegExp;
  readonly first: number;
}

const DIALECTS: readonly Dialect[] = [
  // <node-0> of TaskBench and its kin
  { form: new RegExp(`^<([A-Za-z]{1,16}-(\\d{1,6}))>${PATH}$`), first: 0 },
  // $1 of LLMCompiler, #E1 of ReWOO
  { form: new RegExp(`^\\$((\\d{1,6}))${PATH}$`), first: 1 },
  { form: new RegExp(`^#(E(\\d{1,6}))${PATH}$`), first: 1 },
  // ${a.b} of shells and scripts, {a} of Python
  { form: new RegExp(`^\\$?\\{([A-Za-z_][\\w-]{0,63})()${PATH}\\}$`), first: 0 },
];
/** `$a.output`: a variable of a shell. It may be any word with a dollar sign unless a step is called so. */
const BARE = new RegExp(`^\\$([A-Za-z_][\\w-]{0,63})${PATH}$`);
/** `<result of step 1>`, `[output from the search]`: words that stand for a result, and name it in no form. */
const IN_WORDS =
  /^[<[(](?:the )?(?:\w{1,30} ){0,2}(?:result|output|response|answer|content|data)s? (?:of|from) [^<>[\]()]{1,100}[>\])]$/i;
const LONGEST = 2_000;

/** Whether a text is, as a whole, what another system writes for the result of a step. */
export function isPlaceholder(text: string): boolean {
  return read(text) !== null;
}

/** A text taken apart: what it may call the step, and which field of its result it means. */
interface Placeholder {
  readonly names: readonly string[];
  readonly place: number | null;
  readonly path: string;
}

function read(text: string): Placeholder | null {
  if (text.length > LONGEST || !'<$#{[('.includes(text.charAt(0))) return null;
  for (const { form, first } of DIALECTS) {
    const [, name, number = '', path = ''] = form.exec(text) ?? [];
    if (name === undefined) continue;
    const names = [text, name, ...(number === '' ? [] : [number])];
    return { names, place: number === '' ? null : Number(number) - first, path };
  }
  return IN_WORDS.test(text) ? { names: [text], place: null, path: '' } : null;
}

/**
 * Reads a text that is exactly what another system writes for the result of a step (P4): `<node-0>`, `$1`, `#E1`, `${a.b}`,
 * `{a}`. One that names a step becomes our reference; one that names none is a problem, because the text itself was hardly
 * meant. Within a longer text it is text.
 */
export function readPlaceholders(nodes: readonly JsonObject[], steps: StepsOfReply): PlaceholdersRead {
  const inside = new Set(nodes.flatMap(idsInside));
  const find = (name: string) => steps.find(name) ?? (inside.has(name) ? name : undefined);
  const reader = new Reader({ ...steps, find });
  return {
    nodes: nodes.map((node) => reader.node(node, String(node.id ?? ''))),
    repairs: reader.repairs,
    problems: reader.problems,
  };
}

/** Ids of the nodes inside a node of ours. */
function idsInside(node: JsonObject): readonly string[] {
  const bodies = BODIES.map((name) => node[name]).filter(isJsonObject);
  return bodies
    .flatMap(({ nodes }) => objectsIn(nodes))
    .flatMap((one) => [...(typeof one.id === 'string' ? [one.id] : []), ...idsInside(one)]);
}

class Reader {
  readonly repairs: string[] = [];
  readonly problems: Diagnostic[] = [];

  constructor(private readonly steps: StepsOfReply) {}

  /** What a node is given, or gives as an end, is read; what is an expression or a name is not. */
  node(node: JsonObject, id: string): JsonObject {
    const { input, params } = node;
    const changed: Record<string, Json> = {};
    if (input !== undefined) changed.input = this.#value(input, id, '/input');
    if (node.type === 'END' && isJsonObject(params) && params.result !== undefined)
      changed.params = { ...params, result: this.#value(params.result, id, '/params/result') };
    for (const name of BODIES) {
      const body = node[name];
      if (isJsonObject(body) && Array.isArray(body.nodes))
        changed[name] = { ...body, nodes: body.nodes.map((one: Json) => this.#inner(one)) };
    }
    return { ...node, ...changed };
  }

  #inner(one: Json): Json {
    return isJsonObject(one) ? this.node(one, String(one.id ?? '')) : one;
  }

  #value(value: Json, node: string, field: string): Json {
    if (typeof value === 'string') return this.#text(value, node, field);
    if (isJsonArray(value)) return value.map((item, index) => this.#value(item, node, `${field}/${index}`));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        this.#value(item, node, `${field}/${escapePointer(key)}`),
      ]),
    );
  }

  #bare(text: string): Placeholder | null {
    const [, name = '', path = ''] = text.length > LONGEST ? [] : (BARE.exec(text) ?? []);
    return this.steps.find(name) === undefined ? null : { names: [name], place: null, path };
  }

  #text(text: string, node: string, field: string): string {
    const placeholder = read(text) ?? this.#bare(text);
    if (placeholder === null) return text;
    const { names, place, path } = placeholder;
    const { find, numbered } = this.steps;
    const named = names.map(find).find((id) => id !== undefined);
    const id = named ?? (place === null ? undefined : numbered[place]);
    if (id === undefined) {
      this.problems.push(unknown(text, { node, field }));
      // Told once: nothing is certain of the value.
      return '{{ dyn(null) }}';
    }
    const reference = `{{ steps["${id}"]${fieldsOf(path)} }}`;
    this.repairs.push(`Read ${JSON.stringify(text)} as ${reference}.`);
    return reference;
  }
}

/** A field whose name CEL has a word for is read by its name in quotes. */
function fieldsOf(path: string): string {
  return path.replace(/\.(\w+)/g, (whole, name: string) => (isReservedName(name) ? `["${name}"]` : whole));
}

function unknown(text: string, where: { readonly node: string; readonly field: string }): Diagnostic {
  return problem(
    'PLACEHOLDER_UNKNOWN',
    `${JSON.stringify(text)} stands for the result of a step, and no step is called so.`,
    `Write {{ steps["ID"].field }} with the id of an earlier step; to give the characters themselves, write {{ ${JSON.stringify(text)} }}.`,
    where,
  );
}
