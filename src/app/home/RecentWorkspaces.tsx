export function RecentWorkspaces() {
  return null;
}
