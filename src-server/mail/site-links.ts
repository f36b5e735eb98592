export type SiteLinks = ReturnType<typeof siteLinks>

/** Where mails lead. `siteUrl` is the address people reach the site by, with or without a path. */
export function siteLinks(siteUrl: string) {
  const base = siteUrl.replace(/\/+$/, '')
  return {
    home: `${base}/`,
    exchange: `${base}/exchange`,
    contact: `${base}/contact`,
    order: (id: string) => `${base}/transactions/${encodeURIComponent(id)}`,
    // A fragment stays in the browser: the token reaches no log and no other site.
    resetPassword: (token: string) => `${base}/reset-password#token=${encodeURIComponent(token)}`,
  }
}
