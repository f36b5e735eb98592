import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { Brand } from '#shared/brand.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import { parseDollars } from '#shared/money.ts'
import { quoteProblem, valueHint } from '#shared/quote.ts'
import type { WizardMemory } from './use-wizard.ts'
import { valueMistake } from './value-field.tsx'

type ChangeValueDialogProps = { wizard: WizardMemory; brand: Brand; onClose: () => void }

export function ChangeValueDialog({ wizard, brand, onClose }: ChangeValueDialogProps) {
  const { card } = wizard.state
  const form = useForm({ valueText: card.valueText }, ({ valueText }) => {
    const message = valueMistake(valueText) ?? quoteProblem(brand, parseDollars(valueText))?.message
    return message === undefined ? undefined : { field: 'valueText', message }
  })
  async function change({ valueText }: { valueText: string }) {
    const quote = await wizard.requestQuote({ ...card, valueText })
    if (!quote) return
    wizard.dispatch({ type: 'revalued', valueText, quote })
    onClose()
  }
  return (
    <FormDialog
      size="small"
      title="Change the value"
      description="Your photos and card details stay. You get a quote for the new value."
      action="Get the new quote"
      pendingAction="Calculating..."
      form={form}
      isPending={wizard.isRequesting}
      onSubmit={(values) => void change(values)}
      onClose={onClose}
    >
      <TextField
        isMoney
        clean={withoutInvisible}
        label={card.condition === 'partially-used' ? 'Remaining Balance' : 'Gift Card Value'}
        hint={valueHint(brand)}
        inputMode="decimal"
        {...form.bind('valueText')}
      />
    </FormDialog>
  )
}
