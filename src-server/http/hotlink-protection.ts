import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Refuses a GET that another site's page makes for its own use: a picture, a frame, a script, a fetch. A link that a
 * person follows there, and an address typed or opened from a program, come as a navigation of the whole window or
 * from no site at all. Programs that are no browsers send none of these headers.
 * Source: OWASP CSRF Prevention, 'Fetch Metadata', the resource isolation policy.
 */
export const rejectHotlink: onRequestHookHandler = ({ headers }, _, done) => {
  const site = headers['sec-fetch-site']
  const isForeign = site === 'cross-site' || site === 'same-site'
  const isFollowed = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  done(isForeign && !isFollowed ? new AppError('forbidden', 'Files are shown on our own pages only.') : undefined)
}
