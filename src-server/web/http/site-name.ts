import { siteDefaults } from '#shared/site-settings.ts'

export function withBrandName(html: string, brandName: string) {
  return html.replaceAll(siteDefaults.brandName, () => escapeHtml(brandName))
}

export function escapeHtml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
