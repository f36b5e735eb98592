/** `longestSide` in pixels; nothing is ever enlarged. `quality` 0 to 1 counts for JPEG. */
export type ResizeRequest = {
  photo: Blob
  quarterTurns: number
  longestSide: number
  type: 'image/jpeg' | 'image/png'
  quality: number
}
export type ResizedPhoto = { ok: true; photo: Blob } | { ok: false }

// One at a time: ten photos of a phone, drawn at once, take half a gigabyte.
let last: Promise<unknown> = Promise.resolve()

/** Draws a photo anew, apart from the page, which stays quick meanwhile. Undefined when this browser cannot. */
export function resizePhoto(order: ResizeRequest): Promise<Blob | undefined> {
  const drawing = last.then(() => redrawApart(order))
  last = drawing
  return drawing
}

/** Never rejects. A worker of its own for each photo: what it has used is given back with it. */
async function redrawApart(order: ResizeRequest): Promise<Blob | undefined> {
  let worker: Worker | undefined
  try {
    worker = new Worker(new URL('./resize-photo.worker.ts', import.meta.url), { type: 'module' })
    const redrawn = await answerOf(worker, order)
    return redrawn.ok ? redrawn.photo : undefined
  } catch {
    return undefined
  } finally {
    worker?.terminate()
  }
}

function answerOf(worker: Worker, order: ResizeRequest): Promise<ResizedPhoto> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ResizedPhoto>) => resolve(data)
    worker.onerror = () => resolve({ ok: false })
    worker.onmessageerror = () => resolve({ ok: false })
    worker.postMessage(order)
  })
}
