/** Must reference nothing outside: it is inlined. Any value but 'light' and 'dark' is the system's. */
export function applyTheme(theme: unknown) {
  const forced = theme === 'light' || theme === 'dark' ? theme : undefined
  if (forced) document.documentElement.dataset.theme = forced
  else delete document.documentElement.dataset.theme
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', forced ?? 'light dark')
  // In the order of index.html: light scheme, dark scheme.
  const [light, dark] = document.querySelectorAll('meta[name="theme-color"]')
  light?.setAttribute('media', forced ? (forced === 'light' ? 'all' : 'not all') : '(prefers-color-scheme: light)')
  dark?.setAttribute('media', forced ? (forced === 'dark' ? 'all' : 'not all') : '(prefers-color-scheme: dark)')
}
