import type { ApiError } from '#client/lib/trpc.ts'
import type { AccountProblem } from '#shared/account.ts'

/** A problem as these forms show it: as a toast, and at `field` or above the form. */
export type FormProblem = Omit<AccountProblem, 'field'> & { field?: string }

/**
 * The problem a failed call stands for. What the server says in words is passed on; when it broke or could not be
 * reached at all, `fallback` is said instead.
 */
export function accountFailure(error: Pick<ApiError, 'message' | 'data'>, fallback: FormProblem): FormProblem {
  const data = error.data
  if (!data || data.code === 'internal') return fallback
  return { title: data.title ?? fallback.title, message: error.message, ...(data.field && { field: data.field }) }
}
