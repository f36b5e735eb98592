import { uploadMessages } from '#shared/upload.ts'
import { type ResizeRequest, resizePhoto } from './resize-photo.ts'

/** Below this a photo goes up as it is. */
const SHRINK_FROM_BYTES = 1.5 * 1024 * 1024
/** A card's number is read with ease from this many pixels. */
const LONGEST_SIDE = 2048
const QUALITY = 0.85
/** Of a photo that is turned but small enough: no pixel is given up. */
const ANY_SIDE = Number.POSITIVE_INFINITY

type Redraw = (order: ResizeRequest) => Promise<Blob | undefined>

/** Photos that can be drawn anew without losing what they are; a GIF may move, a PDF has pages. */
export function canBeTurned(file: File): boolean {
  return file.type === 'image/jpeg' || file.type === 'image/png'
}

/**
 * The file as it goes to the server: a large photo smaller and upright, turned clockwise when asked, anything else
 * byte for byte. Whatever cannot be made smaller stays as it is.
 * @throws when a photo cannot be turned: it would arrive as the person did not want it
 */
export async function preparePhoto(file: File, quarterTurns: number, redraw: Redraw = resizePhoto): Promise<File> {
  const isLarge = file.size > SHRINK_FROM_BYTES
  if (!canBeTurned(file) || (!isLarge && quarterTurns === 0)) return file
  const photo = await redraw({
    photo: file,
    quarterTurns,
    longestSide: isLarge ? LONGEST_SIDE : ANY_SIDE,
    type: isLarge || file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
    quality: QUALITY,
  })
  if (quarterTurns !== 0) {
    if (!photo) throw new Error(uploadMessages.failed(file.name))
    return asFile(photo, file)
  }
  return photo && photo.size < file.size ? asFile(photo, file) : file
}

/** Under the name of the file it was made from; what became a JPEG is called one. */
function asFile(photo: Blob, { name, type, lastModified }: File): File {
  const newName = photo.type === type ? name : name.replace(/(\.png)?$/i, '.jpg')
  return new File([photo], newName, { type: photo.type, lastModified })
}
