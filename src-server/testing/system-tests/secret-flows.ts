import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Submission, UploadedFile } from '#shared/submission-schema.ts'
import { totpCode, totpStep } from '../../accounts/second-factor.ts'
import { aPhoto, submitFields } from '../test-support/factories.ts'
import { readMail } from '../test-support/read-mail.ts'
import { multipartForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner } from '../test-support/server-process.ts'
import { openSocket } from '../test-support/socket-page.ts'
import type { Needle, Place } from './find-secrets.ts'

/** The secrets and responses of one round of flows. */
export type Sown = {
  needles: Needle[]
  /** Responses to a customer by REST, tRPC and WebSocket. */
  answers: Place[]
  customer: RestClient
  staff: RestClient
  /** Open submissions: of a network-branded card, and of another. */
  visa: string
  apple: string
  /** A completed submission, whose reference is in its mail. */
  completed: string
}

/** A client that records every response. */
class Recorder extends RestClient {
  readonly answers: Place[] = []

  override async send(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response> {
    const response = await super.send(method, url, body, headers)
    const bytes = Buffer.from(await response.clone().arrayBuffer())
    const isFile = url.startsWith('/api/files/')
    if (!isFile) this.answers.push({ kind: 'answer', name: `${method} ${url}`, bytes })
    return response
  }
}

/**
 * Signs up, sells, asks, decides, reveals, exports and resets with unique texts.
 * @param url address of the server, read for each call because a restarted server has another port
 */
export async function sow(url: () => string, folder: string, round: number): Promise<Sown> {
  const unique = (word: string) => `CANARY${word}${round}X${7_731_004 + round * 13}`
  const secrets = {
    cardNumber: unique('CARD'),
    securityCode: unique('CODE'),
    expiringDate: `EXPIRES${round} 12/${31 + round}`,
    additionalInfo: `${unique('INFO')} under the foil`,
    accountNumber: String(77_665_544_332_211 + round),
    routingNumber: '021000021',
  }
  const [tag, photoText, chatText, noteText] = ['$PAYTAG', 'PHOTO', 'CHAT', 'NOTE'].map((word) => unique(word))
  const [password, newPassword] = [unique('FIRST-pass'), unique('SECOND-pass')]
  const email = `canary${round}@mail.example`
  const customer = new Recorder(url)
  const staff = new RestClient(url)
  const person = { name: 'Dana Reyes', email, phone: '555-010-0100', password, confirmPassword: password }
  await customer.call('POST', '/api/auth/sign-up', person)
  const firstSession = customer.token
  await staff.call('POST', '/api/admin/login', processOwner)
  const socket = await watching(url(), customer)

  const photo = () => ({ name: 'front.png', bytes: Buffer.concat([aPhoto(), Buffer.from(`${photoText}`)]) })
  const submit = async (fields: Record<string, string>) => {
    const form = multipartForm(submitFields({ ...secrets, ...fields }), [photo(), photo()])
    return (await customer.call<{ submissionId: string }>('POST', '/api/submit', form)).submissionId
  }
  const bank = { paymentMethod: 'bank', savePaymentMethod: 'true' }
  const visaCard = { cardType: 'Visa', cardBrand: 'visa', giftCardName: 'Visa', giftCardBrand: 'visa' }
  const visaPrice = { ...visaCard, exchangeRate: '0.89', payoutAmount: '89.00' }
  const visa = await submit({ ...bank, ...visaPrice })
  const apple = await submit({ paymentDetails: tag ?? '' })
  const completed = await submit(bank)
  const upload = await uploaded(customer, photo().bytes)
  const question = { subject: `${chatText} subject`, message: `${chatText} question`, fileIds: [upload.id] }
  const { sessionId } = await customer.call<{ sessionId: string }>('POST', '/api/chat/send', question)
  await staff.call('POST', '/api/admin/chat/reply', { sessionId, message: `${chatText} answer` })
  // Error paths must not write the secret either.
  await customer.send('POST', '/api/submit', multipartForm(submitFields({ ...secrets, payoutAmount: '1' }), [photo()]))
  await customer.send('POST', '/api/auth/sign-in', { email, password: `${password}!` })
  const method = { type: 'bank', accountNumber: secrets.accountNumber }
  await customer.send('POST', '/trpc/account.addPaymentMethod', { method, currentPassword: password })

  const { data } = await staff.call<{ data: Submission[] }>('GET', `/api/admin/submissions?search=${completed}`)
  await staff.bytesOf(`/api/files/${data[0]?.uploadedFiles[0]?.id}`)
  for (const field of ['cardNumber', 'securityCode', 'accountNumber', 'routingNumber'] as const) {
    const { value } = await staff.call<{ value: string }>('POST', `/api/admin/submissions/${completed}/reveal`, {
      field,
    })
    if (value !== secrets[field]) throw new Error(`The ${field} that was revealed is another one.`)
  }
  await staff.call('POST', '/trpc/admin.review.addNote', { submissionId: apple, text: `${noteText} of a colleague` })
  const token = await trpc<{ token: string }>(staff, 'admin.tokens.create', {
    name: 'A script',
    scopes: ['submissions:read'],
  })
  await staff.send('GET', '/api/admin/submissions.csv', undefined, { authorization: `Bearer ${token.token}` })
  const totp = await secondFactor(staff)
  await staff.call('PATCH', `/api/submissions/${completed}/status`, { status: 'completed' })

  await trpc(customer, 'account.requestPasswordReset', { email })
  const reset = await resetTokenFor(customer, folder, email)
  await trpc(customer, 'account.resetPassword', { token: reset, password: newPassword, confirmPassword: newPassword })
  await customer.call('POST', '/api/auth/sign-in', { email, password: newPassword })
  await customer.call('GET', '/api/user/transactions')
  for (const id of [visa, apple, completed]) await customer.call('GET', `/api/user/transactions/${id}`)
  await customer.call('GET', `/api/chat/messages/${sessionId}`)
  for (const path of ['transactions.list', 'account.paymentMethods', 'account.session', 'chat.sessions'])
    await customer.send('GET', `/trpc/${path}`)

  const theirs = ['answer', 'frame'] as const
  const needles: Needle[] = [
    ...Object.entries(secrets).map(([name, text]) => ({ name, text })),
    { name: 'payout details', text: `${tag}`, mayStandIn: theirs },
    { name: 'photo', text: `${photoText}` },
    { name: 'chat', text: `${chatText}`, mayStandIn: theirs },
    { name: 'note', text: `${noteText}` },
    { name: 'password', text: password },
    { name: 'new password', text: newPassword },
    { name: 'session', text: firstSession },
    { name: 'session after the reset', text: customer.token },
    { name: 'staff session', text: staff.token },
    { name: 'API token', text: token.token },
    ...[totp.key, ...totp.recoveryCodes].map((text) => ({ name: 'second factor', text })),
    // The reset link is delivered by mail; without a mail server that is a file.
    { name: 'reset link', text: reset, mayStandIn: ['mail'] },
  ]
  const answers = [...customer.answers, ...socket.frames]
  socket.close()
  return { needles, answers, customer, staff, visa, apple, completed }
}

async function uploaded(customer: RestClient, bytes: Buffer): Promise<UploadedFile> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'front.png')
  return customer.call<UploadedFile>('POST', '/api/uploads', form)
}

async function trpc<Data>(client: RestClient, procedure: string, input: unknown): Promise<Data> {
  return (await client.call<{ result: { data: Data } }>('POST', `/trpc/${procedure}`, input)).result.data
}

/** Enables the second factor and removes it again, so that the next round signs in by password alone. */
async function secondFactor(staff: RestClient): Promise<{ key: string; recoveryCodes: string[] }> {
  const { key } = await trpc<{ key: string }>(staff, 'admin.me.startSecondFactor', {})
  const code = (steps: number) => totpCode(key, totpStep(Date.now()) + steps)
  const confirmed = await trpc<{ recoveryCodes: string[] }>(staff, 'admin.me.confirmSecondFactor', { code: code(0) })
  await trpc(staff, 'admin.me.removeSecondFactor', {
    currentPassword: processOwner.password,
    code: confirmed.recoveryCodes[0],
  })
  return { key, recoveryCodes: confirmed.recoveryCodes }
}

/** The token of the mailed reset link; the calls in between give the server time to deliver it. */
async function resetTokenFor(customer: RestClient, folder: string, email: string): Promise<string> {
  const outbox = path.join(folder, 'outbox')
  for (;;) {
    for (const name of readdirSync(outbox).filter((each) => each.endsWith('.eml'))) {
      const { headers, text } = readMail(readFileSync(path.join(outbox, name), 'utf8'))
      const [, token] = /reset-password\S*[#=/]([\w-]{43})/.exec(text) ?? []
      if (token && headers.get('to')?.includes(email)) return token
    }
    await customer.call('GET', '/api/health')
  }
}

/** A socket of this customer with its subscriptions that records every frame. */
async function watching(url: string, customer: RestClient) {
  const frames: Place[] = []
  const address = `${url.replace('http', 'ws')}/trpc`
  const { socket } = await openSocket(address, `gce=${customer.token}`)
  socket.on('message', (bytes) => frames.push({ kind: 'frame', name: 'WebSocket', bytes: Buffer.from(String(bytes)) }))
  for (const [at, procedure] of ['transactions.watch', 'chat.watchUnseen'].entries())
    socket.send(JSON.stringify({ id: at + 1, jsonrpc: '2.0', method: 'subscription', params: { path: procedure } }))
  return { frames, close: () => socket.close() }
}
