/**
 * Shows the page in this theme; anything but 'light' and 'dark' is what the system says. The build also writes this
 * function into a script of its own that runs before the first paint (`build/theme-script.ts`): it has to stand alone.
 */
export function applyTheme(theme: unknown): void {
  const forced = theme === 'light' || theme === 'dark' ? theme : undefined
  if (forced) document.documentElement.dataset.theme = forced
  else delete document.documentElement.dataset.theme
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', forced ?? 'light dark')
  // The first is for the light scheme, the second for the dark one.
  const [light, dark] = document.querySelectorAll('meta[name="theme-color"]')
  light?.setAttribute('media', forced ? (forced === 'light' ? 'all' : 'not all') : '(prefers-color-scheme: light)')
  dark?.setAttribute('media', forced ? (forced === 'dark' ? 'all' : 'not all') : '(prefers-color-scheme: dark)')
}
