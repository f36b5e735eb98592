import { useOrderCall } from '#client/calls/use-order-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { APPEAL_WORDS_MAX_LENGTH, appealMessages, MAX_APPEAL_FILES } from '#shared/appeal.ts'
import { PhotoSection } from './photo-section.tsx'
import { isUploading, uploadedIds } from './upload-item.ts'
import { useUploadQueue } from './use-upload-queue.ts'
import { useUploads } from './use-uploads.ts'

const notSent = "Your appeal wasn't sent. Check your connection and try again."

type AppealDialogProps = { orderId: string; isSignedOut: boolean; onClose: () => void }

export function AppealDialog({ orderId, isSignedOut, onClose }: AppealDialogProps) {
  const uploads = useUploads({ isSignedOut })
  const queue = useUploadQueue(uploads, MAX_APPEAL_FILES)
  const form = useForm({ words: '' }, undefined, { required: { words: appealMessages.noWords } })
  const { mutate, isPending } = trpc.appeals.open.useMutation(
    useOrderCall(orderId, {
      form,
      unreached: notSent,
      toast: { title: 'Appeal sent', description: 'Another person looks at the decision. We confirm it by email.' },
      onDone: () => {
        queue.clear()
        onClose()
      },
    }),
  )
  function close() {
    for (const { key } of uploads.items) queue.remove(key)
    onClose()
  }
  const problem = form.errorAt('files')
  return (
    <FormDialog
      size="medium"
      title="Appeal this decision"
      description="A person who has not decided on your order answers, if there is one. You can appeal a decision once."
      action="Send the appeal"
      pendingAction="Sending..."
      form={form}
      isPending={isPending}
      disabledReason={isUploading(uploads.items) ? 'Your pictures are being uploaded' : undefined}
      onSubmit={({ words }) => mutate({ orderId, words, fileIds: uploadedIds(uploads.items) })}
      onClose={close}
    >
      <TextArea
        {...form.bind('words')}
        label="Why is the decision wrong?"
        rows={5}
        maxLength={APPEAL_WORDS_MAX_LENGTH}
        required
      />
      <PhotoSection
        slots={[]}
        title="Pictures, if they help"
        hint="Such as the receipt or the balance that the brand shows."
        maxFiles={MAX_APPEAL_FILES}
        {...{ uploads, queue }}
        error={problem === undefined ? undefined : { field: 'files', message: problem }}
      />
    </FormDialog>
  )
}
