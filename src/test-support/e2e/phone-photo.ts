import type { APIRequestContext, Page, Response } from '@playwright/test'

/**
 * A photo of a phone held upright: 12 megapixels in landscape (red above, blue below) with an Exif orientation that
 * rotates it clockwise. Displayed correctly, red is on the right.
 */
export async function aPhonePhoto(
  page: Page,
  name: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(async () => {
    const [width, height] = [4000, 3000]
    const pixels = new ImageData(width, height)
    for (let at = 0; at < pixels.data.length; at += 4) {
      // Sensor noise, which makes such files large.
      const grain = Math.random() * 50
      pixels.data.set(at < pixels.data.length / 2 ? [200, grain, grain, 255] : [grain, grain, 200, 255], at)
    }
    const canvas = new OffscreenCanvas(width, height)
    canvas.getContext('2d')?.putImageData(pixels, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    return new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
      reader.readAsDataURL(blob)
    })
  })
  return { name, mimeType: 'image/jpeg', buffer: withOrientation(Buffer.from(base64, 'base64'), 6) }
}

/** The JPEG with an Exif block that contains only the orientation (Exif 2.3, tag 0x0112). */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0_\0\0\0\0\0\0', 'latin1')
  exif.writeUInt8(orientation, exif.indexOf('_'))
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([head, exif, jpeg.subarray(2)])
}

/** The stored bytes of an upload; `uploaded` is its response. */
export async function storedBytes(request: APIRequestContext, uploaded: Response): Promise<Buffer> {
  const { id } = (await uploaded.json()) as { id: string }
  return (await request.get(`/api/files/${id}?download=1`)).body()
}

/** Size and colours of the image as stored, without applying its orientation. */
export async function describeImage(page: Page, bytes: Buffer) {
  return page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))])
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'none' })
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) throw new Error('No canvas.')
    context.drawImage(bitmap, 0, 0)
    const colourAt = (x: number, y: number) => {
      const [red = 0, , blue = 0] = context.getImageData(x * bitmap.width, y * bitmap.height, 1, 1).data
      return red > blue ? 'red' : 'blue'
    }
    return {
      width: bitmap.width,
      height: bitmap.height,
      left: colourAt(0.1, 0.5),
      right: colourAt(0.9, 0.5),
      top: colourAt(0.5, 0.1),
      bottom: colourAt(0.5, 0.9),
    }
  }, bytes.toString('base64'))
}
