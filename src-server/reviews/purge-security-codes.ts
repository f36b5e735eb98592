import type { ServerContext } from '../context.ts'
import { startDueWork } from '../platform/events/due-work.ts'
import { purgeDueSecurityCodes } from '../submissions/purge-submission.ts'
import { findNextErasure } from './review-queries.ts'

export const startSecurityCodePurge = (app: ServerContext) =>
  startDueWork(app, {
    run: async () => {
      await purgeDueSecurityCodes(app)
      return findNextErasure(app.db)
    },
    wakesOn: ['submission.status-changed', 'resync'],
    failure: 'could not erase security codes',
  }).stop
