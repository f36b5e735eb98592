import type { Box } from '#shared/redaction.ts'
import { withBase } from './base-path.ts'

type Refusal = { message: string; field?: string }
const unreached: Refusal = { message: "We couldn't reach the server. Look at the order before you try again." }

/** Sends a picture with its boxes to an order. Returns its id, or why the server refused it. */
export async function sendEvidence(
  submissionId: string,
  { file, boxes }: { file: File; boxes: readonly Box[] },
): Promise<{ id: string } | { refusal: Refusal }> {
  const form = new FormData()
  form.append('boxes', JSON.stringify(boxes))
  form.append('file', file, file.name)
  const url = withBase(`/api/admin/submissions/${encodeURIComponent(submissionId)}/evidence`)
  const answer = await fetch(url, { method: 'POST', body: form }).catch(() => undefined)
  const body = await answer?.json().catch(() => undefined)
  if (answer?.ok) return body as { id: string }
  return { refusal: (body as Refusal | undefined) ?? unreached }
}
