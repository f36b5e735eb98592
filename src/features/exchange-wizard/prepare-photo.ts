import { uploadMessages } from '#shared/upload.ts'

/** Photos with fewer bytes and pixels are uploaded unchanged. */
const SHRINK_FROM_BYTES = 1.5 * 1024 * 1024
const SHRINK_FROM_PIXELS = 16_000_000
/** Decoding a larger photo takes too much memory for a phone. */
const MAX_SHRINKABLE_BYTES = 40 * 1024 * 1024
/** In pixels; a card number is easy to read at this size. */
const LONGEST_SIDE = 2048
const QUALITY = 0.85
const ANY_SIDE = Number.POSITIVE_INFINITY

type Resize = (request: ResizeRequest) => Promise<Blob | undefined>

/** Only JPEG and PNG can be re-encoded without loss of content; a GIF may be animated, a PDF has pages. */
export function canBeTurned(file: File) {
  return file.type === 'image/jpeg' || file.type === 'image/png'
}

/** A photo that does not get smaller stays unchanged. @throws when a rotation fails */
export async function preparePhoto(file: File, quarterTurns: number, resize: Resize = resizePhoto) {
  const isLarge = file.size > SHRINK_FROM_BYTES
  const isHuge = file.size > MAX_SHRINKABLE_BYTES
  if (!canBeTurned(file) || isHuge) return file
  const isShrunk = isLarge || quarterTurns === 0
  const photo = await resize({
    photo: file,
    quarterTurns,
    longestSide: isShrunk ? LONGEST_SIDE : ANY_SIDE,
    fromPixels: isLarge || quarterTurns !== 0 ? 0 : SHRINK_FROM_PIXELS,
    type: isShrunk || file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
    quality: QUALITY,
  })
  if (quarterTurns !== 0) {
    if (!photo) throw new Error(uploadMessages.failed(file.name))
    return asFile(photo, file)
  }
  return photo && (!isLarge || photo.size < file.size) ? asFile(photo, file) : file
}

function asFile(photo: Blob, { name, type, lastModified }: File) {
  const newName = photo.type === type ? name : name.replace(/(\.png)?$/i, '.jpg')
  return new File([photo], newName, { type: photo.type, lastModified })
}

/** `longestSide` in pixels; fewer than `fromPixels` stay as they are. `quality` from 0 to 1, JPEG only. */
export type ResizeRequest = {
  photo: Blob
  quarterTurns: number
  longestSide: number
  fromPixels: number
  type: 'image/jpeg' | 'image/png'
  quality: number
}
export type ResizedPhoto = { ok: true; photo: Blob } | { ok: false }

// One at a time: decoding ten phone photos at once takes half a gigabyte.
let last: Promise<unknown> = Promise.resolve()

/** Re-encodes a photo in a worker, so that the page stays responsive. Undefined if the browser cannot. */
function resizePhoto(request: ResizeRequest) {
  const task = last.then(() => resizeInWorker(request))
  last = task
  return task
}

/** Never rejects. One worker per photo: terminating it releases its memory. */
async function resizeInWorker(request: ResizeRequest): Promise<Blob | undefined> {
  let worker: Worker | undefined
  try {
    worker = new Worker(new URL('./resize-photo.worker.ts', import.meta.url), { type: 'module' })
    const resized = await responseOf(worker, request)
    return resized.ok ? resized.photo : undefined
  } catch {
    return undefined
  } finally {
    worker?.terminate()
  }
}

function responseOf(worker: Worker, request: ResizeRequest): Promise<ResizedPhoto> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ResizedPhoto>) => resolve(data)
    worker.onerror = () => resolve({ ok: false })
    worker.onmessageerror = () => resolve({ ok: false })
    worker.postMessage(request)
  })
}
