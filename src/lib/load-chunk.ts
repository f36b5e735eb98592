const files = new Map<string, Promise<unknown>>()
let isOutdated = false

/** Code that did not arrive. */
export class LoadError extends Error {}

/** Why a part of the page is missing: its code did not arrive, only a reload brings it, or it failed as it ran. */
export type Failure = 'lost' | 'outdated' | 'broken'

/** The kind of an error that a part of the page has thrown, by default of one while it was loaded. */
export function failureOf(error: unknown = new LoadError()) {
  return isOutdated ? 'outdated' : error instanceof LoadError ? 'lost' : 'broken'
}

/** Whether the server has deleted files of this page's build, so that only a reload helps. */
export function isPageOutdated() {
  return isOutdated
}

/** Wraps every `import()`: browsers may cache a failed one, but a fetch can be repeated. @throws LoadError */
export async function loadChunk<T>(load: () => Promise<T>, needed: readonly string[] = []) {
  try {
    await Promise.all(needed.map(fileOnce))
    return await load()
  } catch (cause) {
    // Not the browser's own message: the router reloads the page when it sees that.
    throw new LoadError('A part of the page did not load.', { cause })
  }
}

function fileOnce(file: string) {
  const url = import.meta.env.BASE_URL + file
  let loading = files.get(url)
  if (!loading) {
    loading = file.endsWith('.css') ? addStyles(url) : fetchFile(url)
    files.set(url, loading)
    loading.catch(() => files.delete(url))
  }
  return loading
}

async function fetchFile(url: string) {
  const answer = await fetch(url)
  if (answer.status === 404) isOutdated = true
  if (!answer.ok) throw new Error(url)
  // Read to the end, because the cache stores complete responses only.
  return answer.blob()
}

async function addStyles(url: string) {
  // A prerendered page has inline styles and lists their files as disabled links.
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
