/** Where a server is, as people say it: "on this computer", else its host. */
export function hostWords(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, host } = new URL(url);
  return isThisComputer(hostname) ? 'on this computer' : host;
}

function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
