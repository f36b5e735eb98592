import {
  addBuyerInput,
  buyer,
  buyers,
  correctItemInput,
  disposedItems,
  disposeItemInput,
  disposeItemsInput,
  importDispositionsInput,
  importedDispositions,
  itemDetail,
  itemListInput,
  itemListOutput,
  itemSignal,
  renameBuyerInput,
  stockOutput,
} from '#shared/inventory-schema.ts'
import { receiveInput } from '#shared/lot-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import { mayWait } from '#shared/waiting-act-schema.ts'
import { addBuyer, eraseBuyer, listNamedBuyers, renameBuyer, viewBuyer } from '../../../inventory/buyers.ts'
import { correctItem, disposeItem, disposeItems } from '../../../inventory/dispose-item.ts'
import { importDispositions } from '../../../inventory/import-dispositions.ts'
import { getItem, listItems, sumStockByBrand } from '../../../inventory/list-items.ts'
import { receivePayment } from '../../../inventory/lots/record-lot.ts'
import { changing, waitingOf } from '../declaring.ts'
import { itemSignals } from '../signals.ts'
import { financeChange, financeProcedure, router } from '../trpc.ts'

const changed = changing((ctx, _, input: { id: string }) => getItem(ctx.app, input.id))

const withBuyer = changing(({ app }, _, { id }: { id: string }) => viewBuyer(app.db, id))

/** What became of the cards that were bought. An item has the id of its order. */
export const inventoryRouter = router({
  list: financeProcedure
    .rest('/api/admin/inventory', 'A page of the cards that were bought', {
      description:
        'What is in stock is listed oldest first, all others newest first. Ages are days since the payment, by the date in UTC. `sums` is of all that match.',
      example: { page: 1, limit: 25, state: 'stock', age: '8-30' },
    })
    .reads(itemListOutput, listItems, itemListInput.prefault({})),

  stock: financeProcedure
    .rest('/api/admin/inventory/stock', 'What is in stock, by brand and age', {
      description: 'Face value and cost are of what is left of the cards.',
    })
    .reads(stockOutput, sumStockByBrand),

  get: financeProcedure
    .rest('/api/admin/inventory/:id', 'One card that was bought, with its payout and all that became of it', {
      description: 'The id is that of its order.',
    })
    .reads(itemDetail, (app, { id }) => getItem(app, id), idInput),

  dispose: financeChange
    .restChange('/api/admin/inventory/:id/dispositions', 'Record what became of a card', {
      description: [
        '`sold` needs `buyer` and `amount`, `redeemed` and `transferred` need `place`, `written-off` needs `cause`, and `recovered` needs `amount`.',
        'Without `faceValue` it is about all that is left of the card.',
        'A repeat with the same `kind` and `reference` changes nothing; with other amounts it is refused.',
      ].join(' '),
      example: { version: 1, kind: 'sold', buyer: 'Card Resale Inc.', amount: 96, reference: 'INV-204' },
    })
    .answers(itemDetail.extend(mayWait), changed(disposeItem), disposeItemInput),

  disposeMany: financeChange
    .restChange('/api/admin/inventory/dispositions', 'Record the same for several cards: all or none of them', {
      description: 'Amounts are of each card. The answer counts the cards for which it was recorded before.',
      example: {
        items: [{ id: 'GCE-7K3M9Q2XVB', version: 1 }],
        kind: 'sold',
        buyer: 'Card Resale Inc.',
        amount: 96,
        reference: 'INV-204',
      },
    })
    .answers(
      disposedItems,
      async (ctx, actor, input) => {
        const done = await disposeItems(ctx, actor, input)
        return { recorded: 0, already: 0, ...done.result, ...waitingOf(done) }
      },
      disposeItemsInput,
    ),

  importDispositions: financeChange
    .rest(
      '/api/admin/inventory/dispositions/import',
      'Record what became of cards with a CSV file: all lines or none',
      {
        description: [
          'The header has `order`, `kind` and `reference`, and may have `date`, `face value`, `amount`, `fee`, `buyer`, `place`, `place name`, `cause` and `note`.',
          'Without `"dryRun": false` the file is checked and nothing is recorded.',
          'Each fault has its line and column. A line whose order, kind and reference are recorded is `already` recorded.',
        ].join(' '),
        example: { csv: 'order,kind,amount,buyer,reference\nGCE-7K3M9Q2XVB,sold,96.00,Card Resale Inc.,INV-204' },
      },
    )
    .answers(importedDispositions, importDispositions, importDispositionsInput),

  correct: financeChange
    .restChange('/api/admin/inventory/:id/correct', 'Take back what was recorded last about a card', {
      description: 'Stock and ledger are as before it. The history keeps both.',
      example: { version: 2, disposition: 'x4Jv1cQm0Zs7dK9LwT2b8A', note: 'It was the other card.' },
    })
    .answers(itemDetail, changed(correctItem), correctItemInput),

  buyers: financeProcedure
    .rest('/api/admin/inventory/buyers', 'The people and companies that buy cards')
    .reads(buyers, listNamedBuyers),

  addBuyer: financeChange
    .rest('/api/admin/inventory/buyers', 'Add a buyer; a known name is the buyer that there is', {
      example: { name: 'Card Resale Inc.' },
    })
    .answers(buyer, addBuyer, addBuyerInput),

  receive: financeChange
    .restChange('/api/admin/inventory/buyers/:id/payments', 'Record what a buyer has paid of their lots', {
      description:
        'For the oldest cards first; by default all that they owe. `amount` is what they have paid with `fee`, what their bank took. A repeat with the same `requestKey` is the same payment.',
      example: { amount: 500, reference: 'WIRE-2026-11-26', requestKey: 'friday-1' },
    })
    .answers(buyer, withBuyer(receivePayment), receiveInput),

  renameBuyer: financeChange
    .restChange('/api/admin/inventory/buyers/:id', 'Rename a buyer', {
      method: 'PATCH',
      example: { name: 'Card Resale Ltd.' },
    })
    .answers(buyer, renameBuyer, renameBuyerInput),

  eraseBuyer: financeChange
    .rest('/api/admin/inventory/buyers/:id', 'Erase the name of a buyer for good', {
      method: 'DELETE',
      description: 'What they bought stays, with its amounts.',
    })
    .does(eraseBuyer, idInput),

  watch: financeProcedure.watches(itemSignal, itemSignals),
})
