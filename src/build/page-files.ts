import type { Manifest } from 'vite'

export const entryChunk = 'index.html'

/** '/' is `routes/-pages/index.tsx`, '/admin/users/$id' is `routes/-pages/admin_.users.$id.tsx`. */
export function routeChunk(manifest: Manifest, path: string) {
  const wanted = path.slice(1) || 'index'
  const chunk = Object.keys(manifest).find((key) => {
    const [, name] = /^routes\/-pages\/(.+)\.tsx$/.exec(key) ?? []
    return name?.replaceAll(/_?\./g, '/') === wanted
  })
  if (!chunk) throw new Error(`The build has no chunk for the screen ${path}.`)
  return chunk
}

/** All files that these chunks need before they can run, in load order. */
export function filesOf(manifest: Manifest, chunks: readonly string[]) {
  const seen = new Set<string>()
  const styles = new Set<string>()
  const scripts: string[] = []
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const each of chunk.imports ?? []) visit(each)
    for (const each of chunk.css ?? []) styles.add(each)
    scripts.push(chunk.file)
  }
  for (const each of chunks) visit(each)
  return { scripts, styles: [...styles] }
}
