/**
 * Milliseconds of processor time that work takes: what a clock shows depends on how busy the machine is.
 *
 * @example expect(effortOf(() => read(text))).toBeLessThan(4_000);
 */
export function effortOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
