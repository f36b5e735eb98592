/**
 * Reserves the height of what the front page shows a signed-in customer, as it was on their last visit in a window of
 * this width. Must not reference anything outside: `build/theme-script.ts` inlines this function as a script that
 * runs before the first paint.
 */
export function reserveSellerHome(stored: unknown): void {
  const { height, width } = stored as { height?: unknown; width?: unknown }
  if (typeof height !== 'number' || width !== innerWidth) return
  document.documentElement.dataset.seller = ''
  document.documentElement.style.setProperty('--seller-home-height', `${height}px`)
}
