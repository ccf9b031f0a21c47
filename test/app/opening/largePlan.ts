/** A workspace with one plan of so many nodes, each after the other, that has no places yet. */
export function largePlan(count: number): string {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    type: 'CAPABILITY',
    params: { capability: 'text.say' },
    input: { text: `Hello ${index}` },
  }));
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: `n${index}`, to: id }));
  return JSON.stringify({
    format: 'planloom/workspace',
    version: 1,
    id: 'large',
    name: 'Large',
    plans: [{ id: 'main', kind: 'capability', nodes, edges }],
  });
}
