import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react'

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
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
}

/** Whether the key sends the message: Enter, unless it starts a new line or ends an IME composition. */
export function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}
