/** The id of a card in the list, to be led to. */
export function cardAnchor({ slug }: { slug: string }): string {
  return `card-${slug}`
}
