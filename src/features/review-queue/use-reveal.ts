import { useEffect } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { RevealableField } from '#shared/submission.ts'

const HIDE_AFTER_MS = 30_000

/**
 * One secret of a submission in the clear, for 30 seconds. Every reveal is in the server's audit log. The value
 * lives in the mutation alone and is dropped from memory as it is hidden.
 */
export function useReveal(submissionId: string, field: RevealableField) {
  const { data, error, isPending, mutate, reset } = trpc.admin.submissions.reveal.useMutation({ gcTime: 0 })
  const value = data?.value

  // A timer is outside React.
  useEffect(() => {
    if (value === undefined) return
    const timer = setTimeout(reset, HIDE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value, reset])

  // Codes are erased at a final status, card numbers some time later.
  const message = error?.data?.code === 'not_found' ? 'No longer kept' : error?.message
  return { value, error: message, isPending, reveal: () => mutate({ submissionId, field }), hide: reset }
}
