export function DocumentsSection() {
  return null;
}
