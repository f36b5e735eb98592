/** 'Robin Lee is viewing', 'Robin Lee and Kim are viewing'; '' for nobody. */
export function viewingText(names: readonly string[]): string {
  if (names.length === 0) return ''
  if (names.length === 1) return `${names[0]} is viewing`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are viewing`
}
