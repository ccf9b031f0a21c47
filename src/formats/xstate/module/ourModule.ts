import { canonicalJson, isJsonObject, type Json, type JsonObject, LIMITS, parseJson } from '#base';
import { FORMAT, readJson, VERSION } from '#plan';
import { canonicalMachine } from '../canonical';
import { DATA_MARK, marked, markedTemplate } from '../dialect';
import { PLAN_CONSTANT } from '../exportModule';
import { exportXState } from '../exportXState';
import type { ModuleText } from './moduleText';
import { calledName, constant, flag, givenBy, isFunction, isNamed, part, parts, type Syntax } from './syntax';

/** Modules that `exportMachineModule` wrote: conditions and values stand in them under their CEL, and are read as that. */

/** `createMachine({ output, ...config })`: what is the author's is `config`. */
export function ourConfig(module: ModuleText, config: Syntax): Syntax | null {
  if (!/\bfunction scopeOf\(/.test(module.source) || config.type !== 'ObjectExpression') return null;
  const spread = parts(config, 'properties').find(({ type }) => type === 'SpreadElement');
  return spread === undefined ? null : part(spread, 'argument');
}

/** A module with the runtime of capability plans: no machine is written in it. */
export function isCompiledPlan({ source }: ModuleText): boolean {
  return /\bmachineOf\(PLANS\b/.test(source);
}

/** `(args) => conditions["CEL"](scopeOf(args))`. */
export function ourCondition(module: ModuleText, node: Syntax): string | null {
  const given = isFunction(node) ? givenBy(node) : null;
  return given === null ? null : askedFor(module, given, 'conditions');
}

/** A value with `values["CEL"](scopeOf(args))` anywhere in it, in the dialect; undefined where there is none. */
export function ourValue(module: ModuleText, node: Syntax): Json | undefined {
  const given = isFunction(node) ? givenBy(node) : null;
  return given === null || !/\bscopeOf\(args\)/.test(module.text(given)) ? undefined : valueAt(module, given);
}

function valueAt(module: ModuleText, node: Syntax): Json | undefined {
  if (!module.spend()) return undefined;
  const asked = askedFor(module, node, 'values');
  if (asked !== null) return isTemplate(node) ? markedTemplate(asked) : marked(asked);
  if (node.type === 'ArrayExpression') {
    const items = parts(node, 'elements').map((item) => valueAt(module, item));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (node.type !== 'ObjectExpression') return constant(node);
  const entries = parts(node, 'properties').map((property) => {
    const value = part(property, 'value');
    const key = flag(property, 'computed') ? DATA_MARK : module.keyOf(property);
    const read = value === null ? undefined : valueAt(module, value);
    return key === null || read === undefined ? null : ([key, read] as const);
  });
  return entries.every((entry) => entry !== null) ? Object.fromEntries(entries) : undefined;
}

/** `table["source"](scopeOf(args))`. */
function askedFor(module: ModuleText, node: Syntax, table: string): string | null {
  const callee = part(node, 'callee');
  const [argument] = parts(node, 'arguments');
  if (callee?.type !== 'MemberExpression' || argument === undefined || calledName(argument) !== 'scopeOf')
    return null;
  const [object, property] = [part(callee, 'object'), part(callee, 'property')];
  const isTable = isNamed(object, table);
  const source = property === null ? undefined : module.literal(property);
  return isTable && flag(callee, 'computed') && typeof source === 'string' ? source : null;
}

/** Templates stand in backticks, so that a text is never taken for an expression. */
function isTemplate(node: Syntax): boolean {
  return part(part(node, 'callee') ?? node, 'property')?.type === 'TemplateLiteral';
}

/**
 * The plan that a module was written from, which stands in it where XState has no word for all of it.
 *
 * @returns `edited` where the machine is another by now
 */
export function ourPlan(module: ModuleText, config: JsonObject): JsonObject | 'edited' | null {
  const text = module.constantNamed(PLAN_CONSTANT);
  if (typeof text !== 'string') return null;
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok || !isJsonObject(parsed.value)) return 'edited';
  const read = readJson({ format: FORMAT, version: VERSION, id: 'm', name: 'm', plans: [parsed.value] });
  const [plan] = read.kind === 'document' ? read.workspace.plans : [];
  if (read.kind !== 'document' || plan === undefined) return 'edited';
  const exported = exportXState(plan, read.workspace);
  const same = (value: Json): string => canonicalJson(canonicalMachine(isJsonObject(value) ? value : {}));
  return exported.ok && same(exported.value.value) === same(config) ? parsed.value : 'edited';
}
