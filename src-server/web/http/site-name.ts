import { siteDefaults } from '#shared/site-settings.ts'

/** The HTML of a built page with the brand name in place of the default one. */
export function withBrandName(html: string, brandName: string): string {
  return html.replaceAll(siteDefaults.brandName, () => escapeHtml(brandName))
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
