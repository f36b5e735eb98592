import { useCall } from '#client/calls/use-call.ts'
import { today } from '#client/lib/day-start.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { monthOf } from '#shared/business-day.ts'
import { paymentTypeInfo } from '#shared/payment-method.ts'
import { type PaymentType, paymentTypes } from '#shared/payment-type.ts'
import { ACCOUNT_NAME_MAX_LENGTH, payPalFormat, statementMessages } from '#shared/statement.ts'
import type { StatementAccount } from '#shared/statement-schema.ts'
import styles from './columns-form.module.css'
import { typedDollars } from './statement-search.ts'
import { useKeepAccounts } from './use-payouts.ts'

type StatementAccountDialogProps = {
  account?: StatementAccount
  taken: readonly PaymentType[]
  onMade?: (id: string) => void
  onClose: () => void
}

const providers = [
  { value: 'hand', name: 'A bank, or another account that you pay from by hand' },
  { value: 'paypal', name: 'PayPal' },
] as const

type Values = {
  name: string
  provider: 'hand' | 'paypal'
  methods: readonly PaymentType[]
  openingBalance: string
  openingOn: string
}

export function StatementAccountDialog({ account, taken, onMade, onClose }: StatementAccountDialogProps) {
  const form = useForm<Values>(
    {
      name: account?.name ?? '',
      provider: account?.provider ?? 'hand',
      methods: account?.methods ?? [],
      openingBalance: account ? account.openingBalance.toFixed(2) : '',
      openingOn: account?.openingOn ?? `${monthOf(today())}-01`,
    },
    check,
  )
  const { values } = form
  const keepAccounts = useKeepAccounts()
  const outcome = {
    ...useCall({ form }),
    onSuccess: (accounts: StatementAccount[]) => {
      keepAccounts(accounts)
      const made = accounts.find(({ name }) => name === values.name.trim())
      if (made) onMade?.(made.id)
      onClose()
    },
  }
  const make = trpc.statements.makeAccount.useMutation(outcome)
  const change = trpc.statements.changeAccount.useMutation(outcome)
  const hasLines = account?.lastOn !== undefined
  const free = paymentTypes.filter((type) => !taken.includes(type))
  const send = ({ name, provider, methods, ...opening }: Values) => {
    const openingBalance = typedDollars(opening.openingBalance) ?? 0
    const fields = { name, methods: [...methods], openingBalance, openingOn: opening.openingOn }
    if (account) change.mutate({ id: account.id, ...fields, ...(account.format && { format: account.format }) })
    else make.mutate({ ...fields, provider, ...(provider === 'paypal' && { format: payPalFormat }) })
  }
  const toggle = (type: PaymentType, isOn: boolean) =>
    form.change({ methods: isOn ? [...values.methods, type] : values.methods.filter((each) => each !== type) })
  const methodsError = form.errorAt('methods')
  return (
    <FormDialog
      title={account ? 'Change account' : 'Add account'}
      description="The account at your bank or at PayPal whose statements you import."
      action={account ? 'Save' : 'Add account'}
      pendingAction="Saving..."
      form={form}
      isPending={make.isPending || change.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        hint="Such as First Bank checking."
        autoComplete="off"
        maxLength={ACCOUNT_NAME_MAX_LENGTH}
      />
      {!account && (
        <SelectField
          label="Where"
          name="provider"
          value={values.provider}
          options={providers}
          onValueChange={(provider) =>
            form.change({ provider, methods: provider === 'paypal' && free.includes('paypal') ? ['paypal'] : [] })
          }
        />
      )}
      <fieldset className="stack gap-1" data-field="methods" tabIndex={-1} aria-describedby="methods-error">
        <legend className="strong text-sm pad-bottom-2">Payouts that are paid from it</legend>
        <div className={styles.fields}>
          {free.map((type) => (
            <Checkbox
              key={type}
              label={paymentTypeInfo[type].name}
              checked={values.methods.includes(type)}
              onCheckedChange={(isOn) => toggle(type, isOn)}
            />
          ))}
        </div>
        {methodsError && <FieldError id="methods-error">{methodsError}</FieldError>}
      </fieldset>
      <TextField
        {...form.bind('openingOn')}
        type="date"
        label="First day of its statements"
        hint="Earlier lines and payouts are left out."
        readOnly={hasLines}
      />
      <TextField
        {...form.bind('openingBalance')}
        label="Balance at the start of that day"
        hint={hasLines ? 'It stays as it is once the account has lines.' : undefined}
        autoComplete="off"
        readOnly={hasLines}
        isMoney
      />
    </FormDialog>
  )
}

function check({ name, methods, openingBalance, openingOn }: Values): FormProblem | undefined {
  if (name.trim() === '') return { message: 'Enter a name for the account.', field: 'name' }
  if (methods.length === 0) return { message: statementMessages.noMethods, field: 'methods' }
  if (openingOn === '') return { message: 'Enter the first day.', field: 'openingOn' }
  return typedDollars(openingBalance) === null
    ? { message: statementMessages.badBalance, field: 'openingBalance' }
    : undefined
}
