/** The path of a Chromium that is there, or that was installed. */
export function findChromium(): Promise<string>;
