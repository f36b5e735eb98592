import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readMail } from '../../testing/test-support/read-mail.ts'
import { tempFolder } from '../../testing/test-support/temp-folder.ts'
import { createFileTransport, type OutgoingMail } from './mail-transport.ts'

const mail: OutgoingMail = {
  messageId: '<an-id@cards.example>',
  kind: 'welcome',
  from: 'Cards <support@cards.example>',
  to: 'dana@mail.example',
  date: new Date('2026-11-20T12:00:00.000Z'),
  subject: 'Welcome',
  text: 'Hello José,\n\nan ünusually long line of text that goes on and on, far beyond what one line of a mail holds.\n',
  html: '<p>Hello José, <a href="https://cards.example/?a=1&amp;b=2">come in</a></p>\n',
}
const signal = new AbortController().signal

async function written(folder: string, changes: Partial<OutgoingMail> = {}): Promise<string> {
  await createFileTransport(folder).send({ ...mail, ...changes }, signal)
  return readFileSync(path.join(folder, readdirSync(folder).at(-1) ?? ''), 'utf8')
}

test('writes a parseable .eml file with both parts', async () => {
  using folder = tempFolder()
  const { headers, text, html } = readMail(await written(folder.path))
  expect(headers.get('content-type')).toMatch(/^multipart\/alternative/)
  expect(headers.get('subject')).toBe('Welcome')
  expect({ text, html }).toEqual({ text: mail.text, html: mail.html })
})

test('file names sort by time and contain the kind; folder and files are owner-only', async () => {
  using folder = tempFolder()
  const outbox = path.join(folder.path, 'outbox')
  await written(outbox, { date: new Date('2026-11-20T13:00:00.000Z'), messageId: '<second@cards.example>' })
  await written(outbox)
  expect(readdirSync(outbox)).toEqual([
    '2026-11-20T12-00-00.000Z-welcome-an-id.eml',
    '2026-11-20T13-00-00.000Z-welcome-second.eml',
  ])
  for (const name of ['', ...readdirSync(outbox)]) expect(statSync(path.join(outbox, name)).mode & 0o077).toBe(0)
})

test('a retry of the same mail replaces its file', async () => {
  using folder = tempFolder()
  await written(folder.path)
  await written(folder.path)
  expect(readdirSync(folder.path)).toHaveLength(1)
})

test.each([
  ['subject', 'Hi\r\nBcc: eve@mail.example'],
  ['to', 'dana@mail.example\r\nBcc: eve@mail.example'],
  ['to', 'dana@mail.example, eve@mail.example'],
  ['to', 'dana@mail.example,eve@mail.example'],
] as const)('a line break or a list in %s adds no header and no recipient: %j', async (field, value) => {
  using folder = tempFolder()
  const { headers } = readMail(await written(folder.path, { [field]: value }))
  expect([...headers.keys()]).not.toContain('bcc')
  // A value that looks like several addresses is quoted as the local part of one.
  if (field === 'to') expect(headers.get('to')).toMatch(/^<"[^"]*eve"@mail\.example>$/)
})
