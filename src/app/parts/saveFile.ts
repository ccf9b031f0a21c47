/** Offers a text or a blob as a file to keep. Nothing is sent anywhere. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
