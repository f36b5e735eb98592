const base = import.meta.env.BASE_URL.replace(/\/$/, '')

/** Prefixes a path of this site ('/api/uploads', '/brands.svg') with the base path of the deployment. */
export function withBase(path: `/${string}`) {
  return base + path
}

/** The address of a CSV file of the staff area, without the parameters that are empty. */
export function csvUrl(name: string, parameters: Record<string, string | undefined>) {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim()))
  const query = new URLSearchParams(given).toString()
  return withBase(`/api/admin/${name}.csv${query && `?${query}`}`)
}
