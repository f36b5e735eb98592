import type { Person, RequestOptions } from './test-app.ts'
import type { World } from './world.ts'

/** A request. `nowhere` is what differs in the same request for an unknown id. */
export type RouteCall = { url: string; nowhere?: { url?: string; body?: unknown } } & RequestOptions
/** `who` makes the request; the owner where it is not given. */
export type MakeCall = (world: World, who?: Person) => RouteCall | Promise<RouteCall>

/** An id of nothing. */
export const NOWHERE = 'nowhere'

/** A request for an id, and the same for an unknown id. */
export const requestFor = (id: string, url: (id: string) => string, body?: unknown): RouteCall => ({
  url: url(id),
  nowhere: { url: url(NOWHERE) },
  ...(body !== undefined && { body }),
})
