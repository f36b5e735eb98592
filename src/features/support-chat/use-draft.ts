import { useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { acceptBatch } from '#client/lib/message-input.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { api } from '#client/lib/trpc.ts'
import { uploadFailure } from '#client/lib/upload-failure.ts'
import type { ChosenFile } from '#client/ui/file-picker.tsx'
import { CHAT_SUBJECT_MAX_LENGTH } from '#shared/chat.ts'
import type { ChatAttachment } from '#shared/chat-schema.ts'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { formatFileSize } from '#shared/upload.ts'

export type Draft = { subject: string; message: string }

const empty: Draft = { subject: '', message: '' }

/** The customer's unsent text, which survives a reload. `first` computes the initial text once. */
export function useDraft(customerId: string, first: (kept: Draft) => Draft) {
  const key = `chat-draft_${customerId}`
  const [draft, setDraft] = useState(() => first(readStored(key, parseDraft) ?? empty))
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (next.subject || next.message) writeStored(key, next)
    else removeStored(key)
  }
  return [draft, change] as const
}

function parseDraft(stored: unknown): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { subject, message } = stored as Record<keyof Draft, unknown>
  return typeof subject === 'string' && typeof message === 'string' ? { subject, message } : undefined
}

/** The initial text: the stored draft, with `about` in a field that is free. */
export function firstDraft(kept: Draft, { about, isNew }: { about: string | undefined; isNew: boolean }): Draft {
  const question = about?.trim() ? `Question about ${about.trim()}` : ''
  if (question === '') return kept
  if (isNew) return { ...kept, subject: question.slice(0, CHAT_SUBJECT_MAX_LENGTH) }
  return { ...kept, message: kept.message || `${question}: ` }
}

type Attached = { key: string; name: string; size: number; file?: File; uploaded?: ChatAttachment; problem?: string }

export type Attachments = ReturnType<typeof useAttachments>

export function useAttachments() {
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const change = (key: string, part: Partial<Attached>) =>
    setAttached((now) => now.map((each) => (each.key === key ? { ...each, ...part } : each)))

  function add(batch: File[]) {
    const present = attached.map(({ file, name }) => file ?? new File([], name))
    const taken = acceptBatch(batch, present)
    setProblems(taken.problems)
    const fresh = taken.files.map((file) => ({ key: newRequestKey(), name: file.name, size: file.size, file }))
    setAttached((now) => [...now, ...fresh])
    for (const { key, file } of fresh)
      upload(file).then(
        (uploaded) => change(key, { uploaded }),
        (error: Error) => change(key, { problem: error.message }),
      )
  }
  function remove(key: string) {
    const gone = attached.find((each) => each.key === key)
    setAttached((now) => now.filter((each) => each.key !== key))
    // The server deletes unattached uploads, so a failure can be ignored.
    if (gone?.uploaded) api.exchange.removeUpload.mutate({ fileId: gone.uploaded.id }).catch(() => undefined)
  }
  return {
    chosen: attached.map(
      ({ key, name, size, uploaded, problem }): ChosenFile => ({
        key,
        name,
        note: problem ?? (uploaded ? formatFileSize(size) : 'Uploading...'),
        isBad: problem !== undefined,
      }),
    ),
    problems,
    uploaded: attached.flatMap((each) => each.uploaded ?? []),
    isUploading: attached.some(({ uploaded, problem }) => !uploaded && problem === undefined),
    hasFailed: attached.some(({ problem }) => problem !== undefined),
    add,
    remove,
    restore: (files: readonly ChatAttachment[]) =>
      setAttached((now) => [
        ...now,
        ...files.map((file) => ({ key: file.id, name: file.fileName, size: file.fileSize, uploaded: file })),
      ]),
    clear: () => {
      setAttached([])
      setProblems([])
    },
  }
}

/** @throws Error with a message for the customer */
async function upload(file: File): Promise<ChatAttachment> {
  const form = new FormData()
  form.append('file', file, file.name)
  const answer = await fetch(withBase('/api/uploads'), { method: 'POST', body: form }).catch(() => undefined)
  const body = (await answer?.json().catch(() => undefined)) as (UploadedFile & { message?: string }) | undefined
  if (!answer?.ok || !body) throw new Error(uploadFailure(file.name, answer?.status ?? 0, body))
  const { id, fileName, fileSize, mimeType } = body
  return { id, fileName, fileSize, mimeType }
}
