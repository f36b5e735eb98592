import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../../platform/errors.ts'

/**
 * Rejects a GET that another site's page embeds. Followed links are top-level navigations, and programs send no such
 * headers. Source: OWASP CSRF Prevention, 'Fetch Metadata', the resource isolation policy.
 */
export const rejectHotlink: onRequestHookHandler = ({ headers }, _, done) => {
  const site = headers['sec-fetch-site']
  const isForeign = site === 'cross-site' || site === 'same-site'
  const isFollowed = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  done(isForeign && !isFollowed ? new AppError('forbidden', 'Files are shown on our own pages only.') : undefined)
}
