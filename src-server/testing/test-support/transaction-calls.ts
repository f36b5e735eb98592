import { caseCalls } from './case-calls.ts'
import { anUpload, aRejectedSubmission, aSubmission } from './factories.ts'
import { leaves } from './procedure-call.ts'
import { aPhotoOfDana, type World } from './world.ts'

const NOWHERE = 'nowhere'

/** A pending order of Dana with one photo, and an upload that can replace it. */
export async function aPhotoToReplace({ app, dana }: World) {
  const fileId = await anUpload(app, dana)
  const id = await aSubmission(app, dana, { fileIds: [fileId] })
  return { id, fileId, newFileId: await anUpload(app, dana, 'new.png') }
}

/** Calls about Dana's orders. */
export const transactionCalls = {
  ...caseCalls,
  'transactions.list': ({ dana }: World) => ({
    input: { email: dana.email },
    nowhere: { email: 'nowhere@mail.example' },
  }),
  'transactions.get': ({ submissionId }: World) => ({ input: { id: submissionId }, nowhere: { id: NOWHERE } }),
  'transactions.addPhotos': leaves('submission.photos-added', async (world) => {
    const id = await aRejectedSubmission(world.app, world.dana, world.reviewer)
    const photos = { fileIds: [await aPhotoOfDana(world)] }
    return { input: { id, ...photos }, nowhere: { id: NOWHERE, ...photos } }
  }),
  'exchange.quoteAgain': async ({ app, dana, reviewer }: World) => ({
    input: { id: await aRejectedSubmission(app, dana, reviewer) },
    nowhere: { id: NOWHERE },
  }),
  'transactions.withdraw': leaves('submission.withdrawn', async ({ app, dana }) => ({
    input: { id: await aSubmission(app, dana) },
    nowhere: { id: NOWHERE },
  })),
  'transactions.replacePhoto': leaves('submission.photo-replaced', async (world) => {
    const input = await aPhotoToReplace(world)
    return { input, nowhere: { ...input, id: NOWHERE } }
  }),
  'transactions.statement': () => ({}),
  'transactions.watch': () => ({}),
}
