import type { ChatMessage } from '#shared/chat-schema.ts'
import type { StatusChange, Transaction } from '#shared/submission-schema.ts'
import { anOrder, aPhoto, orderFields } from '../test-support/factories.ts'
import { orderForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner } from '../test-support/server-process.ts'
import { assertFiles } from './disk-flows.ts'

/** Something that is sent until it is acknowledged; sending it again after that changes nothing. */
type Deed = Order | Message | Decision
type Order = { kind: 'form' | 'wizard'; key: string; photos: Buffer[]; fileIds: string[]; submissionId?: string }
type Message = { kind: 'message'; key: string; isDone?: boolean }
type Decision = { kind: 'decision'; submissionId: string; isDone?: boolean }

export type Seller = {
  /** Sends the next order, message or decision. @throws when it is not acknowledged. */
  doNext(): Promise<void>
  /** Sends what was cut off again, and looks at what was acknowledged since the last time. @throws when it is not right. */
  settle(): Promise<void>
  acknowledged(): number
  /** Everything that is lost, altered or doubled, in words. */
  wrongs(): Promise<string[]>
}

/** A customer who sells cards in both ways and writes to support, and staff who decide on these orders. */
export async function aSeller(base: () => string, email: string): Promise<Seller> {
  const [customer, staff] = [new RestClient(base), new RestClient(base)]
  await customer.signUp(email)
  await staff.call('POST', '/api/admin/login', processOwner)
  const opening = { subject: 'My payout', message: 'Hello', clientMessageId: crypto.randomUUID() }
  const { sessionId } = await customer.call<{ sessionId: string }>('POST', '/api/chat/send', opening)
  const deeds: Deed[] = []
  let settled = 0

  const upload = async (bytes: Buffer, at: number) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), `photo-${at}.png`)
    return (await customer.call<{ id: string }>('POST', '/api/uploads', form)).id
  }
  const submitForm = async ({ key, photos }: Order) => {
    const files = photos.map((bytes, at) => ({ name: `photo-${at}.png`, bytes }))
    const form = orderForm(orderFields(), files)
    const headers = { 'idempotency-key': key }
    return (await customer.call<{ submissionId: string }>('POST', '/api/submit', form, headers)).submissionId
  }
  const submitWizard = async ({ key, photos, fileIds }: Order) => {
    while (fileIds.length < photos.length)
      fileIds.push(await upload(photos[fileIds.length] ?? Buffer.alloc(0), fileIds.length))
    const input = anOrder({ fileIds, idempotencyKey: key })
    type Answer = { result: { data: { submissionId: string } } }
    return (await customer.call<Answer>('POST', '/trpc/exchange.submit', input)).result.data.submissionId
  }
  const historyOf = (id: string) => staff.call<StatusChange[]>('GET', `/api/admin/submissions/${id}/history`)
  const send = async (deed: Deed) => {
    switch (deed.kind) {
      case 'form':
        deed.submissionId = await submitForm(deed)
        break
      case 'wizard':
        deed.submissionId = await submitWizard(deed)
        break
      case 'message':
        await customer.call('POST', '/api/chat/send', { sessionId, message: deed.key, clientMessageId: deed.key })
        deed.isDone = true
        break
      case 'decision':
        await staff.call('PATCH', `/api/submissions/${deed.submissionId}/status`, { status: 'processing', version: 1 })
        deed.isDone = true
    }
  }
  /** A decision has no key: a page that did not hear whether it was made looks. */
  const sendAgain = async (deed: Deed) => {
    if (deed.kind === 'decision' && (await historyOf(deed.submissionId)).length > 1) deed.isDone = true
    else await send(deed)
  }
  const assertRight = async (deed: Deed) => {
    if (deed.kind === 'message') return
    const order = await customer.call<Transaction>('GET', `/api/user/transactions/${deed.submissionId}`)
    if (deed.kind === 'decision') {
      if ((await historyOf(deed.submissionId)).length !== 2) throw new Error(`${order.id} was not decided once`)
    } else await assertFiles(customer, order.uploadedFiles, deed.photos)
  }

  return {
    async doNext() {
      const deed = nextDeed(deeds)
      deeds.push(deed)
      await send(deed)
    },
    async settle() {
      const fresh = deeds.slice(settled)
      for (const deed of fresh) if (!isDone(deed)) await sendAgain(deed)
      for (const deed of fresh) await assertRight(deed)
      settled = deeds.length
    },
    acknowledged: () => deeds.filter(isDone).length,
    async wrongs() {
      const wrongs: string[] = []
      for (const deed of deeds) await assertRight(deed).catch((error) => wrongs.push(String(error)))
      const orders = await customer.call<Transaction[]>('GET', '/api/user/transactions')
      const ids = deeds.flatMap((deed) => (deed.kind === 'form' || deed.kind === 'wizard' ? [deed.submissionId] : []))
      if (
        !isSame(
          orders.map(({ id }) => id),
          ids,
        )
      )
        wrongs.push(`${orders.length} orders of ${ids.length} of ${email}`)
      const messages = await customer.call<ChatMessage[]>('GET', `/api/chat/messages/${sessionId}`)
      const sent = deeds.flatMap((deed) => (deed.kind === 'message' ? [deed.key] : []))
      if (
        !isSame(
          messages.slice(1).map(({ message }) => message),
          sent,
        )
      )
        wrongs.push(`messages of ${email}`)
      return wrongs
    },
  }
}

function isDone(deed: Deed): boolean {
  return 'isDone' in deed ? deed.isDone === true : 'photos' in deed && deed.submissionId !== undefined
}

/** Orders in turn by the form and by the wizard, and after them a message and a decision on the newest. */
function nextDeed(deeds: readonly Deed[]): Deed {
  const key = crypto.randomUUID()
  const turn = deeds.length % 4
  if (turn === 2) return { kind: 'message', key }
  const order = deeds.at(-2)
  if (turn === 3 && order && 'photos' in order && order.submissionId)
    return { kind: 'decision', submissionId: order.submissionId }
  return { kind: turn === 0 ? 'form' : 'wizard', key, photos: [aPhoto(), aPhoto()], fileIds: [] }
}

/** Whether the same names are in both, each once. */
function isSame(one: readonly (string | undefined)[], other: readonly (string | undefined)[]): boolean {
  return one.length === other.length && new Set(one).size === one.length && other.every((name) => one.includes(name))
}
