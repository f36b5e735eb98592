import { expect, test } from 'vitest'
import { drawCardPhoto } from '../../operator/seed/draw-card-photo.ts'
import { aJpeg } from '../../testing/test-support/pictures.ts'
import { createPictureRenderer } from './image-transcoder.ts'
import { startWorkerProcess } from './worker-process.ts'

const photo = drawCardPhoto('#0d573c', false)

const drawn = { picture: expect.any(Uint8Array), pageCount: 1 }
const png = { type: 'image/png', ownerId: 'dana' } as const
const jpeg = { type: 'image/jpeg', ownerId: 'dana' } as const

test('transcodes images, also after one that cannot be decoded', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  const drawings = await Promise.all(
    [photo, photo.subarray(0, 200), photo].map((bytes) => renderer.render(png, async () => bytes)),
  )
  expect(drawings.map((drawn) => drawn.fault ?? Buffer.from(drawn.picture.subarray(0, 2)).toString('hex'))).toEqual([
    'ffd8',
    'unreadable',
    'ffd8',
  ])
  renderer.stop()
})

test('a read error rejects and does not count as a decoder failure', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  await expect(renderer.render(png, () => Promise.reject(new Error('the disk is gone')))).rejects.toThrow('disk')
  expect(await renderer.render(png, async () => photo)).toMatchObject(drawn)
  renderer.stop()
})

test('starts another worker after the previous one was stopped', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  await renderer.render(png, async () => photo)
  renderer.stop()
  expect(await renderer.render(png, async () => photo)).toMatchObject(drawn)
  renderer.stop()
})

test.each([
  ['processor', { processorMs: 20, memoryBytes: Number.MAX_SAFE_INTEGER }],
  ['memory', { processorMs: 60_000, memoryBytes: 1 }],
])('rejects an image above the %s allowance and transcodes the next one in a new worker', async (_, allowance) => {
  const allowances = [allowance, undefined]
  const renderer = createPictureRenderer({ atOnce: 1, start: () => startWorkerProcess(allowances.shift()) })
  expect(await renderer.render(jpeg, () => aJpeg(6_000, 4_000))).toEqual({ fault: 'unreadable' })
  expect(await renderer.render(png, async () => photo)).toMatchObject(drawn)
  renderer.stop()
})

test('transcodes several large images in a row', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  const large = await aJpeg(8_000, 6_000, 40)
  for (let count = 0; count < 4; count++) expect(await renderer.render(jpeg, async () => large)).toMatchObject(drawn)
  renderer.stop()
})
