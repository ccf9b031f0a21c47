import type { Diagnostic } from '../../src/base';
import { type FileContent, readFile, type TableContent, type TextContent } from '../../src/files';

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** What a file says; throws where it cannot be read. */
export async function contentOf(bytes: Uint8Array, name: string): Promise<FileContent> {
  const result = await readFile(bytes, { name });
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

export async function tableIn(bytes: Uint8Array, name: string): Promise<TableContent> {
  const content = await contentOf(bytes, name);
  if (content.kind !== 'table') throw new Error(`${name} is ${content.kind}`);
  return content;
}

export async function textIn(bytes: Uint8Array, name: string): Promise<TextContent> {
  const content = await contentOf(bytes, name);
  if (content.kind !== 'text') throw new Error(`${name} is ${content.kind}`);
  return content;
}

/** Why a file cannot be read: exactly one problem, with all its parts (I9). */
export async function problemOf(bytes: Uint8Array, name: string): Promise<Diagnostic> {
  const result = await readFile(bytes, { name });
  if (result.ok) throw new Error(`${name} was read as ${result.value.type}`);
  const [first, ...others] = result.problem;
  if (first === undefined || others.length > 0) throw new Error(`${result.problem.length} problems`);
  return first;
}
