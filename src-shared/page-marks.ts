/**
 * Places in the built pages that the server fills with its configuration, which the build does not know. Texts between
 * `urlPart` marks are removed when the site has no public URL.
 */
export const pageMarks = {
  /** The public URL, which ends with a slash. */
  publicUrl: '{{public-url}}',
  urlPartStart: '<!--public-url-->',
  urlPartEnd: '<!--/public-url-->',
  companyLine: '{{company-line}}',
} as const
