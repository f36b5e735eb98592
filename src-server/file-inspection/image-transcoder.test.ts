import { expect, test } from 'vitest'
import { drawCardPhoto } from '../seed/draw-card-photo.ts'
import { aJpeg } from '../test-support/pictures.ts'
import { createPictureRenderer } from './image-transcoder.ts'
import { startWorkerProcess } from './worker-process.ts'

const photo = drawCardPhoto('#0d573c', false)

/** A picture of somebody. */
const png = { type: 'image/png', ownerId: 'dana' } as const
const jpeg = { type: 'image/jpeg', ownerId: 'dana' } as const

test('pictures come back one by one, also after one that cannot be decoded', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  const sizes = await Promise.all(
    [photo, photo.subarray(0, 200), photo].map((bytes) => renderer.render(png, async () => bytes)),
  )
  expect(sizes.map((picture) => picture && Buffer.from(picture.subarray(0, 2)).toString('hex'))).toEqual([
    'ffd8',
    undefined,
    'ffd8',
  ])
  renderer.stop()
})

test('a file that cannot be read is the fault of no decoder', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  await expect(renderer.render(png, () => Promise.reject(new Error('the disk is gone')))).rejects.toThrow('disk')
  expect(await renderer.render(png, async () => photo)).toBeDefined()
  renderer.stop()
})

test('after its decoder was ended the next picture has another', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  await renderer.render(png, async () => photo)
  renderer.stop()
  expect(await renderer.render(png, async () => photo)).toBeDefined()
  renderer.stop()
})

test.each([
  ['processor', { processorMs: 20, memoryBytes: Number.MAX_SAFE_INTEGER }],
  ['memory', { processorMs: 60_000, memoryBytes: 1 }],
])(
  'a picture that takes more %s than it may is refused, and the next one finds another decoder',
  async (_, allowance) => {
    const allowances = [allowance, undefined]
    const renderer = createPictureRenderer({ atOnce: 1, start: () => startWorkerProcess(allowances.shift()) })
    expect(await renderer.render(jpeg, () => aJpeg(6_000, 4_000))).toBeUndefined()
    expect(await renderer.render(png, async () => photo)).toBeDefined()
    renderer.stop()
  },
)

test('one large picture after the other finds a decoder', async () => {
  const renderer = createPictureRenderer({ atOnce: 1 })
  const large = await aJpeg(8_000, 6_000, 40)
  for (let count = 0; count < 4; count++) expect(await renderer.render(jpeg, async () => large)).toBeDefined()
  renderer.stop()
})
