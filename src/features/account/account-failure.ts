import type { ApiError } from '#client/lib/trpc.ts'
import type { FormProblem } from '#client/ui/form.tsx'

type TitledProblem = FormProblem & { title: string }

/**
 * Converts the error of a failed call into a form problem. Returns `fallback` for internal errors and when the server
 * cannot be reached.
 */
export function accountFailure(error: Pick<ApiError, 'message' | 'data'>, fallback: TitledProblem): TitledProblem {
  const data = error.data
  if (!data || data.code === 'internal') return fallback
  return { title: data.title ?? fallback.title, message: error.message, ...(data.field && { field: data.field }) }
}
