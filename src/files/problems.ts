import { type Diagnostic, problem, type Where } from '#base';

/** Thrown where a file cannot be read: deep inside a reader there is nothing to return to. `readFile` makes it data. */
export class FileProblem extends Error {
  readonly diagnostic: Diagnostic;
  constructor(code: string, message: string, help: string, where: Where = {}) {
    super(message);
    this.name = 'FileProblem';
    this.diagnostic = problem(code, message, help, where);
  }
}

export function emptyFile(name: string): FileProblem {
  return new FileProblem('FILE_EMPTY', `“${name}” is empty.`, 'Choose a file that has something in it.');
}

export function damaged(name: string, what: string, where?: Where): FileProblem {
  return new FileProblem(
    'FILE_DAMAGED',
    `“${name}” is damaged: ${what}.`,
    'Open it in the program that made it and save it again, or fetch it once more.',
    where,
  );
}

export function encrypted(name: string): FileProblem {
  return new FileProblem(
    'FILE_ENCRYPTED',
    `“${name}” is protected by a password.`,
    'Open it with the password, save it without one, and choose that file.',
  );
}

/** @param what the sentence's end, with the limit that is hit: `holds more than 16,384 columns` */
export function tooLarge(name: string, what: string, help: string, where?: Where): FileProblem {
  return new FileProblem('FILE_TOO_LARGE', `“${name}” ${what}.`, help, where);
}
