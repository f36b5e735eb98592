import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import type { Transaction } from '#shared/submission-schema.ts'
import { aPhoto, submitFields } from '../test-support/factories.ts'
import { multipartForm, RestClient } from '../test-support/rest-client.ts'
import { processOwner, type ServerProcess, startServerProcess } from '../test-support/server-process.ts'
import { tempFolder } from '../test-support/temp-folder.ts'
import { assertFiles } from './disk-flows.ts'
import { faultyDisk } from './fault-injection.ts'
import { findInconsistencies } from './partial-writes.ts'

export type Site = Awaited<ReturnType<typeof startSite>>

/** A running site with disk fault injection, a signed-in customer and the owner. Dispose of it. */
export async function startSite() {
  const [data, tools] = [tempFolder(), tempFolder()]
  const disk = faultyDisk(tools.path, data.path)
  const start = (env: NodeJS.ProcessEnv = {}) =>
    startServerProcess(data.path, { ...disk.env, LIMITS: 'off', LOG_LEVEL: 'warn', ...env })
  let server: ServerProcess = await start()
  let people = 0
  const [customer, owner] = [new RestClient(() => server.url), new RestClient(() => server.url)]
  await customer.signUp('seller@mail.example')
  await owner.call('POST', '/api/admin/login', processOwner)
  const acknowledged = new Map<string, Buffer[]>()

  const submit = (photos: readonly Buffer[]) => {
    const files = photos.map((bytes, at) => ({ name: `photo-${at}.png`, bytes }))
    return customer.send('POST', '/api/submit', multipartForm(submitFields(), files))
  }
  const submissionOf = (id: string) => customer.call<Transaction>('GET', `/api/user/transactions/${id}`)
  const change = (work: (database: SQLite.Database) => void) => {
    const database = new SQLite(path.join(data.path, 'exchange.sqlite'))
    try {
      work(database)
    } finally {
      database.close()
    }
  }

  return {
    dataDir: data.path,
    disk,
    customer,
    owner,
    server: () => server,

    /** Submits a card and remembers it when it is acknowledged. */
    async trySelling(photos = [aPhoto(), aPhoto()]): Promise<Response> {
      const answer = await submit(photos)
      if (answer.ok) {
        const { submissionId } = (await answer.clone().json()) as { submissionId: string }
        acknowledged.set(submissionId, photos)
      }
      return answer
    },

    /** Submits a card; returns the ids of its files. @throws when it is refused */
    async sell(photos = [aPhoto(), aPhoto()]): Promise<string[]> {
      const answer = await this.trySelling(photos)
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      const { submissionId } = (await answer.json()) as { submissionId: string }
      return (await submissionOf(submissionId)).uploadedFiles.map(({ id }) => id)
    },

    /**
     * Restarts the server. @throws unless every acknowledged submission exists with its files and no write is partial
     */
    async assertAllThere(): Promise<void> {
      await this.stop()
      await this.restart()
      const submissions = await customer.call<Transaction[]>('GET', '/api/user/transactions')
      const problems = findInconsistencies(data.path)
      for (const id of acknowledged.keys())
        if (!submissions.some((submission) => submission.id === id)) problems.push(`${id} is lost`)
      if (problems.length > 0) throw new Error(problems.join('\n'))
      for (const [id, photos] of acknowledged)
        await assertFiles(customer, (await submissionOf(id)).uploadedFiles, photos)
    },

    async isEverythingThere(): Promise<boolean> {
      const submissions = await customer.call<Transaction[]>('GET', '/api/user/transactions').catch(() => [])
      return [...acknowledged.keys()].every((id) => submissions.some((submission) => submission.id === id))
    },

    /** After Clear All Data: signs up another customer with a submission. */
    async startOver(): Promise<void> {
      acknowledged.clear()
      await customer.signUp(`seller${++people}@mail.example`)
      await this.sell()
    },

    async isAlive(): Promise<boolean> {
      return owner.send('GET', '/api/admin/submissions').then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => false,
      )
    },

    async stop(): Promise<void> {
      await server.end('SIGTERM')
    },

    /** @throws StartupError */
    async restart(env?: NodeJS.ProcessEnv): Promise<void> {
      server = await start(env)
    },

    /** The exit code of a server that exits by itself. */
    async exitCode(): Promise<number | null> {
      if (server.child.exitCode === null && server.child.signalCode === null) await once(server.child, 'exit')
      return server.child.exitCode
    },

    /** Corrupts an encrypted card number; returns that submission, and an intact one. */
    damageNumber(): { damaged: string; sound: string; mend(): void } {
      const [damaged = '', sound = ''] = [...acknowledged.keys()]
      const put = (encrypted: unknown) =>
        change((database) => {
          database.prepare('update submissions set card_number_encrypted = ? where id = ?').run(encrypted, damaged)
        })
      let before: unknown
      change((database) => {
        before = database.prepare('select card_number_encrypted from submissions where id = ?').pluck().get(damaged)
      })
      const encrypted = String(before)
      put(`${encrypted.slice(0, -4)}${encrypted.at(-4) === 'A' ? 'B' : 'A'}${encrypted.slice(-3)}`)
      return { damaged, sound, mend: () => put(before) }
    },

    /** Drops the triggers that prevent changes, then changes an audit entry. */
    changeAuditEntry(): void {
      change((database) => {
        const triggers = database
          .prepare<[], string>("select name from sqlite_schema where type = 'trigger' and tbl_name = 'audit_log'")
          .pluck()
          .all()
        for (const name of triggers) database.exec(`drop trigger "${name}"`)
        database.exec("update audit_log set detail = 'nothing' where sequence = 1")
      })
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await server.end('SIGKILL')
      disk[Symbol.dispose]()
      for (const folder of [data, tools]) folder[Symbol.dispose]()
    },
  }
}

/** Flips one bit of a file. */
export function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}
