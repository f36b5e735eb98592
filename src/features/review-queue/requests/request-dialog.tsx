import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-field.tsx'
import {
  REQUEST_WORDS_MAX_LENGTH,
  requestMessages,
  type WantedItem,
  wantedItems,
  wantedNames,
} from '#shared/information-request.ts'
import type { Decided } from '#shared/review-schema.ts'
import type { Submission } from '#shared/submission-schema.ts'

type Values = { wants: readonly WantedItem[]; words: string }
type Props = { submission: Submission; onMade: (made: Decided) => void; onClose: () => void }

export function RequestDialog({ submission, onMade, onClose }: Props) {
  const form = useForm<Values>({ wants: [], words: '' }, ({ wants }) =>
    wants.length === 0 ? { message: requestMessages.chooseWants, field: 'wants' } : undefined,
  )
  const { wants, words } = form.values
  const { mutate, isPending } = trpc.admin.requests.make.useMutation(useCall({ form, onDone: onMade }))
  const toggle = (item: WantedItem, isOn: boolean) =>
    form.change({ wants: wantedItems.filter((each) => (each === item ? isOn : wants.includes(each))) })
  const error = form.errorAt('wants')
  return (
    <FormDialog
      size="medium"
      title="Request information"
      description={<span className="mono">{submission.id}</span>}
      action="Send the request"
      pendingAction="Sending..."
      form={form}
      isPending={isPending}
      onSubmit={(values) =>
        mutate({
          submissionId: submission.id,
          version: submission.version,
          wants: [...values.wants],
          words: values.words.trim() || undefined,
          undoable: true,
        })
      }
      onClose={onClose}
    >
      <fieldset className="stack gap-1" data-field="wants" tabIndex={-1}>
        <legend className="strong">What you need</legend>
        {wantedItems.map((item, at) => (
          <Checkbox
            key={item}
            label={wantedNames[item]}
            checked={wants.includes(item)}
            onCheckedChange={(isOn) => toggle(item, isOn)}
            {...(at === 0 && error !== undefined && { error })}
          />
        ))}
      </fieldset>
      <TextArea
        {...form.bind('words')}
        label="Message to the seller"
        optional
        rows={3}
        maxLength={REQUEST_WORDS_MAX_LENGTH}
      />
      <section aria-label="The seller will read" className="stack gap-2">
        <h3>The seller will read</h3>
        <p className="strong">We need something from you</p>
        {words.trim() && <p className="quotation">{words}</p>}
        {wants.length === 0 ? (
          <p className="muted">Nothing is chosen yet.</p>
        ) : (
          <ul>
            {wants.map((item) => (
              <li key={item}>{wantedNames[item]}</li>
            ))}
          </ul>
        )}
      </section>
    </FormDialog>
  )
}
