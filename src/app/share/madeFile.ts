import type { Diagnostic } from '#base';
import type { ExportFile } from '#share';

/** A file, and what of the plan its format has no words for (S3). */
export interface MadeFile extends ExportFile {
  /** What is saved where that is no text. */
  readonly content?: Blob;
  /** What is looked through for secrets where that is more than the text (S4). */
  readonly scanned?: string;
  readonly leftOut?: readonly Diagnostic[];
}
