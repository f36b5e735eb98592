import type { ChatMessage } from '#shared/chat-schema.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import type { StatusChange } from '#shared/transaction-schema.ts'
import { aPhoto, aSubmitInput, submitFields } from '../test-support/factories.ts'
import { multipartForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner } from '../test-support/server-process.ts'
import { assertFiles } from './disk-flows.ts'

/** An action that is sent until it is acknowledged; repeating it must change nothing. */
type Action = Submit | Message | Decision
type Submit = { kind: 'form' | 'wizard'; key: string; photos: Buffer[]; fileIds: string[]; submissionId?: string }
type Message = { kind: 'message'; key: string; isDone?: boolean }
type Decision = { kind: 'decision'; submissionId: string; isDone?: boolean }

export type LoadCustomer = {
  /** Sends the next submission, message or decision. @throws when it is not acknowledged */
  doNext(): Promise<void>
  /** Repeats interrupted actions and checks those acknowledged since the last call. @throws when one is wrong */
  settle(): Promise<void>
  acknowledged(): number
  /** A description of everything lost, altered or duplicated. */
  problems(): Promise<string[]>
}

/** A customer who submits cards by form and wizard and writes to support, and staff who decide on them. */
export async function startLoadCustomer(base: () => string, email: string): Promise<LoadCustomer> {
  const [customer, staff] = [new RestClient(base), new RestClient(base)]
  await customer.signUp(email)
  await staff.call('POST', '/api/admin/login', processOwner)
  const opening = { subject: 'My payout', message: 'Hello', clientMessageId: crypto.randomUUID() }
  const { sessionId } = await customer.call<{ sessionId: string }>('POST', '/api/chat/send', opening)
  const actions: Action[] = []
  let settled = 0

  const upload = async (bytes: Buffer, at: number) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), `photo-${at}.png`)
    return (await customer.call<{ id: string }>('POST', '/api/uploads', form)).id
  }
  const submitForm = async ({ key, photos }: Submit) => {
    const files = photos.map((bytes, at) => ({ name: `photo-${at}.png`, bytes }))
    const form = multipartForm(submitFields(), files)
    const headers = { 'idempotency-key': key }
    return (await customer.call<{ submissionId: string }>('POST', '/api/submit', form, headers)).submissionId
  }
  const submitWizard = async ({ key, photos, fileIds }: Submit) => {
    while (fileIds.length < photos.length)
      fileIds.push(await upload(photos[fileIds.length] ?? Buffer.alloc(0), fileIds.length))
    const input = aSubmitInput({ fileIds, idempotencyKey: key })
    type Submitted = { result: { data: { submissionId: string } } }
    return (await customer.call<Submitted>('POST', '/trpc/exchange.submit', input)).result.data.submissionId
  }
  const historyOf = (id: string) => staff.call<StatusChange[]>('GET', `/api/admin/submissions/${id}/history`)
  const send = async (action: Action) => {
    switch (action.kind) {
      case 'form':
        action.submissionId = await submitForm(action)
        break
      case 'wizard':
        action.submissionId = await submitWizard(action)
        break
      case 'message':
        await customer.call('POST', '/api/chat/send', { sessionId, message: action.key, clientMessageId: action.key })
        action.isDone = true
        break
      case 'decision':
        await staff.call('PATCH', `/api/submissions/${action.submissionId}/status`, {
          status: 'processing',
          version: 1,
        })
        action.isDone = true
    }
  }
  /** Decisions have no idempotency key: a client without a response has to read the history first. */
  const sendAgain = async (action: Action) => {
    if (action.kind === 'decision' && (await historyOf(action.submissionId)).length > 1) action.isDone = true
    else await send(action)
  }
  const assertRight = async (action: Action) => {
    if (action.kind === 'message') return
    const submission = await customer.call<Transaction>('GET', `/api/user/transactions/${action.submissionId}`)
    if (action.kind === 'decision') {
      if ((await historyOf(action.submissionId)).length !== 2) throw new Error(`${submission.id} was not decided once`)
    } else await assertFiles(customer, submission.uploadedFiles, action.photos)
  }

  return {
    async doNext() {
      const action = nextAction(actions)
      actions.push(action)
      await send(action)
    },
    async settle() {
      const fresh = actions.slice(settled)
      for (const action of fresh) if (!isDone(action)) await sendAgain(action)
      for (const action of fresh) await assertRight(action)
      settled = actions.length
    },
    acknowledged: () => actions.filter(isDone).length,
    async problems() {
      const problems: string[] = []
      for (const action of actions) await assertRight(action).catch((error) => problems.push(String(error)))
      const submissions = await customer.call<Transaction[]>('GET', '/api/user/transactions')
      const ids = actions.flatMap((action) =>
        action.kind === 'form' || action.kind === 'wizard' ? [action.submissionId] : [],
      )
      if (
        !isSame(
          submissions.map(({ id }) => id),
          ids,
        )
      )
        problems.push(`${submissions.length} orders of ${ids.length} of ${email}`)
      const messages = await customer.call<ChatMessage[]>('GET', `/api/chat/messages/${sessionId}`)
      const sent = actions.flatMap((action) => (action.kind === 'message' ? [action.key] : []))
      if (
        !isSame(
          messages.slice(1).map(({ message }) => message),
          sent,
        )
      )
        problems.push(`messages of ${email}`)
      return problems
    },
  }
}

function isDone(action: Action): boolean {
  return 'isDone' in action ? action.isDone === true : 'photos' in action && action.submissionId !== undefined
}

/** Submissions by form and wizard in turn, then a message and a decision on the newest submission. */
function nextAction(actions: readonly Action[]): Action {
  const key = crypto.randomUUID()
  const turn = actions.length % 4
  if (turn === 2) return { kind: 'message', key }
  const submission = actions.at(-2)
  if (turn === 3 && submission && 'photos' in submission && submission.submissionId)
    return { kind: 'decision', submissionId: submission.submissionId }
  return { kind: turn === 0 ? 'form' : 'wizard', key, photos: [aPhoto(), aPhoto()], fileIds: [] }
}

/** Whether both contain the same names, each once. */
function isSame(one: readonly (string | undefined)[], other: readonly (string | undefined)[]): boolean {
  return one.length === other.length && new Set(one).size === one.length && other.every((name) => one.includes(name))
}
