import { expect, it } from 'vitest'
import { canBeTurned, preparePhoto } from './prepare-photo.ts'
import type { ResizeRequest } from './resize-photo.ts'

const MB = 1024 * 1024
const photo = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type })

/** Draws `bytes` bytes, or cannot; `orders` is what it was asked. */
function drawer(bytes?: number) {
  const orders: ResizeRequest[] = []
  const redraw = async (order: ResizeRequest) => {
    orders.push(order)
    return bytes === undefined ? undefined : new Blob([new Uint8Array(bytes)], { type: order.type })
  }
  return { redraw, orders }
}

it.each([
  ['a photo of 1.5 MB', photo('a.jpg', 'image/jpeg', 1.5 * MB)],
  ['a GIF of 3 MB', photo('a.gif', 'image/gif', 3 * MB)],
  ['a PDF of 3 MB', photo('a.pdf', 'application/pdf', 3 * MB)],
])('sends %s as it is', async (_, file) => {
  const { redraw, orders } = drawer(10)
  expect(await preparePhoto(file, 0, redraw)).toBe(file)
  expect(orders).toEqual([])
})

it('makes a large JPEG smaller and keeps its name', async () => {
  const { redraw, orders } = drawer(MB)
  const ready = await preparePhoto(photo('IMG_1.JPG', 'image/jpeg', 4 * MB), 0, redraw)
  expect(ready).toMatchObject({ name: 'IMG_1.JPG', type: 'image/jpeg', size: MB })
  expect(orders).toMatchObject([{ longestSide: 2048, quality: 0.85, quarterTurns: 0 }])
})

it('calls a large PNG what it has become', async () => {
  const ready = await preparePhoto(photo('Screen.PNG', 'image/png', 4 * MB), 0, drawer(MB).redraw)
  expect(ready).toMatchObject({ name: 'Screen.jpg', type: 'image/jpeg' })
})

it.each([
  ['not smaller', 4 * MB],
  ['cannot be drawn', undefined],
])('keeps the original when it is %s', async (_, bytes) => {
  const file = photo('a.jpg', 'image/jpeg', 4 * MB)
  expect(await preparePhoto(file, 0, drawer(bytes).redraw)).toBe(file)
})

it('turns a small PNG as a PNG, without making it smaller', async () => {
  const { redraw, orders } = drawer(2 * MB)
  const ready = await preparePhoto(photo('a.png', 'image/png', MB), 1, redraw)
  expect(ready).toMatchObject({ name: 'a.png', type: 'image/png', size: 2 * MB })
  expect(orders).toMatchObject([{ quarterTurns: 1, longestSide: Number.POSITIVE_INFINITY }])
})

it('sends no photo that was to be turned and could not be', async () => {
  const turning = preparePhoto(photo('a.jpg', 'image/jpeg', MB), 3, drawer().redraw)
  await expect(turning).rejects.toThrow('Failed to process a.jpg')
})

it('turns photos only', () => {
  const types = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf']
  expect(types.map((type) => canBeTurned(photo('a', type, 1)))).toEqual([true, true, false, false])
})
