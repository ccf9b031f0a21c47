import type { Diagnostic } from '#base';
import type { FileContent, Page, Sheet } from '#files';
import type { TextDocument, WorkspaceDocument } from '#plan';

/** A document with what is in it. Its kind is that of its content: a PDF is Markdown, lines with tabs are CSV. */
export type ReadDocument = ReadText | ReadSheet;

interface Read {
  readonly id: string;
  readonly name?: string | undefined;
  readonly columns?: TextDocument['columns'];
  /** What was said when its file was read; left out where that was nothing. */
  readonly notes?: readonly Diagnostic[];
}

export interface ReadText extends Read {
  readonly kind: 'text' | 'markdown' | 'csv' | 'json';
  readonly text: string;
  /** Where the pages of a PDF begin. */
  readonly pages?: readonly Page[];
}

export interface ReadSheet extends Read {
  readonly kind: 'sheet';
  readonly sheet: Sheet;
}

/** How the reading of a table is followed and ended. */
export interface FollowedReading {
  readonly signal?: AbortSignal | undefined;
  /** So many rows have been read. */
  readonly rows?: ((rows: number) => void) | undefined;
}

/** Reads the documents of workspaces (W8). */
export interface DocumentReader {
  /**
   * A document with its content: the same object for the same document.
   *
   * @param following where this is the first that asks for it
   * @throws CallError `FILE_MISSING`, or why the file cannot be read; the reason of the signal
   */
  read(document: WorkspaceDocument, following?: FollowedReading): Promise<ReadDocument>;
  /** What is in a file that has just been read, so that it is not read again. */
  know(hash: string, content: FileContent): void;
  /** Whether all that it takes to read it is here. */
  isHere(document: WorkspaceDocument): Promise<boolean>;
}
