import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Submission } from '#shared/submission.ts'
import type { UploadedFile } from '#shared/upload.ts'
import { aPhoto, orderFields } from './makers.ts'
import { readMail } from './read-mail.ts'
import { orderForm, RestClient } from './rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from './server-process.ts'
import { tempFolder } from './temp-folder.ts'

const secrets = {
  cardNumber: 'CANARYCARD77310042',
  securityCode: 'CANARYCODE5519',
  expiringDate: 'CANARYEXP 12/31',
  additionalInfo: 'CANARYINFO under the foil',
  accountNumber: '77665544332211',
  routingNumber: '021000021',
}
const password = 'a-customer-password'
const photoText = 'CANARYPHOTO'
/** The welcome, a reply in the chat, two orders, and a decision. */
const MAILS = 5
const chatText = 'CANARYCHAT'

test('no card number, code, payout detail, password, session or photo stands readable on disk or in the log', async () => {
  using folder = tempFolder()
  const server = await startServerProcess(folder.path)
  const { bankOrder, tokens } = await runEveryFlow(server, folder.path)
  // Once beside the write-ahead log of a killed server, once after a clean stop.
  await server.end('SIGKILL')
  const needles = [...Object.values(secrets), password, photoText, chatText, ...tokens]
  const found = () => hits(folder.path, server.output(), needles)
  expect(found()).toEqual([])
  const again = await startServerProcess(folder.path)
  await again.end('SIGTERM')
  expect(found()).toEqual([])
  // The search itself works: what may be readable is found.
  expect(hits(folder.path, '', [bankOrder]).join()).toMatch(/status-changed/)
})

async function runEveryFlow(server: ServerProcess, folder: string) {
  const customer = new RestClient(() => server.url)
  const staff = new RestClient(() => server.url)
  await customer.signUp('canary@mail.example')
  await staff.call('POST', '/api/admin/login', processOwner)
  const chat = { subject: `${chatText} subject`, message: `${chatText} question` }
  const { sessionId } = await customer.call<{ sessionId: string }>('POST', '/api/chat/send', chat)
  await staff.call('POST', '/api/admin/chat/reply', { sessionId, message: `${chatText} answer` })
  const photo = () => ({ name: 'front.png', bytes: Buffer.concat([aPhoto(), Buffer.from(photoText)]) })
  const submit = (fields: Record<string, string>) =>
    customer.call<{ submissionId: string }>('POST', '/api/submit', orderForm(orderFields(fields), [photo()]))

  const { submissionId: bankOrder } = await submit({ ...secrets, paymentMethod: 'bank', savePaymentMethod: 'true' })
  await submit({ ...secrets })
  // Refusals must not write the secret anywhere either.
  await customer.send('POST', '/api/submit', orderForm(orderFields({ ...secrets, payoutAmount: '1' }), [photo()]))
  await customer.send('POST', '/api/auth/sign-in', { email: 'canary@mail.example', password: `${password}!` })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(photo().bytes)]), 'front.png')
  const upload = await customer.call<UploadedFile>('POST', '/api/uploads', form)
  await staff.send('GET', `/api/files/${upload.id}`)
  const { data } = await staff.call<{ data: Submission[] }>('GET', `/api/admin/submissions?search=${bankOrder}`)
  await staff.bytesOf(`/api/files/${data[0]?.uploadedFiles[0]?.id}`)
  for (const field of ['cardNumber', 'securityCode', 'accountNumber', 'routingNumber'] as const) {
    const { value } = await staff.call<{ value: string }>('POST', `/api/admin/submissions/${bankOrder}/reveal`, {
      field,
    })
    expect(value).toBe(secrets[field])
  }
  await staff.call('PATCH', `/api/submissions/${bankOrder}/status`, { status: 'completed' })
  // The mails are searched as well, so they have to be there; the calls in between give the server its time.
  while (mailsIn(folder).length < MAILS) await customer.call('GET', '/api/health')
  return { bankOrder, tokens: [customer.token, staff.token] }
}

/** The mails the server wrote, decoded. */
function mailsIn(folder: string) {
  const outbox = path.join(folder, 'outbox')
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  return names.map((name) => ({ name, ...readMail(readFileSync(path.join(outbox, name), 'utf8')) }))
}

/** Where a text stands, plainly or in base64, hex or percent-encoding, in the folder's files or the log. */
function hits(folder: string, log: string, needles: readonly string[]): string[] {
  const places = [
    { name: 'log', bytes: Buffer.from(log) },
    ...mailsIn(folder).map((mail) => ({ name: mail.name, bytes: Buffer.from(mail.text + mail.html) })),
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((name) => ({ name, bytes: readFileSync(name) })),
  ]
  const forms = (text: string) => {
    const bytes = Buffer.from(text)
    // In base64 the neighbours' bits mix into the first and last characters.
    const base64 = [0, 1, 2].map((shift) => bytes.subarray(shift, bytes.length - ((bytes.length - shift) % 3)))
    return [text, bytes.toString('hex'), encodeURIComponent(text), ...base64.map((part) => part.toString('base64'))]
  }
  return needles.flatMap((needle) =>
    places
      .filter(({ bytes }) => forms(needle).some((form) => bytes.includes(form)))
      .map(({ name }) => `${needle} in ${name}`),
  )
}
