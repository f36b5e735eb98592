import { type FormEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { acceptBatch, fileDrop, filePaste, isSendKey } from '#client/lib/message-input.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts'
import { useTypingNotifier } from '#client/lib/thread-hooks.ts'
import { api, trpc } from '#client/lib/trpc.ts'
import { uploadFailure } from '#client/lib/upload-failure.ts'
import { Button } from '#client/ui/button.tsx'
import { AttachButton, ChosenFiles, SendProblems } from '#client/ui/file-picker.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { CHAT_SUBJECT_MAX_LENGTH, type ChatProblem, chatMessages, chatProblem } from '#shared/chat.ts'
import type { ChatAttachment } from '#shared/chat-schema.ts'
import { cleanText } from '#shared/clean-text.ts'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { formatFileSize } from '#shared/upload.ts'
import styles from './composer.module.css'
import type { Chat, QueuedMessage } from './use-chat.ts'

type ComposerProps = {
  chat: Chat
  draft: Draft
  changeDraft: (part: Partial<Draft>) => void
  attachments: Attachments
}

export function Composer({ chat, draft, changeDraft, attachments }: ComposerProps) {
  const { session, outgoing, queue, failure } = chat
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<ChatProblem>()
  const [alert, setAlert] = useState<string>()
  const isOpening = session === null && outgoing.length > 0
  const isNew = session === null && !isOpening
  const fileCount = attachments.uploaded.length
  const check = ({ subject, message }: Draft) => chatProblem({ message, fileCount, ...(isNew && { subject }) })
  const sessionId = session?.sessionId
  const { mutate: sendTyping } = trpc.chat.typing.useMutation()
  const notifyTyping = useTypingNotifier(
    useCallback(() => sessionId && sendTyping({ sessionId }), [sendTyping, sessionId]),
  )
  const blocked = isOpening ? openingMessages(outgoing) : fileMessages(attachments)

  const change = (part: Partial<Draft>) => {
    changeDraft(part)
    if (part.message?.trim()) notifyTyping()
    if (problem) setProblem(check({ ...draft, ...part }))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The thread shows a first message that is being sent; a blocking file needs an alert.
    if (blocked !== undefined) return setAlert(isOpening ? undefined : blocked)
    const wrong = check(draft)
    setProblem(wrong)
    setAlert(!wrong && session === undefined ? chatMessages.noSession : undefined)
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name="${wrong.field}"]`)?.focus()
    if (session === undefined) return
    queue.send({
      clientMessageId: newRequestKey(),
      message: cleanText.lines(draft.message) || chatMessages.filesOnly,
      writtenAt: new Date().toISOString(),
      ...(fileCount > 0 && { files: attachments.uploaded }),
      ...(session ? { sessionId: session.sessionId } : { subject: cleanText.line(draft.subject) }),
    })
    changeDraft({ subject: '', message: '' })
    attachments.clear()
    form.current?.querySelector('textarea')?.focus()
  }

  const said = alert ?? (failure === undefined ? undefined : chatMessages.failed(failure))
  return (
    <form
      ref={form}
      className={`stack gap-3 pad-4 line-top ${styles.form}`}
      noValidate
      onSubmit={submit}
      {...fileDrop(attachments.add)}
    >
      <div role="alert">
        <SendProblems problems={[...(said ? [said] : []), ...attachments.problems]} />
      </div>
      {isNew && (
        <TextField
          label="Subject"
          name="subject"
          value={draft.subject}
          onValueChange={(subject) => change({ subject })}
          error={problem?.field === 'subject' ? problem.message : undefined}
        />
      )}
      <ChosenFiles files={attachments.chosen} onRemove={attachments.remove} />
      <div className="cluster bottom gap-3">
        <TextArea
          label="Message"
          name="message"
          className={styles.box}
          rows={isNew ? 3 : 1}
          enterKeyHint="send"
          value={draft.message}
          onValueChange={(message) => change({ message })}
          onKeyDown={sendOnEnter}
          onPaste={filePaste(attachments.add)}
          error={problem?.field === 'message' ? problem.message : undefined}
        />
        <AttachButton label="Files for support" onFiles={attachments.add} />
        <Button type="submit" disabledReason={blocked}>
          Send
        </Button>
      </div>
      <p className="muted text-sm pointer-only">Enter sends, Shift+Enter starts a new line.</p>
    </form>
  )
}

/** The first message creates the conversation that the second one requires. */
function openingMessages(outgoing: readonly QueuedMessage[]) {
  const hasFailed = outgoing.some(({ state }) => state === 'failed')
  return hasFailed ? 'Retry or edit your first message before you send another.' : 'Your first message is being sent.'
}

/** Running uploads must finish, and failed files must be removed. */
function fileMessages({ isUploading, hasFailed }: Attachments) {
  if (hasFailed) return 'Remove the file that failed to upload.'
  return isUploading ? 'Please wait for files to finish uploading.' : undefined
}

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (!isSendKey(event)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

type Draft = { subject: string; message: string }

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

function parseDraft(stored: unknown) {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { subject, message } = stored as Record<keyof Draft, unknown>
  return typeof subject === 'string' && typeof message === 'string' ? { subject, message } : undefined
}

/** The initial text: the stored draft, with `about` in a field that is free. */
export function firstDraft(kept: Draft, { about, isNew }: { about: string | undefined; isNew: boolean }) {
  const question = about?.trim() ? `Question about ${about.trim()}` : ''
  if (question === '') return kept
  if (isNew) return { ...kept, subject: question.slice(0, CHAT_SUBJECT_MAX_LENGTH) }
  return { ...kept, message: kept.message || `${question}: ` }
}

type Attached = { key: string; name: string; size: number; file?: File; uploaded?: ChatAttachment; problem?: string }

type Attachments = ReturnType<typeof useAttachments>

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
    chosen: attached.map(({ key, name, size, uploaded, problem }) => ({
      key,
      name,
      note: problem ?? (uploaded ? formatFileSize(size) : 'Uploading...'),
      isBad: problem !== undefined,
    })),
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
async function upload(file: File) {
  const form = new FormData()
  form.append('file', file, file.name)
  const answer = await fetch(withBase('/api/uploads'), { method: 'POST', body: form }).catch(() => undefined)
  const body = (await answer?.json().catch(() => undefined)) as (UploadedFile & { message?: string }) | undefined
  if (!answer?.ok || !body) throw new Error(uploadFailure(file.name, answer?.status ?? 0, body))
  const { id, fileName, fileSize, mimeType } = body
  return { id, fileName, fileSize, mimeType }
}
