export type SiteLinks = ReturnType<typeof siteLinks>

export function siteLinks(siteUrl: string) {
  const base = siteUrl.replace(/\/$/, '')
  return {
    home: `${base}/`,
    exchange: `${base}/exchange`,
    contact: `${base}/contact`,
    submission: (id: string) => `${base}/transactions/${encodeURIComponent(id)}`,
    // A fragment stays in the browser: the token reaches no access log and no Referer header.
    resetPassword: (token: string) => `${base}/reset-password#token=${encodeURIComponent(token)}`,
  }
}
