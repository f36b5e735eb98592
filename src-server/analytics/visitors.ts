import type { CountedPage } from '#shared/analytics.ts'
import { VISITOR_GONE_MS } from '#shared/analytics.ts'
import { networkOf } from '../rate-limits/network-of.ts'
import { createRecencyList } from './lru-list.ts'

/** Longer ones are cut: nobody's name for their browser may fill the memory. */
const USER_AGENT_MAX_LENGTH = 300
/** A page that is loaded anew says goodbye first; so many who left are remembered, should they come back. */
const MOST_DEPARTED = 1_000

/** The customer signed in where a sign came from. */
export type VisitingCustomer = { name: string; sessionId: string }
/** One sign of somebody: who, from where, on which page. */
export type Sighting = {
  visitorId: string
  ip: string
  userAgent: string
  page: CountedPage
  customer: VisitingCustomer | undefined
}
export type KnownVisitor = Omit<Sighting, 'visitorId'> & {
  id: string
  pageViews: number
  /** Epoch milliseconds. */
  cameAt: number
  lastSeenAt: number
}

export type Visitors = {
  /** Notes a sign; who is not known yet has come. Beyond the limits the visitor without a sign for the longest time goes. */
  see(sighting: Sighting, isView: boolean, now: number): void
  /** This visitor is gone at once; true when they were there. */
  leave(id: string): boolean
  /** Lets those go who gave no sign for five minutes; true when somebody went. */
  sweep(now: number): boolean
  /** How many are here. */
  count(): number
  /** The `most` with the newest activity, newest first. */
  newest(most: number): KnownVisitor[]
  /** The `most` addresses with the most visitors, and how many those are. */
  addresses(most: number): [ip: string, visitors: number][]
  /** Forgets the name of whoever was signed in with this session. */
  forgetSession(sessionId: string): void
  /** How many entries are held in all, to be compared with the limits. */
  size(): number
}

/**
 * Who is on the site, in memory alone. It holds at most `most` visitors, and `mostPerNetwork` of one IPv4 address or
 * IPv6 /64, however many signs come.
 */
export function createVisitors({ most, mostPerNetwork }: { most: number; mostPerNetwork: number }): Visitors {
  // Both in the order of the last sign: the oldest is who goes first.
  const here = createRecencyList<KnownVisitor>()
  const byNetwork = new Map<string, Set<string>>()
  const departed = new Map<string, KnownVisitor>()

  function remove(visitor: KnownVisitor): void {
    here.remove(visitor.id)
    const network = networkOf(visitor.ip)
    const others = byNetwork.get(network)
    others?.delete(visitor.id)
    if (others?.size === 0) byNetwork.delete(network)
  }

  function moveLast(visitor: KnownVisitor): void {
    here.touch(visitor.id)
    const neighbours = byNetwork.get(networkOf(visitor.ip))
    if (!neighbours || neighbours.size === 1) return
    neighbours.delete(visitor.id)
    neighbours.add(visitor.id)
  }

  function add(visitor: KnownVisitor): void {
    const network = networkOf(visitor.ip)
    const neighbours = byNetwork.get(network)
    if (neighbours && neighbours.size >= mostPerNetwork) removeIfThere(here.get(firstOf(neighbours)))
    if (here.size() >= most) removeIfThere(here.oldest())
    here.add(visitor.id, visitor)
    // Asked again: with the last neighbour the set is gone.
    const set = byNetwork.get(network)
    if (set) set.add(visitor.id)
    else byNetwork.set(network, new Set([visitor.id]))
  }

  function removeIfThere(visitor: KnownVisitor | undefined): void {
    if (visitor) remove(visitor)
  }

  function comeBack(id: string, now: number): KnownVisitor | undefined {
    const former = departed.get(id)
    departed.delete(id)
    return former && now - former.lastSeenAt < VISITOR_GONE_MS ? former : undefined
  }

  return {
    see({ visitorId: id, ip, userAgent, page, customer }, isView, now) {
      const present = here.get(id)
      // What nearly every sign is, as cheap as can be: thousands come each second.
      if (present?.ip === ip) {
        present.page = page
        present.customer = customer
        present.pageViews += Number(isView)
        present.lastSeenAt = now
        moveLast(present)
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
        // Whoever is first heard of on a page has looked at it, be it before this server was started.
        pageViews: known ? known.pageViews + Number(isView) : 1,
        cameAt: known?.cameAt ?? now,
        lastSeenAt: now,
      })
    },

    leave(id) {
      const visitor = here.get(id)
      if (!visitor) return false
      remove(visitor)
      departed.set(id, visitor)
      for (const first of departed.keys()) {
        if (departed.size <= MOST_DEPARTED) break
        departed.delete(first)
      }
      return true
    },

    sweep(now) {
      const before = here.size()
      for (let first = here.oldest(); first && now - first.lastSeenAt >= VISITOR_GONE_MS; first = here.oldest())
        remove(first)
      return here.size() < before
    },

    count: here.size,
    newest(most) {
      const taken: KnownVisitor[] = []
      for (const visitor of here.newestFirst()) if (taken.push(visitor) >= most) break
      return taken
    },
    addresses(most) {
      const counts = new Map<string, number>()
      for (const { ip } of here.newestFirst()) counts.set(ip, (counts.get(ip) ?? 0) + 1)
      return [...counts].sort(([, one], [, other]) => other - one).slice(0, most)
    },
    forgetSession(sessionId) {
      for (const group of [here.newestFirst(), departed.values()])
        for (const visitor of group) if (visitor.customer?.sessionId === sessionId) visitor.customer = undefined
    },
    size: () => here.size() + departed.size + [...byNetwork.values()].reduce((sum, ids) => sum + ids.size, 0),
  }
}

function firstOf(ids: ReadonlySet<string>): string {
  const [first = ''] = ids
  return first
}
