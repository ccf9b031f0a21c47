import { expect, type Page } from '@playwright/test';

/** The six ways in which bytes of a secret could be written down. */
export function writingsOf(secret: string): readonly string[] {
  return [
    secret,
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
    [...secret].reverse().join(''),
  ];
}

/** Fails where a secret is written in one of these places, by their names. */
export function expectNowhere(secrets: readonly string[], places: Readonly<Record<string, string>>): void {
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets)
      for (const written of writingsOf(secret))
        expect(text.includes(written), `${written} in ${place}`).toBe(false);
}

/** What a person could read of a page: its elements, address, title and storages of text. */
export function shownBy(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      location.href,
      document.title,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n'),
  );
}
