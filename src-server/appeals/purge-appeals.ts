import type { ServerContext } from '../context.ts'
import { purgeBelongings } from '../submissions/purge-submission.ts'
import { eraseAppeal, listClosedWithWords } from './appeal-queries.ts'

const BATCH = 20

export function purgeAppeals(app: ServerContext, before: string) {
  return purgeBelongings(app, (tx) => listClosedWithWords(tx, before, BATCH), eraseAppeal)
}
