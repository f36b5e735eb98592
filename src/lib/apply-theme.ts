/**
 * Sets the theme of the page; any value but 'light' and 'dark' selects the system's theme. Must not reference anything
 * outside: `build/theme-script.ts` also inlines this function as a script that runs before the first paint.
 */
export function applyTheme(theme: unknown): void {
  const forced = theme === 'light' || theme === 'dark' ? theme : undefined
  if (forced) document.documentElement.dataset.theme = forced
  else delete document.documentElement.dataset.theme
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', forced ?? 'light dark')
  // In the order of index.html: light scheme, dark scheme.
  const [light, dark] = document.querySelectorAll('meta[name="theme-color"]')
  light?.setAttribute('media', forced ? (forced === 'light' ? 'all' : 'not all') : '(prefers-color-scheme: light)')
  dark?.setAttribute('media', forced ? (forced === 'dark' ? 'all' : 'not all') : '(prefers-color-scheme: dark)')
}
