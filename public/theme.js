// Runs before the first paint, so that a chosen theme never flashes. Everything else about themes: src/app/theme.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('planloom.theme');
  } catch {
    // Storage is refused: follow the system.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
