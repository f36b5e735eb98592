import type { FastifyRequest } from 'fastify'

const isCallPath = (path: string) => /^\/(api|trpc)(\/|$)/.test(path)

/**
 * The API call of a request, for tRPC with its procedures; undefined for pages and files. The route decides, because
 * one route has many spellings (`/%61pi`, `http://host/api`); without a route, the URL does.
 */
export function calledBy({ routeOptions, params, url }: FastifyRequest, basePath: string) {
  const route = routeOptions.url?.slice(basePath.length)
  if (route === undefined || route === '/*') return addressOfCall(url, basePath)
  if (route.startsWith('/trpc/')) return `/trpc/${(params as { path?: string }).path}`
  return isCallPath(route) ? route : undefined
}

/** The URL path of a request without a route, in any spelling, when it is below /api or /trpc. */
function addressOfCall(url: string, basePath: string) {
  const path = decoded(URL.canParse(url) ? new URL(url).pathname : (url.split('?', 1)[0] ?? '')).slice(basePath.length)
  return isCallPath(path) ? path : undefined
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
