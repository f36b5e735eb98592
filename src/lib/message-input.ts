import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react'
import { chatMessages, MAX_FILES_PER_MESSAGE } from '#shared/chat.ts'
import { fileProblem } from '#shared/upload.ts'
import { isComposing } from './composition.ts'
import { pastedFiles } from './pasted-files.ts'

/** The files of a batch that can be attached. One invalid file rejects the batch; duplicates are skipped. */
export function acceptBatch<Chosen extends File>(batch: readonly Chosen[], present: readonly File[]) {
  const problems = batch.map((file) => fileProblem(file)).filter((problem) => problem !== undefined)
  const files: Chosen[] = []
  for (const file of batch) if (![...present, ...files].some((other) => isSame(other, file))) files.push(file)
  if (present.length + files.length > MAX_FILES_PER_MESSAGE) problems.push(chatMessages.tooManyFiles)
  return problems.length > 0 ? { files: [], problems } : { files, problems }
}

function isSame(one: File, other: File) {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}

/** Handlers for the element on which files can be dropped. */
export function fileDrop(onFiles: (files: File[]) => void) {
  return {
    // Without this the browser opens the dropped file.
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
}

/** Handles pasted files; leaves pasted text to the text box. */
export function filePaste(onFiles: (files: File[]) => void) {
  return (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
}

/** Whether the key sends the message: Enter, unless it starts a new line or belongs to an IME composition. */
export function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent) {
  return key === 'Enter' && !shiftKey && !isComposing(nativeEvent)
}
