import { withBase } from '#client/lib/base-path.ts'
import { publishSessionEnd } from '#client/lib/session-end.ts'
import { UNAUTHORIZED, uploadFailure } from '#client/lib/upload-failure.ts'
import type { UploadedFile } from '#shared/submission-schema.ts'
import { uploadMessages } from '#shared/upload.ts'

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

/** Sends one file to `POST /api/uploads`. XMLHttpRequest, because fetch cannot report upload progress. */
export const uploadFile: SendFile = (file, name, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', withBase('/api/uploads'))
    request.responseType = 'json'
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      const { status, response } = request
      if (status === 201 && response) return resolve(response as UploadedFile)
      if (status === UNAUTHORIZED) publishSessionEnd()
      reject(new UploadError(uploadFailure(name, status, response), status))
    }
    request.onerror = () => reject(new UploadError(uploadMessages.failed(name), 0))
    request.onabort = () => reject(new UploadError(uploadMessages.failed(name), 0))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file, name)
    request.send(form)
  })
