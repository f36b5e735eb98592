import { createStore } from '#client/lib/store.ts'
import { UNAUTHORIZED } from '#client/lib/upload-failure.ts'
import type { UploadedFile } from '#shared/submission-schema.ts'
import {
  MAX_FILE_BYTES,
  MAX_FILES_PER_SUBMISSION,
  type PhotoSlot,
  uniqueFileName,
  uploadMessages,
} from '#shared/upload.ts'
import { checkFiles } from './check-files.ts'
import { noUploads } from './no-uploads.ts'
import { inSlotOrder, movedBy, type UploadItem, type UploadState, type UploadsSnapshot } from './upload-item.ts'

/** Too large or not a supported type: a retry cannot succeed. */
const refusedFile: ReadonlySet<number> = new Set([413, 415])
const NO_ANSWER = 0

export type SendFile = (
  file: File,
  name: string,
  watch: { onProgress: (fraction: number) => void; signal: AbortSignal },
) => Promise<UploadedFile>

/** An upload error. `status` is the HTTP status, 0 without a response. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

type UploadQueueDeps = {
  maxFiles?: number
  /** Prepares a file for upload, rotated clockwise by quarter turns. Does not throw without a rotation. */
  prepare: (file: File, quarterTurns: number) => Promise<File>
  send: SendFile
  discard: (fileId: string) => void
  /** Called when an error is obsolete: a retry, other files, or the file was removed. */
  onMended: () => void
  /** Called when a batch ends, with the number of uploaded files and messages about failed ones. */
  onSettled: (result: { uploaded: number; problems: readonly string[] }) => void
}
export type UploadQueue = ReturnType<typeof createUploadQueue>

type Batch = { files: readonly File[]; slots: readonly PhotoSlot[]; replaced?: string }

/** Uploads files as soon as they are chosen. A store outside React, because responses arrive after unmounts. */
export function createUploadQueue({
  maxFiles = MAX_FILES_PER_SUBMISSION,
  prepare,
  send,
  discard,
  onMended,
  onSettled,
}: UploadQueueDeps) {
  const store = createStore(noUploads)
  let deferred: Batch | undefined
  let count = 0
  const running = new Map<string, AbortController>()

  const show = (change: Partial<UploadsSnapshot>) => store.set({ ...store.get(), ...change })
  const find = (key: string) => store.get().items.find((item) => item.key === key)
  const change = (key: string, changes: Partial<UploadItem>) =>
    show({ items: store.get().items.map((item) => (item.key === key ? { ...item, ...changes } : item)) })
  const setState = (key: string, state: UploadState) => change(key, { state })

  async function upload({ key, file, name }: UploadItem, quarterTurns: number, former?: UploadedFile) {
    const controller = new AbortController()
    const { signal } = controller
    running.set(key, controller)
    setState(key, { status: 'uploading', fraction: 0, former })
    try {
      const ready = await prepare(file, quarterTurns)
      signal.throwIfAborted()
      const others = store
        .get()
        .items.filter((item) => item.key !== key)
        .map((item) => item.name)
      const readyName = ready.name === file.name ? name : uniqueFileName(ready.name, new Set(others))
      const onProgress = (fraction: number) => setState(key, { status: 'uploading', fraction, former })
      const uploaded = await send(ready, readyName, { onProgress, signal })
      change(key, { ready, name: readyName, quarterTurns, state: { status: 'done', uploaded } })
    } catch (error) {
      throw signal.aborted ? new CalledOff() : error
    } finally {
      running.delete(key)
    }
  }

  async function start(item: UploadItem) {
    try {
      await upload(item, item.quarterTurns)
      return undefined
    } catch (error) {
      if (error instanceof CalledOff) return undefined
      const message = error instanceof Error ? error.message : uploadMessages.failed(item.name)
      const status = error instanceof UploadError ? error.status : undefined
      const canRetry = status === undefined || !refusedFile.has(status)
      const waitsFor = status === NO_ANSWER ? 'network' : status === UNAUTHORIZED ? 'sign-in' : undefined
      setState(item.key, { status: 'failed', message, waitsFor, canRetry })
      return message
    }
  }

  async function startAll(items: readonly UploadItem[]) {
    if (items.length > 0) onMended()
    const problems = (await Promise.all(items.map(start))).filter((problem) => problem !== undefined)
    const keys = new Set(items.map((item) => item.key))
    const uploaded = store.get().items.filter((item) => keys.has(item.key) && item.state.status === 'done').length
    if (uploaded > 0 || problems.length > 0) onSettled({ uploaded, problems })
  }

  /** A photo above the size limit is made smaller before it is checked. */
  function fitted(file: File) {
    return file.size > MAX_FILE_BYTES ? prepare(file, 0) : file
  }

  async function addBatch(batch: Batch) {
    const { slots, replaced } = batch
    const files = await Promise.all(batch.files.map(fitted))
    const kept = store.get().items.filter((item) => item.key !== replaced)
    const checked = await checkFiles(
      files,
      kept.map((item) => item.file),
      maxFiles,
    )
    if (!checked.ok) {
      deferred = { ...batch, files: checked.good }
      show({ problems: checked.problems, deferred: checked.good.length })
      return onSettled({ uploaded: 0, problems: checked.problems })
    }
    deferred = undefined
    const { repeated } = checked
    if (checked.files.length === 0) return show({ problems: repeated, deferred: 0 })
    const at = store.get().items.findIndex((item) => item.key === replaced)
    if (replaced !== undefined) drop(replaced)
    const added = newItems(checked.files, slots)
    const items = [...store.get().items]
    items.splice(at < 0 ? items.length : at, 0, ...added)
    show({ items: inSlotOrder(items), problems: repeated, deferred: 0 })
    await startAll(added)
  }

  function newItems(files: readonly File[], slots: readonly PhotoSlot[]) {
    const added: UploadItem[] = []
    for (const file of files) {
      const all = [...store.get().items, ...added]
      const name = uniqueFileName(file.name, new Set(all.map((item) => item.name)))
      const slot = slots.find((free) => all.every((item) => item.slot !== free))
      const state = { status: 'uploading', fraction: 0 } as const
      added.push({ key: `file-${++count}`, file, quarterTurns: 0, name, slot, state })
    }
    return added
  }

  function drop(key: string) {
    const state = find(key)?.state
    running.get(key)?.abort()
    show({ items: store.get().items.filter((each) => each.key !== key) })
    const uploaded =
      state?.status === 'done' ? state.uploaded : state?.status === 'uploading' ? state.former : undefined
    if (uploaded) discard(uploaded.id)
  }

  /** Removes a file, or cancels a running rotation, which keeps the former photo. */
  function remove(key: string) {
    const state = find(key)?.state
    deferred = undefined
    show({ problems: [], deferred: 0 })
    onMended()
    if (state?.status === 'uploading' && state.former) running.get(key)?.abort()
    else drop(key)
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Adds a batch, all or nothing. Files fill the free slots in order and take the position of `replaced`. */
    add: (files: readonly File[], slots: readonly PhotoSlot[] = [], replaced?: string) =>
      addBatch({ files, slots, replaced }),
    addDeferred: () => (deferred ? addBatch(deferred) : Promise.resolve()),
    /** Rotates an uploaded photo clockwise. The former upload is discarded only after success. */
    async turn(key: string) {
      const item = find(key)
      if (item?.state.status !== 'done') return
      const { uploaded } = item.state
      try {
        await upload(item, (item.quarterTurns + 1) % 4, uploaded)
        discard(uploaded.id)
      } catch (error) {
        setState(key, item.state)
        if (!(error instanceof CalledOff)) onSettled({ uploaded: 0, problems: [uploadMessages.failed(item.name)] })
      }
    },
    move: (key: string, by: -1 | 1) => show({ items: movedBy(store.get().items, key, by) }),

    retry: (key: string) =>
      startAll(store.get().items.filter((item) => item.key === key && item.state.status === 'failed')),
    retryWaiting: (waitedFor: 'network' | 'sign-in') =>
      startAll(store.get().items.filter(({ state }) => state.status === 'failed' && state.waitsFor === waitedFor)),
    remove,
    /** Clears the list without server calls: submitted files are in use, others are deleted by the server. */
    clear() {
      for (const controller of running.values()) controller.abort()
      deferred = undefined
      show(noUploads)
    },
  }
}

class CalledOff extends Error {}
