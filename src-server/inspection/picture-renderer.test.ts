import { expect, test } from 'vitest'
import { drawCardPhoto } from '../demo/draw-card-photo.ts'
import { aJpeg } from '../testing/pictures.ts'
import { createBoundedQueue } from './bounded-queue.ts'
import { startDecoder } from './decoder.ts'
import { createPictureRenderer } from './picture-renderer.ts'

const photo = drawCardPhoto('#0d573c', false)

/** A task that ends when it is told to. */
function aTask() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, run: () => ended }
}

test('as many tasks run at once as may, the next in line when one ends, and one too many is told when to come again', async () => {
  const queue = createBoundedQueue({ atOnce: 2, waiting: 1 })
  const [one, two, three] = [aTask(), aTask(), aTask()]
  const order: string[] = []
  const first = queue.run(one.run).then(() => order.push('one'))
  const second = queue.run(two.run).then(() => order.push('two'))
  const third = queue.run(() => three.run().then(() => void order.push('three')))
  await expect(queue.run(async () => {})).rejects.toMatchObject({
    code: 'unavailable',
    detail: { retryAfterSeconds: 5 },
  })
  one.end()
  await first
  three.end()
  await third
  two.end()
  await second
  expect(order).toEqual(['one', 'three', 'two'])
})

test('a task that fails gives its place back', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 1 })
  const failing = queue.run(() => Promise.reject(new Error('no')))
  const next = queue.run(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('pictures come back one by one, also after one that cannot be decoded', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  const sizes = await Promise.all(
    [photo, photo.subarray(0, 200), photo].map((bytes) => renderer.render(async () => bytes)),
  )
  expect(sizes.map((picture) => picture?.subarray(0, 2).toString('hex'))).toEqual(['ffd8', undefined, 'ffd8'])
  renderer.stop()
})

test('a file that cannot be read is the fault of no decoder', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  await expect(renderer.render(() => Promise.reject(new Error('the disk is gone')))).rejects.toThrow('disk')
  expect(await renderer.render(async () => photo)).toBeDefined()
  renderer.stop()
})

test('after its decoder was ended the next picture has another', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  await renderer.render(async () => photo)
  renderer.stop()
  expect(await renderer.render(async () => photo)).toBeDefined()
  renderer.stop()
})

test.each(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'II*\0', 'RIFF    WEBPVP8 ', '%PDF-1.7'])(
  'the decoder itself knows no %s',
  async (text) => {
    const renderer = createPictureRenderer({ atOnce: 1 })
    expect(await renderer.render(async () => Buffer.from(text))).toBeUndefined()
    renderer.stop()
  },
)

test.each([
  ['processor', { processorMs: 20, memoryBytes: Number.MAX_SAFE_INTEGER }],
  ['memory', { processorMs: 60_000, memoryBytes: 1 }],
])(
  'a picture that takes more %s than it may is refused, and the next one finds another decoder',
  async (_, allowance) => {
    const allowances = [allowance, undefined]
    const renderer = createPictureRenderer({ atOnce: 1, start: () => startDecoder(allowances.shift()) })
    expect(await renderer.render(() => aJpeg(6_000, 4_000))).toBeUndefined()
    expect(await renderer.render(async () => photo)).toBeDefined()
    renderer.stop()
  },
)

test('one large picture after the other finds a decoder', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  const large = await aJpeg(8_000, 6_000, 40)
  for (let count = 0; count < 4; count++) expect(await renderer.render(async () => large)).toBeDefined()
  renderer.stop()
})
