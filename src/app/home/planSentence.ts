export async function planSentence(_sentence: string): Promise<void> {}
