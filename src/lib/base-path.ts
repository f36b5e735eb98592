const base = import.meta.env.BASE_URL.replace(/\/$/, '')

/** A path of this site ('/api/uploads', '/brands.svg') as the browser must ask for it when the site lives in a folder. */
export function withBase(path: `/${string}`): string {
  return base + path
}
