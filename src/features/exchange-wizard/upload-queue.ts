import { type UploadedFile, uniqueFileName, uploadWords } from '#shared/upload.ts'
import { checkFiles } from './check-files.ts'
import { type SendFile, UploadError } from './upload-file.ts'

export const photoSlots = ['front', 'back'] as const
export type PhotoSlot = (typeof photoSlots)[number]
export type UploadState =
  | { status: 'uploading'; fraction: number }
  /** `offline`: the server was never reached. `canRetry`: the file itself was not at fault. */
  | { status: 'failed'; message: string; offline: boolean; canRetry: boolean }
  | { status: 'done'; uploaded: UploadedFile }
/** One chosen file. `name` is unique in the order; `key` names the row and never changes. */
export type UploadItem = { key: string; file: File; name: string; slot?: PhotoSlot; state: UploadState }
export type UploadsSnapshot = { items: readonly UploadItem[]; problems: readonly string[] }

/** Too large, or not a picture or PDF: no second try will help. */
const refusedFile: ReadonlySet<number> = new Set([413, 415])

export type UploadQueueDeps = {
  send: SendFile
  /** Tells the server that an uploaded file is not wanted any more. */
  discard: (fileId: string) => void
  /** A batch has ended: how many arrived, and what to say about those that did not. */
  onSettled: (result: { uploaded: number; problems: readonly string[] }) => void
}
export type UploadQueue = ReturnType<typeof createUploadQueue>

/** Uploads files as soon as they are chosen. A store outside React: answers arrive when no screen is looking. */
export function createUploadQueue({ send, discard, onSettled }: UploadQueueDeps) {
  let snapshot: UploadsSnapshot = { items: [], problems: [] }
  let count = 0
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()

  const show = (change: Partial<UploadsSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  const setState = (key: string, state: UploadState) =>
    show({ items: snapshot.items.map((item) => (item.key === key ? { ...item, state } : item)) })

  /** Uploads one item; resolves to its problem, or undefined when it arrived or was taken away meanwhile. */
  async function start({ key, file, name }: UploadItem): Promise<string | undefined> {
    const controller = new AbortController()
    running.set(key, controller)
    setState(key, { status: 'uploading', fraction: 0 })
    try {
      const onProgress = (fraction: number) => setState(key, { status: 'uploading', fraction })
      setState(key, { status: 'done', uploaded: await send(file, name, { onProgress, signal: controller.signal }) })
      return undefined
    } catch (error) {
      if (controller.signal.aborted) return undefined
      const message = error instanceof Error ? error.message : uploadWords.failed(name)
      const status = error instanceof UploadError ? error.status : undefined
      const canRetry = status === undefined || !refusedFile.has(status)
      setState(key, { status: 'failed', message, offline: status === 0, canRetry })
      return message
    } finally {
      running.delete(key)
    }
  }

  async function startAll(items: readonly UploadItem[]): Promise<void> {
    const problems = (await Promise.all(items.map(start))).filter((problem) => problem !== undefined)
    const keys = new Set(items.map((item) => item.key))
    const uploaded = snapshot.items.filter((item) => keys.has(item.key) && item.state.status === 'done').length
    if (uploaded > 0 || problems.length > 0) onSettled({ uploaded, problems })
  }

  /** Cancels a running upload or takes an uploaded file back. */
  function remove(key: string) {
    const item = snapshot.items.find((each) => each.key === key)
    running.get(key)?.abort()
    show({ items: snapshot.items.filter((each) => each.key !== key) })
    if (item?.state.status === 'done') discard(item.state.uploaded.id)
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /**
     * Takes a batch, all of it or none. The files fill the named slots that are still free, in order; once they are
     * taken, the item `replaced` makes room for them.
     */
    async add(batch: readonly File[], slots: readonly PhotoSlot[] = [], replaced?: string): Promise<void> {
      const checked = await checkFiles(
        batch,
        snapshot.items.filter((item) => item.key !== replaced).map((item) => item.file),
      )
      if (!checked.ok) {
        show({ problems: checked.problems })
        onSettled({ uploaded: 0, problems: checked.problems })
        return
      }
      if (replaced !== undefined) remove(replaced)
      const added: UploadItem[] = []
      for (const file of checked.files) {
        const all = [...snapshot.items, ...added]
        const name = uniqueFileName(file.name, new Set(all.map((item) => item.name)))
        const slot = slots.find((free) => all.every((item) => item.slot !== free))
        added.push({ key: `file-${++count}`, file, name, slot, state: { status: 'uploading', fraction: 0 } })
      }
      show({ items: [...snapshot.items, ...added], problems: [] })
      await startAll(added)
    },
    /** Tries a failed file again. */
    retry: (key: string) =>
      startAll(snapshot.items.filter((item) => item.key === key && item.state.status === 'failed')),
    /** Tries every file again that failed because the server could not be reached. */
    retryOffline: () => startAll(snapshot.items.filter((item) => item.state.status === 'failed' && item.state.offline)),
    remove,
    /** Forgets all files without telling the server: they were submitted, or nobody will ask for them. */
    clear() {
      for (const controller of running.values()) controller.abort()
      show({ items: [], problems: [] })
    },
  }
}

/** Ids of the files that have arrived, in the order they were chosen. */
export function uploadedIds(items: readonly UploadItem[]): string[] {
  return items.flatMap((item) => (item.state.status === 'done' ? [item.state.uploaded.id] : []))
}

export function isUploading(items: readonly UploadItem[]): boolean {
  return items.some((item) => item.state.status === 'uploading')
}
