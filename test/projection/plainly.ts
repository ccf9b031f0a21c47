import type { RunView } from '#projection';

/** A view with its maps as lists, so that views that were made in different ways can be compared. */
export function plainly(view: RunView): unknown {
  const { nodes, variables, planning, opened, open, ...rest } = view;
  return { ...rest, maps: [nodes, variables, planning, opened, open].map((map) => [...map]) };
}
