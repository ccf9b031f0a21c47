import { posix } from 'node:path';
import { importsOf, type Tree, type Violation } from './doors';
import { APP_FLOORS, type Floor } from './houseRules';

/**
 * Checks the imports inside of a room against its floors, types and what is loaded late included: whoever knows a type knows
 * its owner.
 */
export function checkFloors(
  tree: Tree,
  room = 'app',
  floors: readonly Floor[] = APP_FLOORS,
): readonly Violation[] {
  const violations: Violation[] = [];
  for (const [file, source] of tree) {
    if (!file.startsWith(`${room}/`)) continue;
    for (const specifier of importsOf(source)) {
      const message = refuse(file, specifier, floors);
      if (message !== null) violations.push({ file, import: specifier, message });
    }
  }
  return violations;
}

function refuse(file: string, specifier: string, floors: readonly Floor[]): string | null {
  const from = folderOf(file);
  const floor = floors.find(({ folders }) => folders.includes(from));
  if (floor === undefined)
    return `src/${file}: "${from}" is on no floor. Say in test/house/houseRules.ts on which it lies.`;
  if (specifier.startsWith('#') && floor.knowsNoRoom)
    return `src/${file} imports "${specifier}", but ${floor.name} know no room. ${floor.wayOut}`;
  if (!specifier.startsWith('.')) return null;
  const to = folderOf(posix.join(posix.dirname(file), specifier));
  const other = floors.find(({ folders }) => folders.includes(to));
  if (other === undefined || floors.indexOf(other) <= floors.indexOf(floor)) return null;
  return `src/${file} imports "${specifier}", up from ${floor.name} to ${other.name}. ${floor.wayOut}`;
}

/** The folder of the room that a path leads into; '' beside them. */
function folderOf(path: string): string {
  const [, folder = '', ...rest] = path.split('/');
  return rest.length === 0 ? '' : folder;
}
