// Imported before everything else: modules run in the order of their imports, and none may load a script unseen.
installTrustedTypes();

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/**
 * T3: the one Trusted Types policy. It lets script URLs of this origin and `blob:` pass (workers), and has no
 * `createHTML` and no `createScript`, so that no text can become markup or code. Browsers without Trusted Types
 * have the CSP alone. Call it before anything else runs.
 */
export function installTrustedTypes(): void {
  const factory: TrustedTypesFactory | undefined = Reflect.get(window, 'trustedTypes');
  factory?.createPolicy('default', { createScriptURL: allowOwnScript });
}

/** @throws TypeError for any other origin: the browser then refuses to load it. */
export function allowOwnScript(url: string): string {
  const target = new URL(url, document.baseURI);
  const own = target.origin === location.origin && /^(https?|blob):$/.test(target.protocol);
  if (!own) throw new TypeError(`Scripts load from ${location.origin} only, not from ${target.origin}.`);
  return url;
}
