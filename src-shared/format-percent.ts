/** '92.5%' for 9250 basis points, without zeros at the end. */
export function formatPercent(bps: number) {
  return `${bps / 100}%`
}
