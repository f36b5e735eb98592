const files = new Map<string, Promise<unknown>>()
let isOutdated = false

/** Whether the server no longer has files of the build this page belongs to: only a reload brings the rest. */
export function isPageOutdated(): boolean {
  return isOutdated
}

/**
 * What the build puts around every `import()`: fetches the `needed` files, paths below the base, then runs `load`.
 * Some browsers remember a failed import until the page is reloaded; a fetch can be repeated, and leaves the file in
 * the browser's cache for the import.
 * @throws when a file does not arrive; the next call asks for it again.
 */
export async function loadChunk<T>(load: () => Promise<T>, needed: readonly string[] = []): Promise<T> {
  try {
    await Promise.all(needed.map(fileOnce))
    return await load()
  } catch (cause) {
    // The router reloads the page for the browser's own words.
    throw new Error('A part of the page did not load.', { cause })
  }
}

function fileOnce(file: string): Promise<unknown> {
  const url = import.meta.env.BASE_URL + file
  let loading = files.get(url)
  if (!loading) {
    loading = file.endsWith('.css') ? addStyles(url) : fetchFile(url)
    files.set(url, loading)
    loading.catch(() => files.delete(url))
  }
  return loading
}

async function fetchFile(url: string): Promise<unknown> {
  const answer = await fetch(url)
  if (answer.status === 404) isOutdated = true
  if (!answer.ok) throw new Error(url)
  // Read to its end, or the cache has only half of it.
  return answer.blob()
}

async function addStyles(url: string): Promise<unknown> {
  // A drawn page has the styles inline and names their files in disabled links.
  if (document.querySelector(`link[rel=stylesheet][href="${url}"]`)) return
  await fetchFile(url)
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(url))
    }
    document.head.append(link)
  })
}
