import type { CountedPage } from '#shared/analytics.ts'
import { VISITOR_GONE_MS } from '#shared/analytics.ts'

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
  // Both in the order of the last sign: the first is who goes first.
  const here = new Map<string, KnownVisitor>()
  const byNetwork = new Map<string, Set<string>>()
  const departed = new Map<string, KnownVisitor>()

  function remove(visitor: KnownVisitor): void {
    here.delete(visitor.id)
    const network = networkOf(visitor.ip)
    const others = byNetwork.get(network)
    others?.delete(visitor.id)
    if (others?.size === 0) byNetwork.delete(network)
  }

  function add(visitor: KnownVisitor): void {
    const network = networkOf(visitor.ip)
    const neighbours = byNetwork.get(network)
    if (neighbours && neighbours.size >= mostPerNetwork) removeFirst(neighbours)
    if (here.size >= most) removeFirst(here.keys())
    here.set(visitor.id, visitor)
    // Asked again: with the last neighbour the set is gone.
    const set = byNetwork.get(network)
    if (set) set.add(visitor.id)
    else byNetwork.set(network, new Set([visitor.id]))
  }

  function removeFirst(ids: Iterable<string>): void {
    for (const id of ids) {
      const first = here.get(id)
      if (first) remove(first)
      return
    }
  }

  function comeBack(id: string, now: number): KnownVisitor | undefined {
    const former = departed.get(id)
    departed.delete(id)
    return former && now - former.lastSeenAt < VISITOR_GONE_MS ? former : undefined
  }

  return {
    see({ visitorId: id, ip, userAgent, page, customer }, isView, now) {
      const present = here.get(id)
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
      const before = here.size
      for (const visitor of here.values()) {
        if (now - visitor.lastSeenAt < VISITOR_GONE_MS) break
        remove(visitor)
      }
      return here.size < before
    },

    count: () => here.size,
    newest: (most) => [...here.values()].slice(-most).reverse(),
    addresses(most) {
      const counts = new Map<string, number>()
      for (const { ip } of here.values()) counts.set(ip, (counts.get(ip) ?? 0) + 1)
      return [...counts].sort(([, one], [, other]) => other - one).slice(0, most)
    },
    forgetSession(sessionId) {
      for (const group of [here, departed])
        for (const visitor of group.values())
          if (visitor.customer?.sessionId === sessionId) visitor.customer = undefined
    },
    size: () => here.size + departed.size + [...byNetwork.values()].reduce((sum, ids) => sum + ids.size, 0),
  }
}

const IPV6_NETWORK_GROUPS = 4

/** What one household or flooder has for itself: an IPv4 address, or the first half of an IPv6 one. */
function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [front = ''] = ip.split('::')
  const groups = front.split(':')
  const hasAll = groups.length >= IPV6_NETWORK_GROUPS
  // What '::' left out is zero; an address that begins with it has nothing of its own in front.
  return hasAll ? groups.slice(0, IPV6_NETWORK_GROUPS).join(':') : `${front}::`
}
