/** The floor: an await per step, and nothing kept. */
export async function bareLoop(count: number): Promise<void> {
  const echo = async (value: number): Promise<number> => value;
  for (let index = 0; index < count; index++) await echo(index);
}
