import { aPhoto, submitFields } from '../test-support/factories.ts'
import { multipartForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner } from '../test-support/server-process.ts'
import { sha256 } from './seeded-site.ts'

/** What the server acknowledged, in order. */
type Acknowledged =
  | { what: 'submission'; id: string; photo: string }
  | { what: 'message'; sessionId: string; text: string }
  | { what: 'decision'; id: string; status: string }

/**
 * Customers submit cards and send messages and an owner decides, each one call at a time, until `stop` is called.
 * `stop` resolves when every call has its response.
 */
export async function startLoad(
  url: string,
  sellers: number,
): Promise<{ acknowledged: Acknowledged[]; stop(): Promise<void> }> {
  const acknowledged: Acknowledged[] = []
  let isStopped = false
  const owner = new RestClient(() => url)
  await owner.call('POST', '/api/admin/login', processOwner)
  const sell = async (customer: RestClient) => {
    const { sessionId } = await customer.call<{ sessionId: string }>('POST', '/api/chat/send', {
      subject: 'My payout',
      message: 'Hello',
    })
    for (let round = 0; !isStopped; round++) {
      const bytes = aPhoto()
      const form = multipartForm(submitFields(), [{ name: 'front.png', bytes }])
      const { submissionId: id } = await customer.call<{ submissionId: string }>('POST', '/api/submit', form)
      acknowledged.push({ what: 'submission', id, photo: sha256(bytes) })
      const text = `Message ${round} about ${id}`
      await customer.call('POST', '/api/chat/send', { sessionId, message: text })
      acknowledged.push({ what: 'message', sessionId, text })
    }
  }
  const decide = async () => {
    for (let next = 0; !isStopped; ) {
      const made = acknowledged.slice(next).find(({ what }) => what === 'submission')
      if (made?.what !== 'submission') {
        // No new submission since the last turn: wait for one.
        await owner.call('GET', '/api/admin/submissions?limit=1')
        continue
      }
      next = acknowledged.indexOf(made) + 1
      // Not a final status: those purge the photos of some brands, which another test covers.
      const decision = { status: 'processing', reason: '' }
      await owner.call('PATCH', `/api/submissions/${made.id}/status`, decision)
      acknowledged.push({ what: 'decision', id: made.id, status: 'processing' })
    }
  }
  const customers = Array.from({ length: sellers }, () => new RestClient(() => url))
  for (const [at, customer] of customers.entries()) await customer.signUp(`seller${at}@mail.example`)
  const working = Promise.all([...customers.map(sell), decide()])
  // Awaited in `stop`; until then this prevents an unhandled rejection.
  working.catch(() => {
    isStopped = true
  })
  return {
    acknowledged,
    stop: async () => {
      isStopped = true
      await working
    },
  }
}
