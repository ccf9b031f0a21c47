import type { Tree } from './doors';

/** Rooms that the browser and Node enter, and no other room: they need no door. */
const ENTRIES: ReadonlySet<string> = new Set(['app', 'cli']);

/**
 * Checks that every room has a door that lists its exports by name, and a README.
 *
 * @param readmes rooms that have a README.md
 */
export function checkRooms(tree: Tree, readmes: ReadonlySet<string>): readonly string[] {
  const rooms = new Set([...tree.keys()].map((file) => file.split('/')[0] ?? ''));
  return [...rooms].flatMap((room) => {
    const door = tree.get(`${room}/index.ts`);
    return [
      ...(ENTRIES.has(room) ? [] : checkDoor(room, door)),
      ...(readmes.has(room)
        ? []
        : [
            `src/${room} has no README.md. Say what lives there, what may come in, and which decisions were taken.`,
          ]),
    ];
  });
}

function checkDoor(room: string, door: string | undefined): readonly string[] {
  if (door === undefined)
    return [`src/${room} has no door. Write src/${room}/index.ts, which lists its exports by name.`];
  return [...door.matchAll(/export \*(?: as \w+)? from '([^']+)'/g)].map(
    ([, from]) =>
      `src/${room}/index.ts exports all of '${from}'. List the names: export { … } from '${from}'.`,
  );
}
