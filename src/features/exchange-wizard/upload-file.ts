import { withBase } from '#client/lib/base-path.ts'
import { type UploadedFile, uploadWords } from '#shared/upload.ts'

export type SendFile = (
  file: File,
  name: string,
  watch: { onProgress: (fraction: number) => void; signal: AbortSignal },
) => Promise<UploadedFile>

/** Why an upload failed. `status` is that of the answer, 0 when the server was never reached. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Sends one file to `POST /api/uploads`. XMLHttpRequest, because fetch cannot report upload progress. */
export const uploadFile: SendFile = (file, name, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', withBase('/api/uploads'))
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () =>
      request.status === 201 && request.response
        ? resolve(request.response as UploadedFile)
        : reject(new UploadError(messageOf(request.response) ?? uploadWords.failed(name), request.status))
    request.onerror = () => reject(new UploadError(uploadWords.failed(name), 0))
    request.onabort = () => reject(new UploadError(uploadWords.failed(name), 0))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file, name)
    request.send(form)
  })

function messageOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return undefined
  return typeof answer.message === 'string' ? answer.message : undefined
}
