const base = import.meta.env.BASE_URL.replace(/\/$/, '')

/** Prefixes a path of this site ('/api/uploads', '/brands.svg') with the base path of the deployment. */
export function withBase(path: `/${string}`): string {
  return base + path
}
