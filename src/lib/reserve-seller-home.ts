/** Reserves the height of the last visit at this width. Must reference nothing outside: it is inlined. */
export function reserveSellerHome(stored: unknown) {
  const { height, width } = stored as { height?: unknown; width?: unknown }
  if (typeof height !== 'number' || width !== innerWidth) return
  document.documentElement.dataset.seller = ''
  document.documentElement.style.setProperty('--seller-home-height', `${height}px`)
}
