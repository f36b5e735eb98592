import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtFile } from './built-site.ts'
import { copyProject } from './project-copy.ts'
import { blocksOf, inlineCommandsOf } from './readme-commands.ts'
import { RestClient } from './rest-client.ts'
import { runInShell, type ShellServer, serveInShell } from './shell-server.ts'

/** The commands of README.md as written, in a copy of the project with fresh data. */

const BUILD_MS = 300_000
const [start = '', checks = ''] = (blocksOf('Quick start')[0] ?? '').trim().split('\n')
const seed = inlineCommandsOf('Quick start').find((command) => command.includes('seed')) ?? ''
const [startBelow = ''] = inlineCommandsOf('Configuration')
const [apiCalls = ''] = blocksOf('API')

const project = copyProject('scripts', 'docs')
// `npm start` builds nothing that is built.
cpSync(builtFile(), path.join(project.path, 'dist'), { recursive: true })
const shell = {
  cwd: project.path,
  env: { PATH: process.env.PATH, HOME: project.path, PORT: '0', DATA_DIR: path.join(project.path, 'data') },
}
// An HTTP error is a failed command.
writeFileSync(path.join(project.path, '.curlrc'), 'silent\nshow-error\nfail-with-body\n')
let site: ShellServer

beforeAll(async () => {
  site = await serveInShell(start, shell)
}, BUILD_MS)

afterAll(async () => {
  await site[Symbol.asyncDispose]()
  project[Symbol.dispose]()
})

test('the Quick start serves the site and has the checks that CI runs', async () => {
  expect(await (await fetch(site.url)).text()).toContain('Convert Gift Cards to Instant Cash')
  expect([start, checks].map((line) => line.replace(/\s*#.*/, ''))).toEqual(['npm start', 'npm test'])
})

test('the example data has a customer who can sign in as printed', async () => {
  const [, email, password] = /Sign in as (\S+), password: (\S+)/.exec(await runInShell(seed, shell)) ?? []
  const client = new RestClient(() => site.url)
  expect(await client.call('POST', '/api/auth/sign-in', { email, password })).toMatchObject({ email })
})

test('the API calls give a quote and submit a card with its photo', async () => {
  const answers = await runInShell(apiCalls.replaceAll('localhost:3000', new URL(site.url).host), shell)
  const [, id] = /"payoutAmount":92\b.*"submissionId":"([^"]+)"\}$/s.exec(answers) ?? []
  const client = new RestClient(() => site.url)
  const [, account = '{}'] = /auth\/sign-in[^']*'[^']*'[^']*'(\{[^']*\})'/.exec(apiCalls) ?? []
  await client.call('POST', '/api/auth/sign-in', JSON.parse(account))
  expect(await client.call('GET', '/api/user/transactions')).toMatchObject([
    { id, status: 'pending', uploadedFiles: [{ fileName: 'exchange-wizard.png' }] },
  ])
})

test(
  'Ctrl-C stops the server; with a base path the site is below it',
  async () => {
    await site.interrupt()
    await expect(fetch(site.url)).rejects.toThrow()
    await using below = await serveInShell(startBelow, shell)
    expect(new URL(below.url).pathname).toBe('/cash')
    expect(await (await fetch(`${below.url}/`)).text()).toContain('Convert Gift Cards to Instant Cash')
    await below.interrupt()
  },
  BUILD_MS,
)
