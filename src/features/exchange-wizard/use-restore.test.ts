import { describe, expect, it, test } from 'vitest'
import { seedBrands } from '#shared/brands.ts'
import { canBeTurned, preparePhoto, type ResizeRequest } from './prepare-photo.ts'
import { cardOfPrefill, DRAFT_LIFE_MS, type Draft, draftToStore, parseDraft } from './use-restore.ts'

test('a URL with a brand replaces the value and the condition', () => {
  expect(cardOfPrefill({ brand: 'apple' })).toEqual({ brandSlug: 'apple', condition: 'brand-new', valueText: '' })
})

test('a URL with a brand drops the order before', () => {
  expect(cardOfPrefill({ brand: 'apple' })).toHaveProperty('again', undefined)
})

test('a URL without a brand sets only the value', () => {
  expect(cardOfPrefill({ brand: 'apple', value: 75.5 })).toMatchObject({ brandSlug: 'apple', valueText: '75.5' })
  expect(cardOfPrefill({ value: 20 })).toEqual({ valueText: '20' })
  expect(cardOfPrefill({ brand: 'no-such-brand' })).toEqual({})
})

const brandSlug = seedBrands[0]?.slug ?? ''
const now = 1_700_000_000_000
const draft: Draft = {
  card: { brandSlug, condition: 'partially-used', valueText: '75.50', again: 'GCE-7K3M9Q2X4B' },
  paymentType: 'cashapp',
  resume: true,
}
const roundTrip = (at: number) => parseDraft(JSON.parse(JSON.stringify(draftToStore(draft, now))), at)

describe('draft', () => {
  test('restores what was written', () => {
    expect(roundTrip(now + 1000)).toEqual(draft)
  })

  test('expires after 24 hours and ignores timestamps in the future', () => {
    expect(roundTrip(now + DRAFT_LIFE_MS)).toBeDefined()
    expect(roundTrip(now + DRAFT_LIFE_MS + 1)).toBeUndefined()
    expect(roundTrip(now - 1)).toBeUndefined()
  })

  test('is not stored without a brand or a value', () => {
    expect(draftToStore({ card: { condition: 'brand-new', valueText: '' }, resume: false }, now)).toBeUndefined()
  })

  test('drops unknown fields', () => {
    const odd = { savedAt: now, brandSlug: 'no-such-brand', valueText: '20', condition: 'burnt', paymentType: 'gold' }
    expect(parseDraft(odd, now)).toEqual({ card: { valueText: '20' }, paymentType: undefined, resume: false })
    for (const junk of [null, 'x', 3, [], {}]) expect(parseDraft(junk, now)).toBeUndefined()
  })

  test('stores only brand, condition, value, payment type and the order before', () => {
    expect(Object.keys(draftToStore(draft, now) ?? {}).sort()).toEqual(
      ['again', 'brandSlug', 'condition', 'paymentType', 'resume', 'savedAt', 'valueText'].sort(),
    )
  })
})

const MB = 1024 * 1024
const photo = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type })

/** Returns a photo of `bytes` bytes, or undefined; `requests` records the requests. */
function fakeResize(bytes?: number) {
  const requests: ResizeRequest[] = []
  const resize = async (request: ResizeRequest) => {
    requests.push(request)
    return bytes === undefined ? undefined : new Blob([new Uint8Array(bytes)], { type: request.type })
  }
  return { resize, requests }
}

it.each([
  ['a GIF of 3 MB', photo('a.gif', 'image/gif', 3 * MB)],
  ['a PDF of 3 MB', photo('a.pdf', 'application/pdf', 3 * MB)],
])('uploads %s unchanged', async (_, file) => {
  const { resize, requests } = fakeResize(10)
  expect(await preparePhoto(file, 0, resize)).toBe(file)
  expect(requests).toEqual([])
})

it.each([
  ['JPEG', 'image/jpeg', 'a.jpg'],
  ['PNG', 'image/png', 'a.png'],
])('shrinks a small %s of many pixels, also when it gets no smaller', async (_, type, name) => {
  const { resize, requests } = fakeResize(2 * MB)
  const ready = await preparePhoto(photo(name, type, MB), 0, resize)
  expect(ready).toMatchObject({ name: 'a.jpg', size: 2 * MB })
  expect(requests).toMatchObject([{ longestSide: 2048, fromPixels: 16_000_000, quarterTurns: 0 }])
})

it.each([
  ['a small JPEG of few pixels', 'image/jpeg'],
  ['a small PNG of few pixels', 'image/png'],
])('uploads %s unchanged', async (_, type) => {
  const file = photo('a', type, MB)
  expect(await preparePhoto(file, 0, fakeResize().resize)).toBe(file)
})

it('shrinks a large JPEG and keeps its name', async () => {
  const { resize, requests } = fakeResize(MB)
  const ready = await preparePhoto(photo('IMG_1.JPG', 'image/jpeg', 4 * MB), 0, resize)
  expect(ready).toMatchObject({ name: 'IMG_1.JPG', type: 'image/jpeg', size: MB })
  expect(requests).toMatchObject([{ longestSide: 2048, quality: 0.85, quarterTurns: 0 }])
})

it('renames a large PNG to .jpg', async () => {
  const ready = await preparePhoto(photo('Screen.PNG', 'image/png', 4 * MB), 0, fakeResize(MB).resize)
  expect(ready).toMatchObject({ name: 'Screen.jpg', type: 'image/jpeg' })
})

it('does not decode a photo of more than 40 MB', async () => {
  const { resize, requests } = fakeResize(10)
  const file = photo('a.jpg', 'image/jpeg', 40 * MB + 1)
  expect(await preparePhoto(file, 0, resize)).toBe(file)
  expect(requests).toEqual([])
})

it.each([
  ['not smaller', 4 * MB],
  ['cannot be re-encoded', undefined],
])('keeps the original when it is %s', async (_, bytes) => {
  const file = photo('a.jpg', 'image/jpeg', 4 * MB)
  expect(await preparePhoto(file, 0, fakeResize(bytes).resize)).toBe(file)
})

it('rotates a small PNG without resizing it', async () => {
  const { resize, requests } = fakeResize(2 * MB)
  const ready = await preparePhoto(photo('a.png', 'image/png', MB), 1, resize)
  expect(ready).toMatchObject({ name: 'a.png', type: 'image/png', size: 2 * MB })
  expect(requests).toMatchObject([{ quarterTurns: 1, longestSide: Number.POSITIVE_INFINITY }])
})

it('throws when a rotation fails', async () => {
  const turning = preparePhoto(photo('a.jpg', 'image/jpeg', MB), 3, fakeResize().resize)
  await expect(turning).rejects.toThrow('Failed to process a.jpg')
})

it('rotates only JPEG and PNG', () => {
  const types = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf']
  expect(types.map((type) => canBeTurned(photo('a', type, 1)))).toEqual([true, true, false, false])
})
