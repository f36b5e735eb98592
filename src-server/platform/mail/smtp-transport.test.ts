import { expect, test } from 'vitest'
import { siteDefaults } from '#shared/site-settings.ts'
import { startSmtpServer } from '../../testing/test-support/smtp-server.ts'
import { readConfig } from '../config/config.ts'
import { type OutgoingMail, openTransport } from './mail-transport.ts'

const mail: OutgoingMail = {
  messageId: '<1@cards.example>',
  kind: 'welcome',
  from: 'Cards <support@cards.example>',
  to: 'dana@mail.example',
  date: new Date('2026-11-20T12:00:00Z'),
  subject: 'Welcome',
  text: 'Welcome',
  html: '<p>Welcome</p>',
}

/** The name with which a site of these settings greets its mail server. */
async function greetingOf(variables: NodeJS.ProcessEnv, query = ''): Promise<string | undefined> {
  await using server = await startSmtpServer()
  const config = readConfig({ ...variables, SMTP_URL: `${server.url}${query}` })
  await openTransport(config, siteDefaults).send(mail, AbortSignal.timeout(30_000))
  return server.greetings.at(-1)
}

test.each<[what: string, variables: NodeJS.ProcessEnv, name: string]>([
  ['PUBLIC_URL', { PUBLIC_URL: 'https://cards.example' }, 'cards.example'],
  ['PUBLIC_URL with a port', { PUBLIC_URL: 'https://www.cards.example:8443' }, 'www.cards.example'],
  ['PUBLIC_URL with a folder', { PUBLIC_URL: 'https://cards.example/cash', BASE_PATH: '/cash' }, 'cards.example'],
  ['PUBLIC_URL in another script', { PUBLIC_URL: 'https://karten-münchen.example' }, 'xn--karten-mnchen-3ob.example'],
  ['MAIL_FROM', { MAIL_FROM: 'Cards <support@mail.cards.example>' }, 'mail.cards.example'],
  ['MAIL_FROM without a name', { MAIL_FROM: 'support@cards.example' }, 'cards.example'],
  ['MAIL_FROM in another script', { MAIL_FROM: 'support@münchen.example' }, 'xn--mnchen-3ya.example'],
  ['MAIL_FROM at localhost', { PUBLIC_URL: 'http://localhost:3000', MAIL_FROM: 'a@cards.example' }, 'cards.example'],
  ['MAIL_FROM at an address', { PUBLIC_URL: 'http://192.0.2.1', MAIL_FROM: 'a@cards.example' }, 'cards.example'],
  ['MAIL_FROM at IPv6', { PUBLIC_URL: 'http://[2001:db8::1]:3000', MAIL_FROM: 'a@cards.example' }, 'cards.example'],
  ['MAIL_FROM at a name without a dot', { PUBLIC_URL: 'http://shop', MAIL_FROM: 'a@cards.example' }, 'cards.example'],
])('greets a mail server with the host of %s', async (_, variables, name) => {
  expect(await greetingOf(variables)).toBe(name)
})

test('a name in SMTP_URL comes first', async () => {
  expect(await greetingOf({ PUBLIC_URL: 'https://cards.example' }, '/?name=mx.cards.example')).toBe('mx.cards.example')
})

test('sends without a domain of its own', async () => {
  expect(await greetingOf({ PUBLIC_URL: 'http://localhost:3000', MAIL_FROM: 'root@localhost' })).not.toBe('')
})
