import { posix } from 'node:path';
import { HOUSE, NODE_ROOMS, type RoomRule } from './houseRules';

/** Source files by their path below `src`, with `/` as the separator. */
export type Tree = ReadonlyMap<string, string>;

/** An import that the house does not allow, in a sentence that names the door to use. */
export interface Violation {
  readonly file: string;
  readonly import: string;
  readonly message: string;
}

// Statements only: a message may say `from "a"` too.
const IMPORT =
  /(?:^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+|\bimport\.meta\.glob(?:<[^(]*>)?\(\s*)(['"])([^'"\n]+)\1/gm;
// A worker's entry is named by its address.
const WORKER = /\bnew URL\(\s*(['"])([^'"\n]+)\1\s*,\s*import\.meta\.url/g;

/** Every specifier that a source text imports or re-exports, types and dynamic imports included. */
export function importsOf(source: string): readonly string[] {
  const text = withoutComments(source);
  return [...text.matchAll(IMPORT), ...text.matchAll(WORKER)].map((match) => match[2] ?? '');
}

/** The same without `import(…)` and workers: what is loaded late makes no circle. */
export function staticImportsOf(source: string): readonly string[] {
  return importsOf(
    withoutComments(source)
      .replace(/\bimport\s*\([^)]*\)/g, '')
      .replace(WORKER, ''),
  );
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** Checks every import of a tree against the house. */
export function checkDoors(
  tree: Tree,
  house: Readonly<Record<string, RoomRule>> = HOUSE,
): readonly Violation[] {
  const violations: Violation[] = [];
  for (const [file, source] of tree) {
    for (const specifier of importsOf(source)) {
      const message = refuse(file, specifier, house);
      if (message) violations.push({ file, import: specifier, message });
    }
  }
  return [...violations, ...cyclesOf(tree)];
}

function refuse(file: string, specifier: string, house: Readonly<Record<string, RoomRule>>): string | null {
  const room = file.split('/')[0] ?? '';
  const rule = house[room];
  if (!rule)
    return `src/${file}: "${room}" is no room of the house. Put the file into one of: ${Object.keys(house).join(', ')}.`;
  if (specifier.startsWith('.')) return refuseRelative(file, room, specifier);
  if (specifier.startsWith('#')) return refuseRoom(file, room, rule, specifier, house);
  return refusePackage(file, room, rule, specifier);
}

function refuseRelative(file: string, room: string, specifier: string): string | null {
  const target = posix.join(posix.dirname(file), specifier);
  const other = target.split('/')[0] ?? '';
  if (other === room) return null;
  return `src/${file} imports "${specifier}", past the door of ${other}. Use the door: import … from '#${other}'.`;
}

function refuseRoom(
  file: string,
  room: string,
  rule: RoomRule,
  specifier: string,
  house: Readonly<Record<string, RoomRule>>,
): string | null {
  const [other = '', ...deep] = specifier.slice(1).split('/');
  if (deep.length > 0) {
    return `src/${file} imports "${specifier}", past the door of ${other}. Use the door: import … from '#${other}'.`;
  }
  if (!house[other]) return `src/${file} imports "${specifier}", and there is no such room.`;
  if (other === room)
    return `src/${file} imports its own door "${specifier}". Inside a room use a relative path.`;
  if (rule.rooms.includes(other)) return null;
  const doors = rule.rooms.map((name) => `#${name}`).join(', ') || 'none';
  return `src/${file} imports "${specifier}", but ${room} may not use ${other}. Doors that ${room} may use: ${doors}.`;
}

function refusePackage(file: string, room: string, rule: RoomRule, specifier: string): string | null {
  if (specifier.startsWith('node:')) {
    if (NODE_ROOMS.has(room) || file.startsWith('storage/node/')) return null;
    return `src/${file} imports "${specifier}", but ${room} does not run in Node. Use a port of '#runtime', and give it from cli.`;
  }
  const name = packageOf(specifier);
  const folders = rule.only?.[name];
  if (folders !== undefined && !folders.some((folder) => file.startsWith(`${room}/${folder}/`))) {
    const owners = folders.map((folder) => `src/${room}/${folder}`).join(' and ');
    return `src/${file} imports "${specifier}", which only ${owners} may know. Use what is offered there.`;
  }
  if (rule.packages.includes(name)) return null;
  const owner = Object.entries(HOUSE).find(([, other]) => other.packages.includes(name))?.[0];
  const hint = owner ? `That package lives behind '#${owner}'.` : 'Look for a room that already does this.';
  return `src/${file} imports "${specifier}", which is no package of ${room}. ${hint}`;
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

/** Files that import each other in a circle, one violation a circle. */
function cyclesOf(tree: Tree): readonly Violation[] {
  const violations: Violation[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      const circle = [...path.slice(at), file].map((name) => `src/${name}`);
      violations.push({
        file: circle[0] ?? file,
        import: circle[1] ?? file,
        message: `${circle.join(' → ')} is a circle of imports. Move what they share into a file of its own.`,
      });
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const specifier of staticImportsOf(tree.get(file) ?? '')) {
      const target = resolveRelative(tree, file, specifier);
      if (target) visit(target);
    }
    path.pop();
    done.add(file);
  };
  for (const file of tree.keys()) visit(file);
  return violations;
}

export function resolveRelative(tree: Tree, file: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const base = posix.join(posix.dirname(file), specifier);
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  return candidates.find((candidate) => tree.has(candidate)) ?? null;
}

const HANDED_OUT = /^export\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/gm;

/**
 * Names that a door hands out and that no file beyond it says: who reads a door learns what others need of the room.
 *
 * @param outside what else may come through doors: tests
 * @param except modules whose names are for whoever writes TypeScript, by room
 */
export function handedToNobody(
  tree: Tree,
  outside: Iterable<string>,
  except: Readonly<Record<string, readonly string[]>> = {},
): readonly string[] {
  const saidIn = new Map<string, Set<string>>();
  const hear = (who: string, source: string): void => {
    for (const [word] of source.matchAll(/\b[A-Za-z_$][\w$]*\b/g))
      saidIn.set(word, (saidIn.get(word) ?? new Set()).add(who));
  };
  for (const [file, source] of tree) hear(roomOf(file), source);
  for (const source of outside) hear('outside', source);
  return [...tree].flatMap(([file, source]) => {
    const room = roomOf(file);
    if (file !== `${room}/index.ts`) return [];
    return [...withoutComments(source).matchAll(HANDED_OUT)].flatMap(([, names = '', from = '']) =>
      except[room]?.includes(from) === true
        ? []
        : namesIn(names)
            .filter((name) => ![...(saidIn.get(name) ?? [])].some((who) => who !== room))
            .map((name) => `src/${file} hands out ${name}, which nobody takes. Leave it in its room.`),
    );
  });
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function namesIn(list: string): readonly string[] {
  return list.split(',').flatMap(
    (one) =>
      one
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)
        .at(-1) || [],
  );
}
