import type { Box } from '#shared/redaction.ts'
import { withBase } from './base-path.ts'

type Refusal = { message: string; field?: string }
const unreached: Refusal = { message: "We couldn't reach the server. Look at the order before you try again." }

type Picture = { file: File; boxes: readonly Box[] }

/** Sends a picture with its boxes to an order. Returns its id, or why the server refused it. */
export async function sendEvidence(
  submissionId: string,
  picture: Picture,
): Promise<{ id: string } | { refusal: Refusal }> {
  const answer = await post(submissionId, picture)
  return 'refusal' in answer ? answer : answer.json()
}

/** A page of a PDF, from 1, as a picture, and how many pages there are; or why the server refused it. */
export async function drawEvidence(
  submissionId: string,
  pdf: File,
  page: number,
): Promise<{ file: File; count: number } | { refusal: Refusal }> {
  const answer = await post(submissionId, { file: pdf, boxes: [] }, `?draw=${page}`)
  if ('refusal' in answer) return answer
  const picture = new File([await answer.blob()], `${pdf.name}.jpg`, { type: 'image/jpeg' })
  return { file: picture, count: Number(answer.headers.get('page-count')) }
}

async function post(submissionId: string, { file, boxes }: Picture, query = '') {
  const form = new FormData()
  form.append('boxes', JSON.stringify(boxes))
  form.append('file', file, file.name)
  const url = withBase(`/api/admin/submissions/${encodeURIComponent(submissionId)}/evidence${query}`)
  const answer = await fetch(url, { method: 'POST', body: form }).catch(() => undefined)
  if (answer?.ok) return answer
  return { refusal: ((await answer?.json().catch(() => undefined)) as Refusal | undefined) ?? unreached }
}
