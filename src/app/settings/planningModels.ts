/** Models that only make vectors, hear, draw or judge are listed beside those that can talk, and tell it by their names. */
export function isForPlanning(name: string): boolean {
  return !/embed|whisper|tts|rerank|moderation|dall-e/i.test(name);
}

/** The first of a list that can plan; where none can be told to, the first. */
export function preferredOf(names: readonly string[]): string {
  return names.find(isForPlanning) ?? names[0] ?? '';
}
