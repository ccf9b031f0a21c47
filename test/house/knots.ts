import { resolveRelative, staticImportsOf, type Tree } from './doors';

/**
 * The knots of a room: groups of its folders, and of files beside them, each of which needs every other one. A folder stands here
 * with all that is in it, so a knot is what cannot be understood, or moved, in part.
 *
 * @returns the members of each knot, sorted
 */
export function knotsOf(tree: Tree, room: string): readonly (readonly string[])[] {
  const needs = needsIn(tree, room);
  const reached = new Map([...needs.keys()].map((unit) => [unit, reachedFrom(unit, needs)]));
  const knots = [...needs.keys()].map((unit) =>
    [...needs.keys()]
      .filter((other) => reached.get(unit)?.has(other) && reached.get(other)?.has(unit))
      .sort(),
  );
  return [...new Map(knots.filter(({ length }) => length > 1).map((knot) => [knot.join(), knot])).values()];
}

/** What each folder of a room imports of the other ones. */
function needsIn(tree: Tree, room: string): ReadonlyMap<string, ReadonlySet<string>> {
  const needs = new Map<string, Set<string>>();
  for (const [file, source] of tree) {
    if (!file.startsWith(`${room}/`)) continue;
    const unit = unitOf(file);
    const needed = needs.get(unit) ?? new Set();
    needs.set(unit, needed);
    for (const specifier of staticImportsOf(source)) {
      const target = resolveRelative(tree, file, specifier);
      if (target !== null && unitOf(target) !== unit) needed.add(unitOf(target));
    }
  }
  return needs;
}

/** The folder of the room that a file lies in, or the file itself where it lies beside them. */
function unitOf(file: string): string {
  return file.split('/')[1] ?? file;
}

function reachedFrom(unit: string, needs: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set(needs.get(unit));
  for (const one of reached) for (const next of needs.get(one) ?? []) reached.add(next);
  return reached;
}
