import { pageOf } from '#shared/paging-schema.ts'
import {
  madePayoutFile,
  makePayoutFileInput,
  markFileSentInput,
  payoutFile,
  payoutFileContent,
  payoutFileDetail,
  payoutFileListInput,
  putFileBackInput,
} from '#shared/payout-file-schema.ts'
import { idInput } from '#shared/text-schema.ts'
import {
  downloadPayoutFile,
  getPayoutFile,
  listPayoutFiles,
  makePayoutFile,
  markFileSent,
  putFileBack,
} from '../../../payouts/files/payout-file.ts'
import { changing } from '../declaring.ts'
import { financeChange, financeProcedure } from '../trpc.ts'

const changed = changing((ctx, _, input: { id: string }) => getPayoutFile(ctx.app, input))

export const payoutFileProcedures = {
  files: financeProcedure
    .rest('/api/admin/payout-files', 'A page of the payment files, newest first', {
      description: 'What a file contains is stored nowhere, so no list has it.',
      example: { page: 1, limit: 25 },
    })
    .reads(pageOf(payoutFile), listPayoutFiles, payoutFileListInput.prefault({})),

  file: financeProcedure
    .rest('/api/admin/payout-files/:id', 'One payment file with its payouts', {
      description: 'Destinations are masked. `outcome` says what the file did, `state` what the payout is now.',
    })
    .reads(payoutFileDetail, getPayoutFile, idInput),

  makeFile: financeProcedure
    .limited('reveals', 'staff', 'payouts')
    .rest('/api/admin/payout-files', 'Begin to pay several payouts by hand with one file', {
      description:
        '`bank` is a CSV of bank transfers, `paypal` one for the mass payments of PayPal. Payouts that do not fit the format, or are not ready at the given version, are left out with the reason. The others are locked for the caller, and the audit log has each of them before the answer leaves. A repeat with the same `requestKey` returns the same file.',
      example: { format: 'bank', payouts: [{ id: 'PO-7K3M9Q2XVB', version: 3 }], requestKey: 'friday-1' },
      refusals: [409],
    })
    .answers(madePayoutFile, makePayoutFile, makePayoutFileInput),

  downloadFile: financeProcedure
    .limited('reveals', 'staff')
    .restChange('/api/admin/payout-files/:id/download', 'Read a payment file again', {
      description:
        'For the person who made it, with the payouts that are still being sent. The audit log has each of them before the answer leaves.',
      refusals: [409, 422],
    })
    .answers(payoutFileContent, downloadPayoutFile, idInput),

  markFileSent: financeChange
    .restChange('/api/admin/payout-files/:id/sent', 'Mark payouts of a file as paid: their orders are completed', {
      description:
        'All that are being sent, or the given `payouts`: all of them or none. `reference` is for those without one of their own.',
      example: { reference: 'WIRE-2026-11-26' },
    })
    .answers(payoutFileDetail, changed(markFileSent), markFileSentInput),

  putFileBack: financeChange
    .restChange(
      '/api/admin/payout-files/:id/put-back',
      'Say that payouts of a file were not paid: they are ready again',
      {
        description:
          'All that are being sent, or those in `ids`: all of them or none. For the file of another person it takes two colleagues.',
        example: { ids: ['PO-7K3M9Q2XVB'] },
      },
    )
    .answers(payoutFileDetail, changed(putFileBack), putFileBackInput),
}
