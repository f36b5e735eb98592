import type { ResizedPhoto, ResizeRequest } from './prepare-photo.ts'

self.onmessage = async ({ data }: MessageEvent<ResizeRequest>) => {
  self.postMessage(await resize(data).catch((): ResizedPhoto => ({ ok: false })))
}

async function resize({
  photo,
  quarterTurns,
  longestSide,
  fromPixels,
  type,
  quality,
}: ResizeRequest): Promise<ResizedPhoto> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  if (bitmap.width * bitmap.height < fromPixels) return { ok: false }
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)]
  const isOnItsSide = quarterTurns % 2 === 1
  const canvas = new OffscreenCanvas(isOnItsSide ? height : width, isOnItsSide ? width : height)
  const context = canvas.getContext('2d')
  if (!context) return { ok: false }
  if (type === 'image/jpeg') {
    // JPEG has no transparency; transparent pixels would turn black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((quarterTurns * Math.PI) / 2)
  context.drawImage(bitmap, -width / 2, -height / 2, width, height)
  bitmap.close()
  return { ok: true, photo: await canvas.convertToBlob({ type, quality }) }
}
