import { uploadMessages } from '#shared/upload.ts'

export const UNAUTHORIZED = 401
const BAD_REQUEST = 400
const SERVER_ERROR = 500

/** Why a file could not be uploaded: the server's message where the file is the cause. */
export function uploadFailure(name: string, status: number, answer: unknown) {
  const message = (answer as { message?: unknown } | null | undefined)?.message
  const isRefusal = status >= BAD_REQUEST && status < SERVER_ERROR && status !== UNAUTHORIZED
  return isRefusal && typeof message === 'string' ? message : uploadMessages.failed(name)
}

export function joinProblems(problems: readonly string[]) {
  const [...different] = new Set(problems)
  if (different.length === 1) return different.join('')
  return different.map((problem) => (/[.!?]$/.test(problem) ? problem : `${problem}.`)).join(' ')
}
