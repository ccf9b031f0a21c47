export type Bytes = Uint8Array<ArrayBuffer>;

/** Lets the first bytes through, and leaves whoever sends more. */
export function firstBytes(most: number): TransformStream<Bytes, Bytes> {
  let left = most;
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.terminate();
    },
  });
}

/** The text of an answer; null where it is longer than that. The rest is not waited for. */
export async function textUpTo(response: Response, most: number): Promise<string | null> {
  const bytes = await new Response(response.body?.pipeThrough(firstBytes(most + 1)) ?? null).arrayBuffer();
  return bytes.byteLength > most ? null : new TextDecoder().decode(bytes);
}
