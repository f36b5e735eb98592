/**
 * Places in the built and rendered pages that the server fills: with its configuration, and with the catalogue as JSON.
 * Texts between `urlPart` marks are removed when the site has no public URL.
 */
export const pageMarks = {
  /** The public URL, which ends with a slash. */
  publicUrl: '{{public-url}}',
  urlPartStart: '<!--public-url-->',
  urlPartEnd: '<!--/public-url-->',
  companyLine: '{{company-line}}',
  catalogue: '{{catalogue}}',
} as const

/** The id of the element with the catalogue that a page was rendered with. */
export const catalogueElement = 'page-catalogue'
