/** DEFLATE without a wrapper (RFC 1951), by the platform: the same in browsers and in Node. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Why inflating stopped: the bytes are no deflate stream, or they give more than was allowed (case A4). */
type InflateProblem = 'damaged' | 'too-large';

/**
 * Bytes that are inflated at a time. A platform hands out everything that one piece gives before anybody can stop it
 * (measured: 260 KB in one piece filled 200 MB), and DEFLATE gives at most 1,032 bytes for one: so 1 MB at a time.
 */
const PIECE_BYTES = 1024;

/**
 * Inflates piece by piece and stops at the first byte beyond `most`, so that a small link cannot fill the memory.
 *
 * @param most bytes that may come out
 */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | InflateProblem> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = inPieces(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return joined(pieces, length);
      length += value.length;
      if (length > most) {
        await reader.cancel();
        return 'too-large';
      }
      pieces.push(value);
    }
  } catch {
    return 'damaged';
  }
}

/** Bytes as a stream that gives the next piece only when it is asked for one. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + PIECE_BYTES));
        at += PIECE_BYTES;
      },
    },
    { highWaterMark: 0 },
  );
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
