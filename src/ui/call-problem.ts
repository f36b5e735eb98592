import type { ApiError } from '#client/lib/trpc.ts'
import type { FormProblem } from './form.tsx'

export type CallError = Pick<ApiError, 'data' | 'message'>

export type Call = { isPending: boolean; error: CallError | null }

/** A title, or a title and what is said in place of an internal error and of a server that cannot be reached. */
export type Failed = string | { title: string; message: string }

const noAnswer = "We couldn't reach the server. Check whether it worked before you try again."

export function callProblem({ data, message }: CallError, failed?: Failed, unreached = noAnswer): FormProblem {
  if (typeof failed === 'object' && (!data || data.code === 'internal')) return failed
  const title = typeof failed === 'object' ? (data?.title ?? failed.title) : failed
  const field = data?.field?.split('.')[0]
  return { message: data ? message : unreached, ...(title && { title }), ...(field && { field }) }
}
