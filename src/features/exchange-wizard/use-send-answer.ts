import { useState } from 'react'
import { useOrderCall } from '#client/calls/use-order-call.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { type ApiError, trpc } from '#client/lib/trpc.ts'
import { useDropErrorToast, useToast } from '#client/ui/toast.tsx'
import { compactText } from '#shared/compact-text.ts'
import type { RequestView } from '#shared/information-request-schema.ts'
import type { SubmitProblem } from '#shared/submission.ts'
import { uploadedIds } from './upload-item.ts'
import type { PhotoDraft } from './use-photo-draft.ts'

const notSent = "Your photos weren't sent. Check your connection and try again."
const answerNotSent = "Your answer wasn't sent. Check your connection and try again."

type Sent = { id: string; payoutAmount: number | undefined; request: RequestView | undefined }
const fields: readonly SubmitProblem['field'][] = ['files', 'cardNumber', 'securityCode', 'expiringDate']

/** Sends the draft. A failure keeps all input, and a retry of the same input cannot send it twice. */
export function useSendAnswer({ id, payoutAmount, request }: Sent, draft: PhotoDraft, onSent: () => void) {
  const call = useOrderCall(id, {})
  const addPhotos = trpc.transactions.addPhotos.useMutation(call)
  const answer = trpc.requests.answer.useMutation(call)
  const toast = useToast()
  const dropErrorToast = useDropErrorToast()
  const [problem, setProblem] = useState<{ field?: SubmitProblem['field']; message: string }>()

  function store(securityCode: string) {
    const fileIds = uploadedIds(draft.uploads.items)
    if (!request) {
      const input = { id, fileIds, securityCode, payoutAmount }
      return addPhotos.mutateAsync({ ...input, idempotencyKey: keyFor(draft, input) })
    }
    const { cardNumber, expiringDate } = draft.details
    const wants = request.wants ?? []
    const input = {
      id: request.id,
      fileIds,
      ...(wants.includes('number') && { cardNumber: compactText(cardNumber) }),
      ...(wants.includes('code') && { securityCode }),
      ...(wants.includes('expiry') && { expiringDate: compactText(expiringDate) }),
    }
    return answer.mutateAsync({ ...input, idempotencyKey: keyFor(draft, input) })
  }

  async function send(securityCode: string) {
    setProblem(undefined)
    dropErrorToast()
    try {
      await store(securityCode)
      draft.clear()
      onSent()
    } catch (error) {
      fail(error as ApiError)
    }
  }

  function fail({ data, message }: ApiError) {
    const text = data ? message : request ? answerNotSent : notSent
    setProblem({ field: fields.find((each) => each === data?.field), message: text })
    toast({ title: 'Error', description: text, tone: 'error' })
  }

  return { send, isPending: addPhotos.isPending || answer.isPending, problem }
}

function keyFor({ attempt }: PhotoDraft, input: object): string {
  const request = JSON.stringify(input)
  if (attempt.current?.request !== request) attempt.current = { request, key: newRequestKey() }
  return attempt.current.key
}
