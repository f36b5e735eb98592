const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The longest start of at most `max` code units that ends between two characters as people see them. */
export function startOf(text: string, max: number) {
  let end = 0
  for (const { index, segment } of characters.segment(text)) {
    if (index + segment.length > max) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** The longest end of at most `max` code units that begins between two characters as people see them. */
export function endOf(text: string, max: number) {
  for (const { index } of characters.segment(text)) if (text.length - index <= max) return text.slice(index)
  return ''
}
