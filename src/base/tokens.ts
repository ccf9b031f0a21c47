/** Four bytes of UTF-8 a token, the usual rule of thumb. */
const BYTES_A_TOKEN = 4;

/** How many tokens a text of so many bytes of UTF-8 is, about. */
export function estimatedTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_A_TOKEN);
}
