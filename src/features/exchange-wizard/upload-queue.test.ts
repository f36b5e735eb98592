import { describe, expect, it } from 'vitest'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { isUploading, slotsOf, uploadedIds } from './upload-item.ts'
import { createUploadQueue, UploadError } from './upload-queue.ts'

const rules = { photosNeeded: 1, expiryNeeded: false, numberFormat: null }
const sides = slotsOf({ slug: 'apple', rules })
const png = (name: string, body = 'body') => new File([body], name, { type: 'image/png' })
const turnedPng = (file: File, quarterTurns: number) => new File([`turned ${quarterTurns}`], file.name, file)
const uploadedAs = (file: File, name: string, id = `id-${name}`): UploadedFile => ({
  id,
  fileName: name,
  fileSize: file.size,
  mimeType: 'image/png',
  uploadedAt: '2030-01-01T00:00:00.000Z',
})

const turn = async (file: File, quarterTurns: number) => (quarterTurns === 0 ? file : turnedPng(file, quarterTurns))

function makeQueue(failing: Set<string> = new Set(), failedStatus = 0, prepare = turn) {
  const settled: { uploaded: number; problems: readonly string[] }[] = []
  const discarded: string[] = []
  const sent: string[] = []
  const queue = createUploadQueue({
    prepare,
    send: async (file, name, { onProgress }) => {
      sent.push(name)
      onProgress(0.5)
      if (failing.has(name)) throw new UploadError(`Failed to process ${name}`, failedStatus)
      const before = sent.filter((each) => each === name).length - 1
      return uploadedAs(file, name, before > 0 ? `id-${name}-${before}` : undefined)
    },
    discard: (id) => discarded.push(id),
    onMended: () => undefined,
    onSettled: (result) => settled.push(result),
  })
  return { queue, settled, discarded, sent, items: () => queue.get().items }
}

describe('upload queue', () => {
  it('uploads a batch in parallel and reports how many succeeded', async () => {
    const { queue, settled, items } = makeQueue()
    const adding = queue.add([png('a.png'), png('b.png')])
    await adding
    expect(uploadedIds(items())).toEqual(['id-a.png', 'id-b.png'])
    expect(settled).toEqual([{ uploaded: 2, problems: [] }])
    expect(isUploading(items())).toBe(false)
  })

  it('rejects a batch with one invalid file', async () => {
    const { queue, settled, sent, items } = makeQueue()
    await queue.add([png('a.png'), new File(['text'], 'note.txt', { type: 'text/plain' })])
    const message = 'note.txt is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.'
    expect(items()).toEqual([])
    expect(sent).toEqual([])
    expect(queue.get().problems).toEqual([message])
    expect(settled).toEqual([{ uploaded: 0, problems: [message] }])
  })

  it('skips duplicates but keeps different photos of the same name', async () => {
    const { queue, items } = makeQueue()
    await queue.add([png('image.png', 'one'), png('image.png', 'one')])
    await queue.add([png('image.png', 'one'), png('image.png', 'two')])
    expect(items().map((item) => item.name)).toEqual(['image.png', 'image (2).png'])
  })

  it('replaces a photo unless the new one is invalid', async () => {
    const { queue, discarded, items } = makeQueue()
    await queue.add([png('front.png', 'one'), png('back.png', 'two')], sides)
    const front = items()[0]?.key
    await queue.add([new File(['text'], 'note.txt', { type: 'text/plain' })], ['front'], front)
    expect(discarded).toEqual([])
    await queue.add([png('better.png', 'three')], ['front', 'back'], front)
    expect(discarded).toEqual(['id-front.png'])
    expect(items().map((item) => [item.name, item.slot])).toEqual([
      ['better.png', 'front'],
      ['back.png', 'back'],
    ])
  })

  it('keeps both sides and reports a duplicate when one photo is chosen twice', async () => {
    const { queue, discarded, items } = makeQueue()
    await queue.add([png('front.png', 'one'), png('back.png', 'two')], sides)
    await queue.add([png('back.png', 'two')], ['front', 'back'], items()[0]?.key)
    expect(items().map((item) => [item.name, item.slot])).toEqual([
      ['front.png', 'front'],
      ['back.png', 'back'],
    ])
    expect(discarded).toEqual([])
    expect(queue.get().problems).toEqual(['back.png has already been added: it is the same file.'])
  })

  it('adds new files, reports duplicates, and clears the report on removal', async () => {
    const { queue, items } = makeQueue()
    await queue.add([png('a.png')])
    await queue.add([png('a.png'), png('b.png', '2')])
    expect(items().map((item) => item.name)).toEqual(['a.png', 'b.png'])
    expect(queue.get().problems).toEqual(['a.png has already been added: it is the same file.'])
    queue.remove(items()[0]?.key ?? '')
    expect(queue.get()).toMatchObject({ problems: [], deferred: 0 })
  })

  it('retries uploads rejected without a session after sign-in', async () => {
    const failing = new Set(['a.png'])
    const { queue, items } = makeQueue(failing, 401)
    await queue.add([png('a.png')])
    failing.clear()
    await queue.retryWaiting('network')
    expect(items()[0]?.state).toMatchObject({ status: 'failed', waitsFor: 'sign-in' })
    await queue.retryWaiting('sign-in')
    expect(uploadedIds(items())).toEqual(['id-a.png-1'])
  })

  it('fills the front slot, then the back slot, then none', async () => {
    const { queue, items } = makeQueue()
    await queue.add([png('a.png'), png('b.png', '2'), png('c.png', '3')], sides)
    expect(items().map((item) => item.slot)).toEqual(['front', 'back', undefined])
  })

  it('lists the front before a back that was chosen first, and the receipt of a CVS card after both', async () => {
    const { queue, items } = makeQueue()
    const [front, back, receipt] = slotsOf({ slug: 'cvs', rules })
    if (!front || !back || !receipt) throw new Error('A CVS card has three slots.')
    await queue.add([png('other.png', 'o')])
    await queue.add([png('receipt.png', 'r')], [receipt])
    await queue.add([png('back.png', 'b')], [back])
    await queue.add([png('front.png', 'f')], [front])
    expect(items().map((item) => item.name)).toEqual(['front.png', 'back.png', 'receipt.png', 'other.png'])
  })

  it('makes a photo above the size limit smaller and rejects one that stays above it', async () => {
    const big = (name: string) => new File([new Uint8Array(10 * 1024 * 1024 + 1)], name, { type: 'image/png' })
    const { queue, items } = makeQueue()
    await queue.add([big('photo.png')])
    expect(queue.get().problems).toEqual(['photo.png is too large. Maximum size is 10MB.'])
    const prepare = async (file: File) => (file.size > 1000 ? png(file.name, 'smaller') : file)
    const shrinking = makeQueue(new Set(), 0, prepare)
    await shrinking.queue.add([big('photo.png')])
    expect(shrinking.queue.get().problems).toEqual([])
    expect(shrinking.items()[0]?.ready?.size).toBe('smaller'.length)
    expect(items()).toEqual([])
  })

  it('keeps a failed file and uploads it on retry', async () => {
    const failing = new Set(['a.png'])
    const { queue, settled, items } = makeQueue(failing)
    await queue.add([png('a.png')])
    expect(items()[0]?.state).toEqual({
      status: 'failed',
      message: 'Failed to process a.png',
      waitsFor: 'network',
      canRetry: true,
    })
    failing.clear()
    await queue.retry(items()[0]?.key ?? '')
    expect(uploadedIds(items())).toEqual(['id-a.png-1'])
    expect(settled.map((each) => each.uploaded)).toEqual([0, 1])
  })

  it('adds the valid files of a rejected batch on request, until the next batch', async () => {
    const { queue, items } = makeQueue()
    const bad = new File(['text'], 'note.txt', { type: 'text/plain' })
    await queue.add([png('a.png'), bad, png('b.png', '2')], sides)
    expect(queue.get().deferred).toBe(2)
    await queue.addDeferred()
    expect(items().map((item) => [item.name, item.slot])).toEqual([
      ['a.png', 'front'],
      ['b.png', 'back'],
    ])
    expect(queue.get()).toMatchObject({ problems: [], deferred: 0 })
    await queue.addDeferred()
    expect(items()).toHaveLength(2)
  })

  it('rotates from the original and discards the former upload after success', async () => {
    const { queue, discarded, items } = makeQueue()
    await queue.add([png('a.png')])
    const key = items()[0]?.key ?? ''
    await queue.turn(key)
    await queue.turn(key)
    expect(await items()[0]?.ready?.text()).toBe('turned 2')
    expect(await items()[0]?.file.text()).toBe('body')
    expect(discarded).toEqual(['id-a.png', 'id-a.png-1'])
    expect(uploadedIds(items())).toEqual(['id-a.png-2'])
  })

  it('keeps the former photo when uploading the rotated one fails', async () => {
    const failing = new Set<string>()
    const { queue, discarded, settled, items } = makeQueue(failing)
    await queue.add([png('a.png')])
    failing.add('a.png')
    await queue.turn(items()[0]?.key ?? '')
    expect(uploadedIds(items())).toEqual(['id-a.png'])
    expect(discarded).toEqual([])
    expect(settled.at(-1)).toEqual({ uploaded: 0, problems: ['Failed to process a.png'] })
  })

  it('moves a file and swaps the front and back slots', async () => {
    const { queue, items } = makeQueue()
    await queue.add([png('a.png'), png('b.png', '2'), png('c.png', '3')], sides)
    queue.move(items()[1]?.key ?? '', -1)
    queue.move(items()[0]?.key ?? '', -1)
    expect(items().map((item) => [item.name, item.slot])).toEqual([
      ['b.png', 'front'],
      ['a.png', 'back'],
      ['c.png', undefined],
    ])
  })

  it('discards removed files on the server, but not cleared ones', async () => {
    const { queue, discarded, items } = makeQueue()
    await queue.add([png('a.png'), png('b.png', '2')])
    queue.remove(items()[0]?.key ?? '')
    queue.clear()
    expect(discarded).toEqual(['id-a.png'])
    expect(items()).toEqual([])
  })

  it('keeps the photo when its rotation is cancelled', async () => {
    const { queue, discarded, settled, items } = makeQueue()
    await queue.add([png('a.png')])
    const turning = queue.turn(items()[0]?.key ?? '')
    queue.remove(items()[0]?.key ?? '')
    await turning
    expect(uploadedIds(items())).toEqual(['id-a.png'])
    expect(discarded).toEqual([])
    expect(settled).toHaveLength(1)
  })

  it('cancels a running upload when its file is removed', async () => {
    const settled: unknown[] = []
    const queue = createUploadQueue({
      prepare: async (file) => file,
      send: (_file, _name, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
      discard: () => settled.push('discard'),
      onMended: () => undefined,
      onSettled: (result) => settled.push(result),
    })
    const started = new Promise<void>((resolve) => queue.subscribe(resolve))
    const adding = queue.add([png('a.png')])
    await started
    queue.remove(queue.get().items[0]?.key ?? '')
    await adding
    expect(queue.get().items).toEqual([])
    expect(settled).toEqual([])
  })
})
