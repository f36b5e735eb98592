/**
 * Places in the built and rendered pages that the server fills: with its configuration, and with the catalogue and the
 * values of the site as JSON.
 * Texts between `urlPart` marks are removed when the site has no public URL.
 */
export const pageMarks = {
  /** The public URL, which ends with a slash. */
  publicUrl: '{{public-url}}',
  urlPartStart: '<!--public-url-->',
  urlPartEnd: '<!--/public-url-->',
  facts: '{{page-facts}}',
} as const

/** The id of the element with what a page was rendered with. */
export const factsElement = 'page-facts'
