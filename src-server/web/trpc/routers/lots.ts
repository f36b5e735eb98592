import {
  downloadLotInput,
  lot,
  lotContent,
  lotDetail,
  lotListInput,
  makeLotInput,
  recordLotInput,
  writeOffLotInput,
} from '#shared/lot-schema.ts'
import { pageOf } from '#shared/paging-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { mayWait } from '#shared/waiting-act-schema.ts'
import { downloadLot, listLots, makeLot, viewLot } from '../../../inventory/lots/make-lot.ts'
import { cancelLot, recordLot, writeOffLot } from '../../../inventory/lots/record-lot.ts'
import { countReveals } from '../../auth/rate-limit.ts'
import type { RestCall } from '../../http/rest-call.ts'
import { changing } from '../declaring.ts'
import { financeChange, financeProcedure, router } from '../trpc.ts'

const changed = changing((ctx, actor, input: { id: string }) => viewLot(ctx.app, actor, input))

/** A change of one lot. */
const change = (path: string, summary: string, more?: Partial<RestCall>) =>
  financeChange.restChange(`/api/admin/lots/:id/${path}`, summary, more)

export const lotsRouter = router({
  list: financeProcedure
    .rest('/api/admin/lots', 'A page of the lots, newest first', {
      description:
        '`search` finds a lot by its id, its reference, its buyer, an order, or the last 4 characters of a card number.',
      example: { page: 1, limit: 25, state: 'open' },
    })
    .reads(pageOf(lot), listLots, lotListInput.prefault({})),

  get: financeProcedure
    .rest('/api/admin/lots/:id', 'One lot with its cards', {
      description:
        '`download` says whether the caller can download it. A card whose `itemState` is `withdrawn` cannot be delivered: its payout came back.',
    })
    .reads(lotDetail, (app, input, ctx) => viewLot(app, ctx.actor, input), idInput),

  make: financeChange
    .restChange('/api/admin/lots', 'Offer cards in stock to a buyer as one lot', {
      description:
        'All cards or none. Prices are dollars. From the amount of the controls on, a second person releases it (`/api/admin/waiting-acts/:id/release`). A repeat with the same `requestKey` returns the same lot.',
      example: {
        buyer: 'Card Resale Inc.',
        items: [{ submissionId: 'GCE-7K3M9Q2XVB', price: 96 }],
        requestKey: 'friday-1',
      },
    })
    .answers(lotDetail, makeLot, makeLotInput),

  download: financeProcedure
    .limited('passwordCheck', 'staff')
    .restChange('/api/admin/lots/:id/download', 'Read the file of a lot, once', {
      description:
        'A CSV with the numbers and codes that are kept. The audit log has each card before the answer leaves, and each counts as a revealed number. A token needs `submissions:reveal` too. It answers once: 409 after that, except for the same person within 10 minutes.',
      example: { currentPassword: 'a long password' },
    })
    .answers(
      lotContent,
      (ctx, actor, input) => downloadLot(ctx, actor, input, (cards) => countReveals(ctx, cards)),
      downloadLotInput,
    ),

  record: change('outcome', 'Record what became of cards of a lot', {
    description:
      '`delivered`, `paid` or `refused`, of all cards that wait for an outcome or of those in `items`: all of them or none. A delivered card, also by the download, is sold at its price, which the buyer owes. `amount` is what they have paid of it, with `fee`, what their bank took; by default all. Number and code of a paid card are erased. The sale of a refused one is reversed, and it is in stock again. A repeat with the same `requestKey` changes nothing.',
    example: { outcome: 'paid', reference: 'WIRE-2026-11-26' },
  }).answers(lotDetail, changed(recordLot), recordLotInput),

  writeOff: change('write-off', 'Write off what a buyer never pays of a lot', {
    description: 'It is a loss. `amount` is all that the buyer owes for the lot.',
    example: { amount: 96, note: 'The buyer is insolvent.' },
  }).answers(lotDetail.extend(mayWait), changed(writeOffLot), writeOffLotInput),

  cancel: change('cancel', 'Cancel a lot: its cards are in stock again', {
    description: 'Not once it was downloaded, or a card was delivered or paid.',
  }).answers(lotDetail, changed(cancelLot), idInput),
})
