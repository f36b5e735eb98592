import { type CountedPage, VISITOR_GONE_MS } from '#shared/analytics.ts'
import { networkOf } from '../platform/rate-limits/network-of.ts'

/** Limits the memory that a client can fill with its user agent. */
const USER_AGENT_MAX_LENGTH = 300
/** A page reload sends a leave signal first. */
const MAX_DEPARTED = 1_000
/** An event that was sent further back was not overtaken: the clock of its browser was set back. */
const MAX_OVERTAKEN_MS = 60_000

export type VisitingCustomer = { name: string; sessionId: string }
export type Sighting = {
  visitorId: string
  ip: string
  userAgent: string
  page: CountedPage
  customer: VisitingCustomer | undefined
  sentAt?: number | undefined
}
export type Departure = Pick<Sighting, 'visitorId' | 'sentAt'>
export type KnownVisitor = Omit<Sighting, 'visitorId'> & {
  id: string
  pageViews: number
  /** Epoch milliseconds. */
  cameAt: number
  lastSeenAt: number
}

/** At most `max` visitors, and at most `maxPerNetwork` per IPv4 address or IPv6 /64. */
export function createVisitors({ max, maxPerNetwork }: { max: number; maxPerNetwork: number }) {
  // Sorted by last signal: the first entry is the least recently active.
  const here = createRecencyList<KnownVisitor>()
  const byNetwork = new Map<string, Set<string>>()
  const departed = new Map<string, { visitor: KnownVisitor | undefined; sentAt?: number | undefined }>()

  function remove(visitor: KnownVisitor) {
    here.remove(visitor.id)
    const network = networkOf(visitor.ip)
    const others = byNetwork.get(network)
    others?.delete(visitor.id)
    if (others?.size === 0) byNetwork.delete(network)
  }

  function moveLast(visitor: KnownVisitor) {
    here.touch(visitor.id)
    const neighbours = byNetwork.get(networkOf(visitor.ip))
    if (!neighbours || neighbours.size === 1) return
    neighbours.delete(visitor.id)
    neighbours.add(visitor.id)
  }

  function add(visitor: KnownVisitor) {
    const network = networkOf(visitor.ip)
    const neighbours = byNetwork.get(network)
    if (neighbours && neighbours.size >= maxPerNetwork) removeIfThere(here.get(firstOf(neighbours)))
    if (here.size() >= max) removeIfThere(here.oldest())
    here.add(visitor.id, visitor)
    // Read again: removing the last visitor of a network deletes its set.
    const set = byNetwork.get(network)
    if (set) set.add(visitor.id)
    else byNetwork.set(network, new Set([visitor.id]))
  }

  function removeIfThere(visitor: KnownVisitor | undefined) {
    if (visitor) remove(visitor)
  }

  function comeBack(id: string, now: number) {
    const former = departed.get(id)?.visitor
    departed.delete(id)
    return former && now - former.lastSeenAt < VISITOR_GONE_MS ? former : undefined
  }

  return {
    /** Beyond the limits, removes the least recently active visitor. */
    see({ visitorId: id, ip, userAgent, page, customer, sentAt }: Sighting, isView: boolean, now: number) {
      const present = here.get(id)
      // The common case, kept cheap because thousands of signals arrive per second.
      if (present?.ip === ip) {
        present.pageViews += Number(isView)
        present.lastSeenAt = now
        moveLast(present)
        if (isOvertaken(sentAt, present.sentAt)) return
        present.page = page
        present.customer = customer
        present.sentAt = sentAt
        return
      }
      const departure = departed.get(id)
      if (!present && departure && isOvertaken(sentAt, departure.sentAt)) {
        if (departure.visitor) departure.visitor.pageViews += Number(isView)
        return
      }
      const known = present ?? comeBack(id, now)
      if (present) remove(present)
      add({
        id,
        ip,
        userAgent: userAgent.slice(0, USER_AGENT_MAX_LENGTH),
        page,
        customer,
        sentAt,
        // A first signal implies a page view, even one from before the server started.
        pageViews: known ? known.pageViews + Number(isView) : 1,
        cameAt: known?.cameAt ?? now,
        lastSeenAt: now,
      })
    },

    /** Returns false when a newer signal arrived before. */
    leave({ visitorId: id, sentAt }: Departure) {
      const visitor = here.get(id)
      if (visitor && isOvertaken(sentAt, visitor.sentAt)) return false
      if (visitor) remove(visitor)
      else if (sentAt === undefined) return false
      departed.set(id, { visitor: visitor ?? departed.get(id)?.visitor, sentAt })
      // One at most, because each departure adds one.
      if (departed.size > MAX_DEPARTED) departed.delete(firstOf(departed))
      return visitor !== undefined
    },

    /** Of a visitor known here too, the newer facts count. Keeps the limits. */
    merge(others: readonly KnownVisitor[]) {
      const all = new Map([...here.newestFirst()].map((visitor) => [visitor.id, visitor]))
      for (const visitor of all.values()) remove(visitor)
      for (const other of others) {
        const own = all.get(other.id)
        const newer = own && own.lastSeenAt > other.lastSeenAt ? own : other
        all.set(other.id, {
          ...newer,
          cameAt: Math.min(other.cameAt, own?.cameAt ?? other.cameAt),
          pageViews: Math.max(other.pageViews, own?.pageViews ?? 0),
        })
      }
      for (const visitor of [...all.values()].sort((one, other) => one.lastSeenAt - other.lastSeenAt)) add(visitor)
    },

    /** Removes those without a signal for five minutes; returns whether there was one. */
    sweep(now: number) {
      const before = here.size()
      for (let first = here.oldest(); first && now - first.lastSeenAt >= VISITOR_GONE_MS; first = here.oldest())
        remove(first)
      return here.size() < before
    },

    count: here.size,
    newest(max: number) {
      return [...here.newestFirst()].slice(0, max)
    },
    addresses(max: number) {
      const counts = new Map<string, number>()
      for (const { ip } of here.newestFirst()) counts.set(ip, (counts.get(ip) ?? 0) + 1)
      return [...counts].sort(([, one], [, other]) => other - one).slice(0, max)
    },
    forgetSession(sessionId: string) {
      const forget = (visitor: KnownVisitor | undefined) => {
        if (visitor?.customer?.sessionId === sessionId) visitor.customer = undefined
      }
      for (const visitor of here.newestFirst()) forget(visitor)
      for (const { visitor } of departed.values()) forget(visitor)
    },
    /** Entries in all collections, to be compared with the limits. */
    size: () => here.size() + departed.size + [...byNetwork.values()].reduce((sum, ids) => sum + ids.size, 0),
  }
}

/** Shortly before another event of its visitor that arrived first, for example at another node. */
function isOvertaken(sentAt: number | undefined, latest: number | undefined) {
  if (sentAt === undefined || latest === undefined) return false
  return sentAt < latest && latest - sentAt < MAX_OVERTAKEN_MS
}

function firstOf(ids: { keys(): Iterable<string> }) {
  const [first = ''] = ids.keys()
  return first
}

type Entry<Item> = { item: Item; older: Entry<Item> | undefined; newer: Entry<Item> | undefined }

/** A Map that is reordered all the time keeps deleted slots at its front, which slow down its first item. */
export function createRecencyList<Item>() {
  const entries = new Map<string, Entry<Item>>()
  let oldest: Entry<Item> | undefined
  let newest: Entry<Item> | undefined

  function unlink(entry: Entry<Item>) {
    if (entry.older) entry.older.newer = entry.newer
    else oldest = entry.newer
    if (entry.newer) entry.newer.older = entry.older
    else newest = entry.older
  }

  function append(entry: Entry<Item>) {
    entry.older = newest
    entry.newer = undefined
    if (newest) newest.newer = entry
    else oldest = entry
    newest = entry
  }

  return {
    get: (id: string) => entries.get(id)?.item,
    /** Adds the newest; its id must not be in the list. */
    add(id: string, item: Item) {
      const entry: Entry<Item> = { item, older: undefined, newer: undefined }
      entries.set(id, entry)
      append(entry)
    },
    touch(id: string) {
      const entry = entries.get(id)
      if (!entry) return
      unlink(entry)
      append(entry)
    },
    remove(id: string) {
      const entry = entries.get(id)
      if (!entry) return
      entries.delete(id)
      unlink(entry)
    },
    oldest: () => oldest?.item,
    *newestFirst() {
      for (let entry = newest; entry; entry = entry.older) yield entry.item
    },
    size: () => entries.size,
  }
}
