// Runs before the first paint, so that a chosen theme never flashes the other one. Must agree with src/ui/theme.ts.
try {
  var stored = JSON.parse(localStorage.getItem('ui_preferences') || '{}').theme
  if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored
} catch {
  // A browser that keeps nothing follows the system.
}
