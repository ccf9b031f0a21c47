/** How many machines are drawn. */
export const MACHINES = 200;
