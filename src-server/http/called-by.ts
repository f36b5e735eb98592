import type { FastifyRequest } from 'fastify'

const isCallPath = (path: string) => /^\/(api|trpc)(\/|$)/.test(path)

/**
 * Which call of the API a request makes: its route, for tRPC with the names of the procedures. Undefined when it asks
 * for a page or a file of the site. Decided by the route, since one route has many addresses (`/%61pi`, `http://host/api`);
 * only where there is none does the address decide.
 */
export function calledBy({ routeOptions, params, url }: FastifyRequest, basePath: string): string | undefined {
  const route = routeOptions.url?.slice(basePath.length)
  if (route === undefined || route === '/*') return addressOfCall(url, basePath)
  if (route.startsWith('/trpc/')) return `/trpc/${(params as { path?: string }).path}`
  return isCallPath(route) ? route : undefined
}

/** The address of a request without a route when it is below /api or /trpc, however it is written. */
function addressOfCall(url: string, basePath: string): string | undefined {
  const path = decoded(URL.canParse(url) ? new URL(url).pathname : (url.split('?', 1)[0] ?? '')).slice(basePath.length)
  return isCallPath(path) ? path : undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
