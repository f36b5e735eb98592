import { createHash } from 'node:crypto'
import type { ChatMessage } from '#shared/chat-schema.ts'
import type { Transaction } from '#shared/submission-schema.ts'
import type { StatusChange, TransactionDetail } from '#shared/transaction-schema.ts'
import { aPhoto, aSubmitInput, submitFields } from '../test-support/factories.ts'
import { multipartForm, type RestClient } from '../test-support/rest-client.ts'
import { processOwner } from '../test-support/server-process.ts'

/** A user action. Repeating it after a failure must have the effect of doing it once. */
export type Attempt = {
  run(): Promise<Response>
  /** @throws unless its effect is stored completely, exactly once */
  assertThere(): Promise<void>
}

type Flow = { name: string; attempt(): Promise<Attempt> }

let people = 0

/** Actions of customers and staff over HTTP that write to the disk of a site. */
export function diskFlows(base: () => string, customer: RestClient, owner: RestClient): Flow[] {
  const upload = async (bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'front.png')
    return customer.send('POST', '/api/uploads', form)
  }
  /** Uploads the missing files only, as a page does. */
  const uploadAll = async (photos: readonly Buffer[], ids: string[]): Promise<Response | undefined> => {
    while (ids.length < photos.length) {
      const answer = await upload(photos[ids.length] ?? Buffer.alloc(0))
      if (!answer.ok) return answer
      ids.push(((await answer.json()) as { id: string }).id)
    }
    return undefined
  }
  const submit = (key: string, photos: readonly Buffer[]) => {
    const form = multipartForm(
      submitFields(),
      photos.map((bytes, at) => ({ name: `photo-${at}.png`, bytes })),
    )
    return customer.send('POST', '/api/submit', form, { 'idempotency-key': key })
  }
  const assertSubmission = async (answer: Response, photos: readonly Buffer[]) => {
    const body = (await answer.json()) as { submissionId?: string; result?: { data: { submissionId: string } } }
    const id = body.submissionId ?? body.result?.data.submissionId
    const submission = await customer.call<Transaction>('GET', `/api/user/transactions/${id}`)
    await assertFiles(customer, submission.uploadedFiles, photos)
  }

  return [
    {
      name: 'an order by the documented form',
      async attempt() {
        const [key, photos] = [crypto.randomUUID(), [aPhoto(), aPhoto()]]
        const run = () => submit(key, photos)
        return { run, assertThere: async () => assertSubmission(await done(run), photos) }
      },
    },
    {
      name: 'uploads, then an order of the wizard',
      async attempt() {
        const [idempotencyKey, photos, fileIds] = [crypto.randomUUID(), [aPhoto(), aPhoto()], [] as string[]]
        const run = async () =>
          (await uploadAll(photos, fileIds)) ??
          customer.send('POST', '/trpc/exchange.submit', aSubmitInput({ fileIds, idempotencyKey }))
        return { run, assertThere: async () => assertSubmission(await done(run), photos) }
      },
    },
    {
      name: 'a chat message with a file',
      async attempt() {
        const [clientMessageId, photos, fileIds] = [crypto.randomUUID(), [aPhoto()], [] as string[]]
        const body = { subject: 'My payout', message: 'Here it is.', clientMessageId, fileIds }
        const run = async () => (await uploadAll(photos, fileIds)) ?? customer.send('POST', '/api/chat/send', body)
        return {
          run,
          async assertThere() {
            const { sessionId } = (await (await done(run)).json()) as { sessionId: string }
            const messages = await customer.call<ChatMessage[]>('GET', `/api/chat/messages/${sessionId}`)
            if (messages.length !== 1) throw new Error(`${messages.length} messages instead of one`)
            await assertFiles(customer, messages[0]?.attachments ?? [], photos)
          },
        }
      },
    },
    {
      name: 'a decision that erases the code',
      async attempt() {
        const { submissionId } = (await (await done(() => submit(crypto.randomUUID(), [aPhoto()]))).json()) as {
          submissionId: string
        }
        const history = () => owner.call<StatusChange[]>('GET', `/api/admin/submissions/${submissionId}/history`)
        return {
          run: () =>
            owner.send('PATCH', `/api/submissions/${submissionId}/status`, { status: 'completed', version: 1 }),
          async assertThere() {
            const made = (await history()).filter(({ to }) => to === 'completed')
            if (made.length !== 1) throw new Error(`${made.length} decisions instead of one`)
          },
        }
      },
    },
    {
      name: 'an account',
      async attempt() {
        const email = `person${++people}@mail.example`
        const password = 'a-customer-password'
        const form = { name: 'Dana Reyes', email, phone: '555-010-0100', password, confirmPassword: password }
        const post = (path: string, body: unknown) => sendAlone(base(), path, body)
        return {
          run: () => post('/api/auth/sign-up', form),
          async assertThere() {
            const signedIn = await post('/api/auth/sign-in', { email, password })
            if (!signedIn.ok) throw new Error(`Sign-in failed: ${signedIn.status}`)
          },
        }
      },
    },
    {
      name: 'an upload that is taken back',
      async attempt() {
        const { id } = (await (await done(() => upload(aPhoto()))).json()) as { id: string }
        return {
          run: () => customer.send('DELETE', `/api/uploads/${id}`),
          async assertThere() {
            const again = await customer.send('DELETE', `/api/uploads/${id}`)
            if (again.status !== 404) throw new Error(`Deleted, but still there: ${again.status}`)
          },
        }
      },
    },
    {
      name: 'a sign-in of staff',
      async attempt() {
        const run = () => sendAlone(base(), '/api/admin/login', processOwner)
        return { run, assertThere: async () => void (await done(run)) }
      },
    },
    {
      name: 'photos for a rejected order',
      async attempt() {
        const [idempotencyKey, front, back, fileIds] = [crypto.randomUUID(), aPhoto(), aPhoto(), [] as string[]]
        const { submissionId: id } = (await (await done(() => submit(crypto.randomUUID(), [front]))).json()) as {
          submissionId: string
        }
        const decision = { status: 'rejected', reasonCode: 'both-sides', version: 1 }
        await done(() => owner.send('PATCH', `/api/submissions/${id}/status`, decision))
        const run = async () =>
          (await uploadAll([back], fileIds)) ??
          customer.send('POST', '/trpc/transactions.addPhotos', { id, fileIds, idempotencyKey })
        return {
          run,
          async assertThere() {
            await done(run)
            const order = await customer.call<TransactionDetail>('GET', `/api/user/transactions/${id}`)
            if (order.status !== 'pending' || order.history.length !== 3)
              throw new Error(`${order.status} after ${order.history.length} changes`)
            await assertFiles(customer, order.uploadedFiles, [front, back])
          },
        }
      },
    },
  ]
}

/** @throws unless these files have exactly these bytes */
export async function assertFiles(who: RestClient, files: readonly { id: string }[], wanted: readonly Buffer[]) {
  if (files.length !== wanted.length) throw new Error(`${files.length} files instead of ${wanted.length}`)
  for (const [at, { id }] of files.entries())
    if (hash(await who.bytesOf(`/api/files/${id}?download=original`)) !== hash(wanted[at] ?? Buffer.alloc(0)))
      throw new Error(`File ${id} was altered.`)
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function done(run: () => Promise<Response>): Promise<Response> {
  const answer = await run()
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answer
}

function sendAlone(base: string, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
}
