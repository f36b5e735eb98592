import { useOrderCall } from '#client/calls/use-order-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConfirmDialog } from '#client/ui/form-dialog.tsx'
import type { TransactionDetail } from '#shared/transaction-schema.ts'
import { PhotoSection, useDialogPhotos } from './photo-section.tsx'

const notReplaced = "Your photo wasn't replaced. Check your connection and try again."

type ReplacePhotoDialogProps = {
  orderId: string
  file: TransactionDetail['uploadedFiles'][number]
  isSignedOut: boolean
  onClose: () => void
}

export function ReplacePhotoDialog({ orderId, file, isSignedOut, onClose }: ReplacePhotoDialogProps) {
  const { photos, fileIds, isUploading, finish, close } = useDialogPhotos({ isSignedOut, maxFiles: 1, onClose })
  const [newFileId] = fileIds
  const replace = trpc.transactions.replacePhoto.useMutation(
    useOrderCall(orderId, {
      toast: { title: 'Photo replaced', description: 'We check the new one. The former photo is erased.' },
      onDone: finish,
    }),
  )
  return (
    <ConfirmDialog
      size="medium"
      title="Replace this photo"
      description={`Your new photo takes the place of ${file.fileName}, which we erase. Your order keeps its place in the queue.`}
      action="Replace photo"
      pendingAction="Replacing..."
      call={replace}
      failed="Error"
      unreached={notReplaced}
      disabledReason={newFileId ? undefined : isUploading ? 'Your photo is being uploaded' : 'Choose a photo first'}
      onConfirm={() => newFileId !== undefined && replace.mutate({ id: orderId, fileId: file.id, newFileId })}
      onClose={close}
    >
      <PhotoSection {...photos} />
    </ConfirmDialog>
  )
}
