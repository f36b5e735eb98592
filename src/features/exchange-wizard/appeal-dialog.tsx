import { useOrderCall } from '#client/calls/use-order-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import { APPEAL_WORDS_MAX_LENGTH, appealMessages, MAX_APPEAL_FILES } from '#shared/appeal.ts'
import { PhotoSection, useDialogPhotos } from './photo-section.tsx'

const notSent = "Your appeal wasn't sent. Check your connection and try again."

type AppealDialogProps = { orderId: string; isSignedOut: boolean; onClose: () => void }

export function AppealDialog({ orderId, isSignedOut, onClose }: AppealDialogProps) {
  const { photos, fileIds, isUploading, finish, close } = useDialogPhotos({
    isSignedOut,
    maxFiles: MAX_APPEAL_FILES,
    onClose,
  })
  const form = useForm({ words: '' }, undefined, { required: { words: appealMessages.noWords } })
  const { mutate, isPending } = trpc.appeals.open.useMutation(
    useOrderCall(orderId, {
      form,
      unreached: notSent,
      toast: { title: 'Appeal sent', description: 'Another person looks at the decision. We confirm it by email.' },
      onDone: finish,
    }),
  )
  return (
    <FormDialog
      size="medium"
      title="Appeal this decision"
      description="A person who has not decided on your order answers, if there is one. You can appeal a decision once."
      action="Send the appeal"
      pendingAction="Sending..."
      form={form}
      isPending={isPending}
      disabledReason={isUploading ? 'Your pictures are being uploaded' : undefined}
      onSubmit={({ words }) => mutate({ orderId, words, fileIds })}
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
        {...photos}
        title="Pictures, if they help"
        hint="Such as the receipt or the balance that the brand shows."
        error={form.errorAt('files')}
      />
    </FormDialog>
  )
}
