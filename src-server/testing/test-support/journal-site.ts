import { vi } from 'vitest'
import { timestamp } from '../../platform/clock.ts'
import type { Delivered, EventBus, RowEvent } from '../../platform/events/event-bus.ts'
import { createJournalBus } from '../../platform/events/journal-bus.ts'
import { createLog } from '../../platform/logging/logger.ts'
import { emitEvents } from './emit-events.ts'
import { createTestClock } from './test-clock.ts'
import { openTestDatabase } from './test-database.ts'
import { createTransportNetwork, type TestTransport } from './transport-network.ts'

export type JournalNode = {
  events: EventBus
  channel: TestTransport
  /** What its listeners received. */
  heard: Delivered[]
  /** How many times it has finished reading the journal, or failed to. */
  reads(): number
  /** Emits `created` events of these numbers in one transaction. */
  emit(...numbers: number[]): Promise<void>
}

export const created = (number: number) =>
  ({ name: 'submission.created', submissionId: `s${number}`, customerId: 'c' }) as const

/** Nodes of one site, with one database, one test clock and a network. */
export async function openJournalSite() {
  const db = await openTestDatabase()
  const clock = createTestClock()
  const network = createTransportNetwork()
  const lines: string[] = []
  const log = createLog({ logLevel: 'debug', nodeName: undefined }, { write: (line: string) => void lines.push(line) })
  const nodes: JournalNode[] = []

  /** Moves the clock and waits until every node whose reading was due has read. */
  async function advance(ms: number): Promise<void> {
    const before = nodes.map((node) => node.reads())
    clock.advance(ms)
    await vi.waitFor(() => {
      if (!nodes.every((node, at) => node.reads() > (before[at] ?? 0))) throw new Error('A node has not read yet.')
    })
  }

  return {
    db,
    clock,
    network,
    log: () => lines.join(''),
    advance,
    async startNode(): Promise<JournalNode> {
      const channel = network.connect()
      let schedules = 0
      const counting = {
        now: clock.now,
        after(ms: number, work: () => void) {
          schedules++
          return clock.after(ms, work)
        },
      }
      const monotonicMs = () => clock.now().getTime()
      const events = await createJournalBus({ db, clock: counting, log, channel, monotonicMs })
      const heard: Delivered[] = []
      events.listen((event) => heard.push(event))
      const node: JournalNode = {
        events,
        channel,
        heard,
        reads: () => schedules - 1,
        emit: (...numbers) => emitEvents({ db, events }, ...numbers.map(created)),
      }
      nodes.push(node)
      return node
    },
    /** Inserts the row of a number whose transaction commits only now, on a node that is not in this process. */
    async commit(id: number, event: RowEvent = created(id)): Promise<void> {
      const row = { id, payload: JSON.stringify(event), node: 'elsewhere', at: timestamp(clock) }
      await db.insertInto('events').values(row).execute()
    },
    /** Makes every reading fail until `repairJournal`. */
    async breakJournal(): Promise<void> {
      await db.schema.alterTable('events').renameTo('broken_events').execute()
    },
    async repairJournal(): Promise<void> {
      await db.schema.alterTable('broken_events').renameTo('events').execute()
    },
    async [Symbol.asyncDispose]() {
      for (const { events } of nodes) await events.stop()
      await db.destroy()
    },
  }
}
